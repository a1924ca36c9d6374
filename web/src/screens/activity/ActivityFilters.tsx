import { fullName } from "@coffer/domain/account/user";
import { ACTIVITY_KINDS, KINDS } from "@coffer/domain/activity/kinds";
import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { ledgerPeople } from "../../api/people.ts";
import { useChangeSearch, useOpenLedger } from "../../selection/selection.ts";
import { SelectField } from "../../ui/fields/SelectField.tsx";

export function ActivityFilters() {
  const { ledgerId } = useOpenLedger();
  const { by, kind } = useSearch({ from: "/app/activity" });
  const narrow = useChangeSearch();
  const { data: people = [] } = useQuery(ledgerPeople(ledgerId));
  // Only the owner sees with whom a budget is shared.
  const kinds = ACTIVITY_KINDS.filter((value) => ledgerId === undefined || value !== "share");
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
        onChoose={(chosen) => narrow({ by: chosen || undefined })}
      />
      <SelectField
        label="Kind"
        hideLabel
        value={kind ?? ""}
        options={[
          { value: "", label: "All changes" },
          ...kinds.map((value) => ({ value, label: KINDS[value].plural })),
        ]}
        onChoose={(chosen) => narrow({ kind: chosen || undefined })}
      />
    </search>
  );
}
