import { totpCode } from "@coffer/contract/totp";
import { fields, text } from "@coffer/domain/definition/values";
import { encode } from "uqr";
import { useAddPasskey, useConfirmCodes } from "../../api/security.ts";
import { useSchemaForm } from "../../forms/base/use-schema-form.ts";
import { Button } from "../../ui/base/Button.tsx";
import { TextField } from "../../ui/base/TextField.tsx";
import { saveFile } from "../../ui/controls/save-file.ts";
import { Dialog, DialogActions } from "../../ui/overlays/Dialog.tsx";
import { FormDialog } from "../../ui/overlays/FormDialog.tsx";
import "./SecurityDialogs.css";

const codeForm = fields({ code: totpCode });

export function SecurityCodesDialog({ uri, onClose }: { uri: string; onClose: () => void }) {
  const confirm = useConfirmCodes();
  const form = useSchemaForm(codeForm, {
    defaultValues: { code: "" },
    save: ({ code }) => confirm.mutateAsync(code),
  });
  if (confirm.data) return <RecoveryCodes codes={confirm.data.recoveryCodes} onClose={onClose} />;
  return (
    <FormDialog
      title="Turn sign-in codes on"
      description="Scan this with an authenticator app, then enter the code that the app shows."
      {...form.submission}
      onClose={onClose}
      submit="Turn on"
    >
      <QrCode uri={uri} />
      <TextField
        label="Code"
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        {...form.field("code")}
      />
    </FormDialog>
  );
}

/** Black on white in any theme, because phones cannot scan anything else. */
function QrCode({ uri }: { uri: string }) {
  const { data, size } = encode(uri, { border: 2 });
  const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <div className="codes-qr">
      <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label="QR code for an authenticator app">
        <rect width={size} height={size} fill="#fff" />
        <path d={path.join("")} fill="#000" />
      </svg>
      <p className="muted">
        Or type this key into the app: <code>{new URL(uri).searchParams.get("secret")}</code>
      </p>
    </div>
  );
}

function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const save = () =>
    saveFile(new Blob([codes.join("\n")], { type: "text/plain" }), "coffer-recovery-codes.txt");
  return (
    <Dialog
      title="Keep your recovery codes"
      description="Each code signs you in once if you lose your phone. They are shown only now: save them or write them down."
      onClose={onClose}
    >
      <ul className="codes-recovery">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <DialogActions>
        <Button variant="secondary" onClick={save}>
          Save as a file
        </Button>
        <Button onClick={onClose}>I have kept them</Button>
      </DialogActions>
    </Dialog>
  );
}

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
      description="The name helps you recognize the passkey. Your browser asks for the rest."
      size="small"
      discardable
      {...form.submission}
      submit="Continue"
    >
      <TextField label="Name" placeholder="Phone, laptop, key" required {...form.field("name")} />
    </FormDialog>
  );
}
