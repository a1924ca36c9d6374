import type { ActivityKind } from "@coffer/domain/activity";
import { fullName } from "@coffer/domain/user";
import type { Person } from "../../api/activity.ts";
import { SelectField } from "../../ui/fields/SelectField.tsx";
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
  // With whom a budget is shared is told to its owner alone.
  const kinds = Object.entries(KINDS).filter(([value]) => isOwn || value !== "share");
  const isListed = by === undefined || by === "job" || people.some(({ id }) => id === by);
  return (
    <search className="activity-filters">
      <SelectField
        label="Person"
        hideLabel
        value={by ?? ""}
        options={[
          { value: "", label: "Everybody" },
          ...people.map((person) => ({ value: person.id, label: fullName(person) })),
          ...(isListed ? [] : [{ value: by, label: "Former member" }]),
          { value: "job", label: "Coffer (automatic)" },
        ]}
        onChange={(event) => setBy(event.target.value)}
      />
      <SelectField
        label="Kind"
        hideLabel
        value={kind ?? ""}
        options={[{ value: "", label: "All changes" }, ...kinds.map(([value, label]) => ({ value, label }))]}
        onChange={(event) => setKind(event.target.value)}
      />
    </search>
  );
}
