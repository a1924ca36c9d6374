import { profileBody } from "@coffer/contract/user";
import { useSaveProfile } from "../api/account.ts";
import { useUser } from "../selection/selection.ts";
import { TextField } from "../ui/base/TextField.tsx";
import { FormDialog } from "../ui/overlays/FormDialog.tsx";
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
