import type { User } from "@coffer/domain/account/user";
import {
  isWanted,
  NOTIFICATION_KINDS,
  NOTIFICATION_LABELS,
  NOTIFY_BY,
  type NotifyBy,
} from "@coffer/domain/notification/choices";
import { useSavePreferences } from "../../api/preferences.ts";
import { useUser } from "../../session/auth-context.tsx";
import { CheckboxField } from "../../ui/base/CheckboxField.tsx";
import { Card } from "../../ui/display/Card.tsx";
import { ChoiceField } from "../../ui/fields/ChoiceField.tsx";
import { DailySummary } from "./DailySummary.tsx";

const WAYS: Record<NotifyBy, string> = {
  product: "Inside Coffer only",
  mail: "Inside Coffer, and by email at once",
  summary: "Inside Coffer, and in the daily summary",
};
const OPTIONS = NOTIFY_BY.map((value) => ({ value, label: WAYS[value] }));

/** The switch above all, below it one for each kind, and the daily summary. */
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
            <ChoiceField
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

/** Why the chosen way does not work yet; nothing where it does. */
function hintOf({ notifyBy, emailVerified, emailNotifications }: User): string | undefined {
  if (notifyBy === "product") return undefined;
  if (!emailVerified) return "Goes out once your email address is verified";
  const isOff = notifyBy === "summary" && !emailNotifications;
  return isOff ? "Goes out once the daily email summary is on" : undefined;
}
