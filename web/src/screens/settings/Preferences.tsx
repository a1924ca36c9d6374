import { TIME_ZONES, type TimeZone } from "@coffer/domain/time/timezone";
import { useSaveEmailPreferences, useSavePreferences } from "../../api/account.ts";
import { useUser } from "../../selection/selection.ts";
import { Button } from "../../ui/base/Button.tsx";
import { CheckboxField } from "../../ui/base/CheckboxField.tsx";
import { Card } from "../../ui/display/Card.tsx";
import { SelectField } from "../../ui/fields/SelectField.tsx";
import { CurrencyField } from "./CurrencyField.tsx";
import { firstOf } from "./first-of.ts";

/** By the name that some browsers have for it, a zone's name of today. */
const RENAMED: Readonly<Record<string, string>> = {
  "Africa/Asmera": "Africa/Asmara",
  "America/Buenos_Aires": "America/Argentina/Buenos_Aires",
  "America/Coral_Harbour": "America/Atikokan",
  "America/Godthab": "America/Nuuk",
  "Asia/Calcutta": "Asia/Kolkata",
  "Asia/Katmandu": "Asia/Kathmandu",
  "Asia/Rangoon": "Asia/Yangon",
  "Asia/Saigon": "Asia/Ho_Chi_Minh",
  "Atlantic/Faeroe": "Atlantic/Faroe",
  "Europe/Kiev": "Europe/Kyiv",
  "Pacific/Enderbury": "Pacific/Kanton",
  "Pacific/Ponape": "Pacific/Pohnpei",
  "Pacific/Truk": "Pacific/Chuuk",
};
const nameOf = (zone: TimeZone): string => RENAMED[zone] ?? zone;
const ZONES = Intl.supportedValuesOf("timeZone");

const UNTIL = [
  { value: "month-end", label: "The end of the month" },
  { value: "pay-day", label: "The next pay day" },
] as const;

export function Preferences() {
  const { aiRecommendations, spendUntil } = useUser();
  const save = useSavePreferences();
  const { save: saveZone, stored, zone } = useTimeZoneChoice();
  return (
    <Card title="Preferences">
      <div className="preferences">
        <SelectField label="Global Time Zone" hint="Your time zone decides what “today” means" {...zone} />
        <div>
          <Button
            size="small"
            pending={saveZone.isPending}
            pendingLabel="Saving..."
            onClick={() => saveZone.mutate(stored)}
          >
            Save Time Zone Settings
          </Button>
        </div>
        <CurrencyField />
        <SelectField
          label="Money has to last until"
          hint="The dashboard counts what you can spend a day until then"
          options={UNTIL}
          value={spendUntil}
          onChoose={(chosen) => save.mutate({ spendUntil: chosen })}
        />
        <CheckboxField
          variant="switch"
          label="AI Budget Recommendations"
          hint="Summary, tips and forecasts on the dashboard"
          checked={aiRecommendations}
          onChange={(event) => save.mutate({ aiRecommendations: event.target.checked })}
        />
      </div>
    </Card>
  );
}

export function useTimeZoneChoice() {
  const { emailNotifications, notificationTime, timeZone } = useUser();
  const save = useSaveEmailPreferences();
  const stored = { emailNotifications, notificationTime, timeZone };
  return {
    save,
    stored,
    zone: {
      options: firstOf(TIME_ZONES, [...ZONES, timeZone], nameOf),
      value: timeZone,
      onChoose: (chosen: TimeZone) => save.mutate({ ...stored, timeZone: chosen }),
    },
  };
}
