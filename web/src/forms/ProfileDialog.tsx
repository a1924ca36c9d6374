import { changePasswordBody, profileBody } from "@coffer/contract/user";
import { withRules } from "@coffer/domain/definition/kind";
import { fields } from "@coffer/domain/definition/values";
import { pluralize } from "@coffer/domain/text/plural";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useChangePassword, useSaveProfile } from "../api/account.ts";
import { passkeyList } from "../api/security.ts";
import { sharedUsers } from "../api/sharing.ts";
import { useUser } from "../selection/selection.ts";
import { CheckboxField } from "../ui/base/CheckboxField.tsx";
import { PasswordField } from "../ui/base/PasswordField.tsx";
import { TextField } from "../ui/base/TextField.tsx";
import { FormDialog } from "../ui/overlays/FormDialog.tsx";
import {
  confirmPassword,
  NewPasswordField,
  RepeatedPasswordField,
  repeats,
} from "./base/NewPasswordField.tsx";
import { useSchemaForm } from "./base/use-schema-form.ts";

export function ProfileDialog({ onClose }: { onClose: () => void }) {
  const user = useUser();
  const { firstName, lastName, email, phone } = user;
  const save = useSaveProfile(user);
  const form = useSchemaForm(profileBody, {
    defaultValues: { firstName, lastName, email, phone },
    save: (read) => save.mutateAsync(read),
    onClose,
  });
  return (
    <FormDialog title="Edit Profile" {...form.submission} submit="Save changes">
      <div className="fields-2">
        <TextField label="First name" required autoComplete="given-name" {...form.field("firstName")} />
        <TextField label="Last name" required autoComplete="family-name" {...form.field("lastName")} />
      </div>
      <TextField
        label="Email"
        type="email"
        required
        autoComplete="email"
        hint="We send a link to a new address to verify it"
        {...form.field("email")}
      />
      <TextField label="Phone number" type="tel" required autoComplete="tel" {...form.field("phone")} />
    </FormDialog>
  );
}

const changePasswordForm = withRules(fields({ ...changePasswordBody.entries, confirmPassword }), [
  repeats("newPassword"),
]);

export function PasswordDialog({ onClose }: { onClose: () => void }) {
  const { hasLedger } = useUser();
  const change = useChangePassword();
  // Refetches, because somebody who knew the password may have shared the budget.
  const { data = [] } = useQuery({ ...sharedUsers(undefined), staleTime: 0, enabled: hasLedger });
  const isMembership = ({ permissionType, status }: (typeof data)[number]) =>
    permissionType === "member" && status === "active";
  const shares = data.filter((share) => !isMembership(share));
  const others = data.some(isMembership) ? " The other members stay." : "";
  const { data: passkeys = [] } = useQuery({ ...passkeyList, staleTime: 0 });
  const [endShares, setEndShares] = useState(false);
  const [endPasskeys, setEndPasskeys] = useState(false);
  const form = useSchemaForm(changePasswordForm, {
    defaultValues: { currentPassword: "", newPassword: "", confirmPassword: "" },
    save: ({ currentPassword, newPassword }) =>
      change.mutateAsync({ currentPassword, newPassword, endShares, endPasskeys }),
    onClose,
  });
  return (
    <FormDialog title="Change Password" size="small" {...form.submission} submit="Change password">
      <PasswordField label="Current password" {...form.field("currentPassword")} />
      <NewPasswordField label="New password" hint="At least 6 characters" {...form.field("newPassword")} />
      <RepeatedPasswordField label="Confirm new password" {...form.field("confirmPassword")} />
      {shares.length > 0 && (
        <CheckboxField
          label="End all shares and invitations as well"
          hint={`${pluralize(shares.length, "person", "people")} can open or join your budget now. Choose this where somebody else knew your password.${others}`}
          checked={endShares}
          onChange={(event) => setEndShares(event.target.checked)}
        />
      )}
      {passkeys.length > 0 && (
        <CheckboxField
          label="Remove all passkeys as well"
          hint={passkeysHint(passkeys)}
          checked={endPasskeys}
          onChange={(event) => setEndPasskeys(event.target.checked)}
        />
      )}
    </FormDialog>
  );
}

/** After a reset, passkeys stay suspended until the person keeps them. */
function passkeysHint(passkeys: readonly { suspended?: boolean | undefined }[]): string {
  const signingIn = passkeys.filter(({ suspended }) => !suspended).length;
  const what =
    signingIn === 0
      ? `Your account has ${pluralize(passkeys.length, "passkey", "passkeys")}.`
      : `${pluralize(signingIn, "passkey signs", "passkeys sign")} in to your account without the password.`;
  return `${what} Choose this where you do not know one of them.`;
}
