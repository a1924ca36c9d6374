import { DIGEST_FREQUENCIES } from "@coffer/domain/account/definition";
import { WEEKDAY_NAMES } from "@coffer/domain/time/day";
import type { useSaveEmailPreferences } from "../../api/account.ts";
import { useUser } from "../../selection/selection.ts";
import { SelectField } from "../../ui/fields/SelectField.tsx";

const LABELS = { daily: "Every day", weekly: "Every week", monthly: "Every month, on the 1st" };
const FREQUENCIES = DIGEST_FREQUENCIES.map((value) => ({ value, label: LABELS[value] }));
/** From Monday to Sunday. */
const WEEKDAYS = [1, 2, 3, 4, 5, 6, 0].map((value) => ({ value, label: WEEKDAY_NAMES[value] ?? "" }));

type Save = ReturnType<typeof useSaveEmailPreferences>;
type Props = { stored: Omit<Parameters<Save["mutate"]>[0], "frequency" | "weekday">; save: Save };

/** How often the summary is sent: each day, or as a letter about the week or month. */
export function SummaryRhythm({ stored, save }: Props) {
  const { frequency, weekday } = useUser();
  return (
    <div className="fields-2">
      <SelectField
        label="How often"
        options={FREQUENCIES}
        value={frequency}
        hint={
          frequency === "daily" ? undefined : "A letter: income, spending, and three things worth knowing"
        }
        onChoose={(chosen) => save.mutate({ ...stored, frequency: chosen })}
      />
      {frequency === "weekly" && (
        <SelectField
          label="On"
          options={WEEKDAYS}
          value={weekday}
          onChoose={(chosen) => save.mutate({ ...stored, weekday: chosen })}
        />
      )}
    </div>
  );
}
