import { CURRENCIES } from "@coffer/domain/money/money";
import { useQuery } from "@tanstack/react-query";
import { useSavePreferences } from "../../api/preferences.ts";
import { sharedWithMe } from "../../api/shared-with-me.ts";
import { useUser } from "../../session/auth-context.tsx";
import { CheckboxField } from "../../ui/base/CheckboxField.tsx";
import { Card } from "../../ui/display/Card.tsx";
import { ChoiceField } from "../../ui/fields/ChoiceField.tsx";
import { SelectField } from "../../ui/fields/SelectField.tsx";
import { EmailPreferences } from "./EmailPreferences.tsx";
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

/** Renders nothing for somebody who has only their own. */
function HomeBudget() {
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
