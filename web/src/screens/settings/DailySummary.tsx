import { notificationPreferencesBody } from "@coffer/contract/user";
import { fields } from "@coffer/domain/definition/values";
import { TIME_ZONES, type TimeZone } from "@coffer/domain/time/timezone";
import { optional } from "valibot";
import { usePreviewSummary, useSaveEmailPreferences } from "../../api/preferences.ts";
import { useUser } from "../../session/auth-context.tsx";
import { Button } from "../../ui/base/Button.tsx";
import { CheckboxField } from "../../ui/base/CheckboxField.tsx";
import { TextField } from "../../ui/base/TextField.tsx";
import { usePlainForm } from "../../ui/base/use-plain-form.ts";
import { ChoiceField } from "../../ui/fields/ChoiceField.tsx";
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

/** Without the daily summary there is no field for the time. */
const timeForm = (stored: string) =>
  fields({ notificationTime: optional(notificationPreferencesBody.entries.notificationTime, stored) });

/** One for all: where the summary comes, and what "today" means. */
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

/** The time is saved when its field is left; the specified button does the same. */
export function DailySummary() {
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
            <ChoiceField label="Time zone" {...zone} />
          </div>
          <div className="row">
            <Button
              type="submit"
              variant="secondary"
              size="small"
              pending={save.isPending}
              pendingLabel="Saving..."
            >
              Save Email Preferences
            </Button>
            <Button
              variant="secondary"
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
