import { notificationPreferencesBody } from "@coffer/contract/user";
import { fields } from "@coffer/domain/definition/values";
import { Suspense } from "react";
import { optional } from "valibot";
import { usePreviewSummary } from "../../api/account.ts";
import { lazyPart } from "../../loading/lazy.tsx";
import { useUser } from "../../selection/selection.ts";
import { Button } from "../../ui/base/Button.tsx";
import { CheckboxField } from "../../ui/base/CheckboxField.tsx";
import { TextField } from "../../ui/base/TextField.tsx";
import { usePlainForm } from "../../ui/base/use-plain-form.ts";
import { SelectField } from "../../ui/fields/SelectField.tsx";
import { useTimeZoneChoice } from "./choices.ts";

// Lazy: the screen is as large as a screen may be (docs/promises.md, P1).
const SummaryRhythm = lazyPart(() => import("./SummaryRhythm.tsx"), "SummaryRhythm");

/** Without the daily summary there is no field for the time. */
const timeForm = (stored: string) =>
  fields({ notificationTime: optional(notificationPreferencesBody.entries.notificationTime, stored) });

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
