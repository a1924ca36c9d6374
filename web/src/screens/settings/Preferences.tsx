import { CURRENCIES } from "@coffer/domain/money";
import { useSavePreferences } from "../../api/preferences.ts";
import { useUser } from "../../shell/auth-context.tsx";
import { CheckboxField } from "../../ui/base/CheckboxField.tsx";
import { Card } from "../../ui/display/Card.tsx";
import { ChoiceField } from "../../ui/fields/ChoiceField.tsx";
import { EmailPreferences } from "./EmailPreferences.tsx";
import { HomeBudget } from "./HomeBudget.tsx";
import { NotificationChoices } from "./NotificationChoices.tsx";

const CURRENCY_NAMES = new Intl.DisplayNames("en-US", { type: "currency" });
const OPTIONS = CURRENCIES.map((code) => ({ value: code, label: `${code} – ${CURRENCY_NAMES.of(code)}` }));

export function Preferences() {
  const { aiRecommendations, currency } = useUser();
  const save = useSavePreferences();
  return (
    <Card title="Preferences" description="Switches and choices are saved at once.">
      <div className="preferences">
        <HomeBudget />
        <NotificationChoices />
        <EmailPreferences />
        <CheckboxField
          variant="switch"
          label="AI Budget Recommendations"
          hint="Summary, tips and forecasts on the dashboard"
          checked={aiRecommendations}
          onChange={(event) => save.mutate({ aiRecommendations: event.target.checked })}
        />
        <ChoiceField
          label="Currency"
          hint="How amounts are written; nothing is converted"
          options={OPTIONS}
          value={currency}
          onChoose={(chosen) => save.mutate({ currency: chosen })}
        />
      </div>
    </Card>
  );
}
