import { notificationPreferencesBody } from "@coffer/contract/user";
import type { User } from "@coffer/domain/account/user";
import { fields } from "@coffer/domain/definition/values";
import {
  isWanted,
  NOTIFICATION_KINDS,
  NOTIFICATION_LABELS,
  NOTIFY_BY,
  type NotifyBy,
} from "@coffer/domain/notification/choices";
import { optional } from "valibot";
import { usePreviewSummary, useSavePreferences } from "../../api/account.ts";
import { useUser } from "../../selection/selection.ts";
import { Button } from "../../ui/base/Button.tsx";
import { CheckboxField } from "../../ui/base/CheckboxField.tsx";
import { TextField } from "../../ui/base/TextField.tsx";
import { usePlainForm } from "../../ui/base/use-plain-form.ts";
import { Card } from "../../ui/display/Card.tsx";
import { SelectField } from "../../ui/fields/SelectField.tsx";
import { useTimeZoneChoice } from "./Preferences.tsx";

const WAYS: Record<NotifyBy, string> = {
  product: "Inside Coffer only",
  mail: "Inside Coffer, and by email at once",
  summary: "Inside Coffer, and in the daily summary",
};
const OPTIONS = NOTIFY_BY.map((value) => ({ value, label: WAYS[value] }));

export function Notifications() {
  const user = useUser();
  const save = useSavePreferences();
  return (
    <Card title="Notifications">
      <div className="preferences">
        <CheckboxField
          variant="switch"
          label="Notifications"
          hint="Messages about your home budget and your account, under the bell"
          checked={user.notifications}
          onChange={(event) => save.mutate({ notifications: event.target.checked })}
        />
        {user.notifications && (
          <div className="fields preference-more">
            <SelectField
              label="How to tell me"
              options={OPTIONS}
              value={user.notifyBy}
              hint={hintOf(user)}
              onChoose={(chosen) => save.mutate({ notifyBy: chosen })}
            />
            <fieldset className="notification-kinds">
              <legend>Tell me when</legend>
              {NOTIFICATION_KINDS.map((kind) => (
                <CheckboxField
                  key={kind}
                  label={NOTIFICATION_LABELS[kind]}
                  checked={isWanted(kind, user)}
                  onChange={(event) => save.mutate({ notify: { [kind]: event.target.checked } })}
                />
              ))}
            </fieldset>
          </div>
        )}
        <DailySummary />
      </div>
    </Card>
  );
}

function hintOf({ notifyBy, emailVerified, emailNotifications }: User): string | undefined {
  if (notifyBy === "product") return undefined;
  if (!emailVerified) return "Goes out once your email address is verified";
  const isOff = notifyBy === "summary" && !emailNotifications;
  return isOff ? "Goes out once the daily email summary is on" : undefined;
}

/** Without the daily summary there is no field for the time. */
const timeForm = (stored: string) =>
  fields({ notificationTime: optional(notificationPreferencesBody.entries.notificationTime, stored) });

/** The time is saved when its field is left; the specified button does the same. */
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
