import { fullName } from "@coffer/domain/account/user";
import { ACTIVITY_KINDS, type ActivityKind } from "@coffer/domain/activity/kinds";
import { getRouteApi } from "@tanstack/react-router";
import type { Person } from "../../api/people.ts";
import { useChangeSearch } from "../../selection/selection.ts";
import { ChoiceField } from "../../ui/fields/ChoiceField.tsx";

const KINDS: Record<ActivityKind, string> = {
  transaction: "Transactions",
  payment: "Split payments",
  category: "Categories",
  plan: "Planned amounts",
  month: "Whole months",
  goal: "Goals",
  milestone: "Milestones",
  subscription: "Subscriptions",
  import: "Imports",
  share: "Sharing",
  settlement: "Settling up",
};

type Props = Omit<ReturnType<typeof useActivityFilter>, "clear"> & {
  people: readonly Person[];
  isOwn: boolean;
};

export function ActivityFilters({ by, kind, setBy, setKind, people, isOwn }: Props) {
  // Only the owner sees with whom a budget is shared.
  const kinds = ACTIVITY_KINDS.filter((value) => isOwn || value !== "share");
  const isListed = by === undefined || by === "job" || people.some(({ id }) => id === by);
  return (
    <search className="activity-filters">
      <ChoiceField
        label="Person"
        hideLabel
        value={by ?? ""}
        options={[
          { value: "", label: "Everybody" },
          ...people.map((person) => ({ value: person.id, label: fullName(person) })),
          ...(isListed ? [] : [{ value: by, label: "Former member" }]),
          { value: "job", label: "Coffer (automatic)" },
        ]}
        onChoose={setBy}
      />
      <ChoiceField
        label="Kind"
        hideLabel
        value={kind ?? ""}
        options={[
          { value: "", label: "All changes" },
          ...kinds.map((value) => ({ value, label: KINDS[value] })),
        ]}
        onChoose={setKind}
      />
    </search>
  );
}

const route = getRouteApi("/app/activity");

export function useActivityFilter() {
  const { by, kind } = route.useSearch();
  const narrow = useChangeSearch();
  return {
    by,
    kind,
    setBy: (chosen: NonNullable<typeof by> | "") => narrow({ by: chosen || undefined }),
    setKind: (chosen: NonNullable<typeof kind> | "") => narrow({ kind: chosen || undefined }),
    clear: () => narrow({ by: undefined, kind: undefined }),
  };
}
