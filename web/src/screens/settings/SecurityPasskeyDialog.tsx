import { fields, text } from "@coffer/domain/definition/values";
import { useAddPasskey } from "../../api/security.ts";
import { useSchemaForm } from "../../forms/base/use-schema-form.ts";
import { TextField } from "../../ui/base/TextField.tsx";
import { FormDialog } from "../../ui/overlays/FormDialog.tsx";

const passkeyForm = fields({ name: text("Give the passkey a name") });

export function SecurityPasskeyDialog({ onClose }: { onClose: () => void }) {
  const add = useAddPasskey();
  const form = useSchemaForm(passkeyForm, {
    defaultValues: { name: "" },
    save: ({ name }) => add.mutateAsync(name),
    onClose,
  });
  return (
    <FormDialog
      title="Add a passkey"
      description="The name tells your passkeys apart. Your browser asks for the rest."
      size="small"
      discardable
      {...form.submission}
      submit="Continue"
    >
      <TextField label="Name" placeholder="Phone, laptop, key" required {...form.field("name")} />
    </FormDialog>
  );
}
