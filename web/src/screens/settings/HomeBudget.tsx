import { useQuery } from "@tanstack/react-query";
import { useSavePreferences } from "../../api/preferences.ts";
import { sharedWithMe } from "../../api/shared-with-me.ts";
import { useUser } from "../../shell/auth-context.tsx";
import { SelectField } from "../../ui/fields/SelectField.tsx";

/** Renders nothing for somebody who has only their own. */
export function HomeBudget() {
  const { homeBudget } = useUser();
  const { data: shared = [] } = useQuery(sharedWithMe);
  const save = useSavePreferences();
  const opened = shared.filter((one) => one.opened);
  if (opened.length === 0) return null;
  const isShared = opened.some(({ ownerId }) => ownerId === homeBudget);
  return (
    <SelectField
      label="Home budget"
      hint="Opens when you sign in; the daily summary and notifications tell of it"
      options={[
        { value: "", label: "My budget" },
        ...opened.map(({ ownerId, firstName }) => ({ value: ownerId, label: `${firstName}'s budget` })),
      ]}
      value={isShared && homeBudget !== null ? homeBudget : ""}
      onChange={({ target }) =>
        save.mutate({ homeBudget: target.value === "" ? null : Number(target.value) })
      }
    />
  );
}
