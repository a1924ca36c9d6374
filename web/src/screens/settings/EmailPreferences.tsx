import { notificationPreferencesBody } from "@coffer/contract/user";
import { fields } from "@coffer/domain/definition/values";
import { TIME_ZONES, type TimeZone } from "@coffer/domain/time/timezone";
import { useState } from "react";
import { optional } from "valibot";
import { usePreviewSummary, useSaveEmailPreferences } from "../../api/preferences.ts";
import { useUser } from "../../session/auth-context.tsx";
import { Button } from "../../ui/base/Button.tsx";
import { CheckboxField } from "../../ui/base/CheckboxField.tsx";
import { TextField } from "../../ui/base/TextField.tsx";
import { usePlainForm } from "../../ui/base/use-plain-form.ts";
import { ChoiceField } from "../../ui/fields/ChoiceField.tsx";

const ZONES = TIME_ZONES.map((zone) => ({ value: zone, label: zone }));

/** Without the daily summary there is no field for the time. */
const timeForm = (stored: string) =>
  fields({ notificationTime: optional(notificationPreferencesBody.entries.notificationTime, stored) });

/** The switch and the two selects of one time zone save at once; the time saves with either button. */
export function EmailPreferences() {
  const { emailNotifications, notificationTime, timeZone, emailVerified } = useUser();
  const save = useSaveEmailPreferences();
  const preview = usePreviewSummary();
  const stored = { emailNotifications, notificationTime, timeZone };
  const [time, setTime] = useState(notificationTime);
  const { errors, form } = usePlainForm(timeForm(notificationTime), (read) =>
    save.mutate({ ...stored, ...read }),
  );
  const zone = {
    options: ZONES,
    value: timeZone,
    onChoose: (chosen: TimeZone) => save.mutate({ ...stored, timeZone: chosen }),
  };
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
              type="time"
              label="Time"
              required
              name="notificationTime"
              value={time}
              hint={time !== notificationTime && "Not saved yet"}
              error={errors.notificationTime}
              onChange={(event) => setTime(event.target.value)}
            />
            <ChoiceField label="Time zone" {...zone} />
          </div>
          <div className="row">
            <Button type="submit" size="small" pending={save.isPending} pendingLabel="Saving...">
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
      <div className="fields">
        <ChoiceField label="Global Time Zone" hint="Decides what “today” means everywhere" {...zone} />
        <div>
          <Button
            type="submit"
            variant="secondary"
            size="small"
            pending={save.isPending}
            pendingLabel="Saving..."
          >
            Save Time Zone Settings
          </Button>
        </div>
      </div>
    </form>
  );
}
