import { CURRENCIES } from "@coffer/domain/money/money";
import { useSavePreferences } from "../../api/preferences.ts";
import { useUser } from "../../session/auth-context.tsx";
import { Button } from "../../ui/base/Button.tsx";
import { CheckboxField } from "../../ui/base/CheckboxField.tsx";
import { Card } from "../../ui/display/Card.tsx";
import { ChoiceField } from "../../ui/fields/ChoiceField.tsx";
import { useTimeZoneChoice } from "./DailySummary.tsx";
import { firstOf } from "./first-of.ts";

const CURRENCY_NAMES = new Intl.DisplayNames("en-US", { type: "currency" });
const OPTIONS = firstOf(
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
        <ChoiceField label="Global Time Zone" hint="Your time zone decides what “today” means" {...zone} />
        <div>
          <Button
            variant="secondary"
            size="small"
            pending={saveZone.isPending}
            pendingLabel="Saving..."
            onClick={() => saveZone.mutate(stored)}
          >
            Save Time Zone Settings
          </Button>
        </div>
        <ChoiceField
          label="Currency"
          hint="How amounts are written; nothing is converted"
          options={OPTIONS}
          value={currency}
          onChoose={(chosen) => save.mutate({ currency: chosen })}
        />
        <ChoiceField
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
