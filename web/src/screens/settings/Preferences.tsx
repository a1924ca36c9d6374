import { notificationPreferencesBody } from "@coffer/contract/user";
import { fields } from "@coffer/domain/definition/values";
import { CURRENCIES, type Currency } from "@coffer/domain/money/money";
import { TIME_ZONES, type TimeZone } from "@coffer/domain/time/timezone";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { optional } from "valibot";
import { usePreviewSummary, useSaveEmailPreferences, useSavePreferences } from "../../api/account.ts";
import { ledger, useSetLedgerCurrency } from "../../api/people.ts";
import { browserStorage } from "../../browser/web-storage.ts";
import { lazyPart } from "../../loading/lazy.tsx";
import { useCurrency, useOpenLedger, useUser } from "../../selection/selection.ts";
import { THEME } from "../../session/own-storage.ts";
import { Button } from "../../ui/base/Button.tsx";
import { CheckboxField } from "../../ui/base/CheckboxField.tsx";
import { LoadingBar } from "../../ui/base/Loading.tsx";
import { TextField } from "../../ui/base/TextField.tsx";
import { usePlainForm } from "../../ui/base/use-plain-form.ts";
import { Card } from "../../ui/display/Card.tsx";
import { RadioGroup } from "../../ui/fields/RadioGroup.tsx";
import { SelectField } from "../../ui/fields/SelectField.tsx";

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

/** The media query for a color of the browser's bars, as in index.html. */
function mediaOf(theme: string, scheme = ""): string {
  if (theme === "system") return `(prefers-color-scheme: ${scheme})`;
  return theme === scheme ? "all" : "not all";
}

const CurrencyDialog = lazyPart(() => import("./CurrencyDialog.tsx"), "CurrencyDialog");

const CURRENCY_NAMES = new Intl.DisplayNames("en-US", { type: "currency" });
const nameOf = (code: Currency): string => `${code} – ${CURRENCY_NAMES.of(code)}`;
const CURRENCY_OPTIONS = firstOf(CURRENCIES, Intl.supportedValuesOf("currency"), nameOf);

/** Sets the currency of the user and of the budget; asks which one if others see the budget. */
function CurrencyField() {
  const { ledgerId, can } = useOpenLedger();
  const own = useUser().currency;
  const current = useCurrency();
  const { data, refetch } = useQuery({ ...ledger(ledgerId), meta: {} });
  const savePreferences = useSavePreferences();
  const setLedgerCurrency = useSetLedgerCurrency(ledgerId);
  const [asking, setAsking] = useState<Currency>();
  const isMember = can("owner");
  const hasOthers = (data?.members.length ?? 1) > 1;
  const choose = async (currency: Currency) => {
    // The guests may have changed, or not have loaded.
    const { data: now } = await refetch();
    if (isMember && (now?.members.length ?? 1) > 1) return setAsking(currency);
    savePreferences.mutate({ currency });
    if (isMember && ledgerId !== undefined) setLedgerCurrency.mutate(currency);
  };
  const answer = (save: (currency: Currency) => void) => {
    if (asking) save(asking);
    setAsking(undefined);
  };
  const others = isMember ? "Everybody sees this budget in this currency" : `This budget is in ${current}`;
  return (
    <>
      <SelectField
        label="Currency"
        hint={`How amounts are written; nothing is converted.${hasOthers || own !== current ? ` ${others}.` : ""}`}
        options={CURRENCY_OPTIONS}
        value={isMember ? current : own}
        onChoose={choose}
      />
      {asking && (
        <Suspense fallback={<LoadingBar />}>
          <CurrencyDialog
            budget={data?.name}
            currency={nameOf(asking)}
            onOwn={() => answer((currency) => savePreferences.mutate({ currency }))}
            onBudget={() => answer((currency) => setLedgerCurrency.mutate(currency))}
            onClose={() => setAsking(undefined)}
          />
        </Suspense>
      )}
    </>
  );
}

// Lazy: the screen is as large as a screen may be (docs/promises.md, P1).
const SummaryRhythm = lazyPart(() => import("./SummaryRhythm.tsx"), "SummaryRhythm");

/** Without the daily summary there is no field for the time. */
const timeForm = (stored: string) =>
  fields({ notificationTime: optional(notificationPreferencesBody.entries.notificationTime, stored) });

/** The time is saved when its field loses the focus, and by the button that the specification asks for. */
function DailySummary() {
  const { emailNotifications, notificationTime, emailVerified } = useUser();
  const { save, stored, zone } = useTimeZoneChoice();
  const preview = usePreviewSummary();
  const { errors, form } = usePlainForm(timeForm(notificationTime), (read) =>
    save.mutate({ ...stored, ...read }),
  );
  return (
    <form className="preferences" {...form}>
      <CheckboxField
        variant="switch"
        label="Daily Email Summary"
        hint={
          emailVerified
            ? "Yesterday's spending, what is left for the month, and payments due"
            : "Goes out once your email address is verified"
        }
        checked={emailNotifications}
        onChange={(event) => save.mutate({ ...stored, emailNotifications: event.target.checked })}
      />
      {emailNotifications && (
        <div className="fields preference-more">
          <div className="fields-2">
            <TextField
              key={notificationTime}
              type="time"
              label="Time"
              required
              name="notificationTime"
              defaultValue={notificationTime}
              error={errors.notificationTime}
              onBlur={({ currentTarget: { value, form }, relatedTarget }) => {
                const isPressed =
                  relatedTarget instanceof HTMLButtonElement && relatedTarget.type === "submit";
                if (value !== notificationTime && !isPressed) form?.requestSubmit();
              }}
            />
            <SelectField label="Time zone" {...zone} />
          </div>
          <Suspense>
            <SummaryRhythm stored={stored} save={save} />
          </Suspense>
          <div className="row">
            <Button type="submit" size="small" pending={save.isPending} pendingLabel="Saving...">
              Save Email Preferences
            </Button>
            <Button
              size="small"
              icon="mail"
              disabled={!emailVerified}
              pending={preview.isPending}
              pendingLabel="Sending..."
              onClick={() => preview.mutate(undefined)}
            >
              Send me a preview
            </Button>
          </div>
        </div>
      )}
    </form>
  );
}

/** The options of a select: the specified values in their order, then all others sorted by label. */
function firstOf(specified: readonly string[], all: readonly string[], labelOf: (value: string) => string) {
  const option = (value: string, group = "") => ({ value, label: labelOf(value), group });
  const others = [...new Set(all)].filter((one) => !specified.includes(one));
  return [
    ...specified.map((value) => option(value)),
    ...others.map((value) => option(value, "Others")).sort((a, b) => (a.label < b.label ? -1 : 1)),
  ];
}

/** Current names of time zones, by the outdated names that some browsers use. */
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
const zoneName = (zone: TimeZone): string => RENAMED[zone] ?? zone;
const ZONES = Intl.supportedValuesOf("timeZone");

function useTimeZoneChoice() {
  const { emailNotifications, notificationTime, timeZone } = useUser();
  const save = useSaveEmailPreferences();
  const stored = { emailNotifications, notificationTime, timeZone };
  return {
    save,
    stored,
    zone: {
      options: firstOf(TIME_ZONES, [...ZONES, timeZone], zoneName),
      value: timeZone,
      onChoose: (chosen: TimeZone) => save.mutate({ ...stored, timeZone: chosen }),
    },
  };
}
