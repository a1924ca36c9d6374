import { ACTIVITY_KINDS, type ActivityKind } from "@coffer/domain/activity";
import { fullName } from "@coffer/domain/user";
import type { Person } from "../../api/activity.ts";
import { ChoiceField } from "../../ui/fields/ChoiceField.tsx";
import type { useActivityFilter } from "./use-activity-filter.ts";

const KINDS: Record<ActivityKind, string> = {
  transaction: "Transactions",
  category: "Categories",
  plan: "Planned amounts",
  month: "Whole months",
  goal: "Goals",
  milestone: "Milestones",
  subscription: "Subscriptions",
  import: "Imports",
  share: "Sharing",
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
