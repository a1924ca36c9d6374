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

/** One form: its two time zone controls write one value, and its two buttons save the same. */
export function EmailPreferences() {
  const { emailNotifications, notificationTime, timeZone, emailVerified } = useUser();
  const save = useSaveEmailPreferences();
  const preview = usePreviewSummary();
  const form = useSchemaForm(notificationPreferencesBody, {
    defaultValues: { emailNotifications, notificationTime, timeZone },
    save: (read) =>
      save.mutateAsync(read).catch((refusal) => {
        if (emailNotifications && !read.emailNotifications) form.setValue("emailNotifications", true);
        throw refusal;
      }),
  });
  const isOn = form.watch("emailNotifications");
  const zone = {
    options: ZONES,
    value: form.watch("timeZone"),
    onChange: ({ target }: ChangeEvent<HTMLSelectElement>) =>
      isTimeZone(target.value) && form.setValue("timeZone", target.value),
  };
  const daily = form.field("emailNotifications");
  // Switching off hides the fields and their button, so it saves at once.
  const toggle = async (event: ChangeEvent<HTMLInputElement>) => {
    const off = !event.target.checked;
    await daily.onChange(event);
    if (off && emailNotifications) await form.submit();
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
        {...daily}
        onChange={toggle}
      />
      {isOn && (
        <div className="fields preference-more">
          <div className="fields-2">
            <TextField type="time" label="Time" required {...form.field("notificationTime")} />
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
