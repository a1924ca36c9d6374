import { useState } from "react";
import { useSavePreferences } from "../../api/account.ts";
import { browserStorage } from "../../browser/web-storage.ts";
import { useUser } from "../../selection/selection.ts";
import { THEME } from "../../session/own-storage.ts";
import { Button } from "../../ui/base/Button.tsx";
import { CheckboxField } from "../../ui/base/CheckboxField.tsx";
import { Card } from "../../ui/display/Card.tsx";
import { RadioGroup } from "../../ui/fields/RadioGroup.tsx";
import { SelectField } from "../../ui/fields/SelectField.tsx";
import { CurrencyField } from "./CurrencyField.tsx";
import { useTimeZoneChoice } from "./choices.ts";
import { DailySummary } from "./DailySummary.tsx";

const UNTIL = [
  { value: "month-end", label: "The end of the month" },
  { value: "pay-day", label: "The next pay day" },
] as const;

export function Preferences() {
  const { notifications, aiRecommendations, spendUntil } = useUser();
  const save = useSavePreferences();
  const { save: saveZone, stored, zone } = useTimeZoneChoice();
  return (
    <Card title="Preferences">
      <div className="preferences">
        <CheckboxField
          variant="switch"
          label="Notifications"
          hint="Messages about your home budget and your account, under the bell"
          checked={notifications}
          onChange={(event) => save.mutate({ notifications: event.target.checked })}
        />
        <DailySummary />
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
        <CheckboxField
          variant="switch"
          label="AI Budget Recommendations"
          hint="Summary, tips and forecasts on the dashboard"
          checked={aiRecommendations}
          onChange={(event) => save.mutate({ aiRecommendations: event.target.checked })}
        />
        <CurrencyField />
        <SelectField
          label="Money has to last until"
          hint="The dashboard counts what you can spend a day until then"
          options={UNTIL}
          value={spendUntil}
          onChoose={(chosen) => save.mutate({ spendUntil: chosen })}
        />
      </div>
    </Card>
  );
}

const THEMES = [
  { value: "system", label: "System" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
];

export function Appearance() {
  const [theme, setTheme] = useState(() => browserStorage.getItem(THEME) ?? "system");
  const choose = (chosen: string) => {
    setTheme(chosen);
    if (chosen === "system") browserStorage.removeItem(THEME);
    else browserStorage.setItem(THEME, chosen);
    document.documentElement.style.colorScheme = chosen === "system" ? "" : chosen;
    for (const meta of document.querySelectorAll<HTMLMetaElement>("meta[data-scheme]"))
      meta.media = mediaOf(chosen, meta.dataset.scheme);
  };
  return (
    <Card title="Appearance" description="In this browser.">
      <RadioGroup label="Theme" layout="segments" options={THEMES} value={theme} onChoose={choose} />
    </Card>
  );
}

/** When a colour of the browser's own bars applies, as in index.html. */
function mediaOf(theme: string, scheme = ""): string {
  if (theme === "system") return `(prefers-color-scheme: ${scheme})`;
  return theme === scheme ? "all" : "not all";
}
