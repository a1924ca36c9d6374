import { fields } from "@coffer/contract/fields";
import { notificationPreferencesBody } from "@coffer/contract/user";
import { isTimeZone, TIME_ZONES } from "@coffer/domain/timezone";
import type { ChangeEvent } from "react";
import { usePreviewSummary, useSaveEmailPreferences } from "../../api/preferences.ts";
import { useSchemaForm } from "../../forms/base/use-schema-form.ts";
import { useUser } from "../../shell/auth-context.tsx";
import { Button } from "../../ui/base/Button.tsx";
import { CheckboxField } from "../../ui/base/CheckboxField.tsx";
import { TextField } from "../../ui/base/TextField.tsx";
import { SelectField } from "../../ui/fields/SelectField.tsx";

const ZONES = TIME_ZONES.map((zone) => ({ value: zone, label: zone }));

const { emailNotifications: _, timeZone: __, ...timeForm } = notificationPreferencesBody.entries;

/** The switch and the two selects of one time zone save at once; the time saves with either button. */
export function EmailPreferences() {
  const { emailNotifications, notificationTime, timeZone, emailVerified } = useUser();
  const save = useSaveEmailPreferences();
  const preview = usePreviewSummary();
  const stored = { emailNotifications, notificationTime, timeZone };
  const form = useSchemaForm(fields(timeForm), {
    defaultValues: { notificationTime },
    save: (typed) => save.mutateAsync({ ...stored, ...typed }),
  });
  const isTyped = form.watch("notificationTime") !== notificationTime;
  const zone = {
    options: ZONES,
    value: timeZone,
    onChange: ({ target }: ChangeEvent<HTMLSelectElement>) =>
      isTimeZone(target.value) && save.mutate({ ...stored, timeZone: target.value }),
  };
  return (
    <form className="preferences" noValidate onSubmit={form.submit}>
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
              hint={isTyped && "Not saved yet"}
              {...form.field("notificationTime")}
            />
            <SelectField label="Time zone" {...zone} />
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
        <SelectField label="Global Time Zone" hint="Decides what “today” means everywhere" {...zone} />
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
