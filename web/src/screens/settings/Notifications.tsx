import type { User } from "@coffer/domain/account/user";
import {
  isWanted,
  NOTIFICATION_KINDS,
  NOTIFICATION_LABELS,
  NOTIFY_BY,
  type NotifyBy,
} from "@coffer/domain/notification/choices";
import { useSavePreferences } from "../../api/account.ts";
import { useUser } from "../../selection/selection.ts";
import { CheckboxField } from "../../ui/base/CheckboxField.tsx";
import { Card } from "../../ui/display/Card.tsx";
import { SelectField } from "../../ui/fields/SelectField.tsx";

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
    <Card title="What to notify you about">
      <div className="preferences">
        {user.notifications ? (
          <>
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
          </>
        ) : (
          <p className="muted">
            Notifications are off. Turn them on in <a href="#preferences">Preferences</a>.
          </p>
        )}
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
