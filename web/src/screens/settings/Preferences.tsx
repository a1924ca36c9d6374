import { CURRENCIES } from "@coffer/domain/money/money";
import { TIME_ZONES, type TimeZone } from "@coffer/domain/time/timezone";
import { useSaveEmailPreferences, useSavePreferences } from "../../api/account.ts";
import { useUser } from "../../selection/selection.ts";
import { Button } from "../../ui/base/Button.tsx";
import { CheckboxField } from "../../ui/base/CheckboxField.tsx";
import { Card } from "../../ui/display/Card.tsx";
import { SelectField } from "../../ui/fields/SelectField.tsx";

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

const CURRENCY_NAMES = new Intl.DisplayNames("en-US", { type: "currency" });
const CURRENCY_OPTIONS = firstOf(
  CURRENCIES,
  Intl.supportedValuesOf("currency"),
  (code) => `${code} – ${CURRENCY_NAMES.of(code)}`,
);

const UNTIL = [
  { value: "month-end", label: "The end of the month" },
  { value: "pay-day", label: "The next pay day" },
] as const;

export function Preferences() {
  const { aiRecommendations, currency, spendUntil } = useUser();
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
        <SelectField
          label="Currency"
          hint="How amounts are written; nothing is converted"
          options={CURRENCY_OPTIONS}
          value={currency}
          onChoose={(chosen) => save.mutate({ currency: chosen })}
        />
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

/** The options of a select: the specified values in their order, before all others by their labels. */
function firstOf(specified: readonly string[], all: readonly string[], labelOf: (value: string) => string) {
  const option = (value: string, group = "") => ({ value, label: labelOf(value), group });
  const others = [...new Set(all)].filter((one) => !specified.includes(one));
  return [
    ...specified.map((value) => option(value)),
    ...others.map((value) => option(value, "Others")).sort((a, b) => (a.label < b.label ? -1 : 1)),
  ];
}
