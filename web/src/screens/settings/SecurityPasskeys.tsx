import type { passkeys } from "@coffer/contract/passkey";
import { locale } from "@coffer/domain/text/locale";
import type { InferOutput } from "valibot";
import { useRemovePasskey } from "../../api/passkeys.ts";
import { useDialog } from "../../forms/base/use-dialog.tsx";
import { lazyComponent } from "../../loading/lazy.ts";
import { useUser } from "../../session/auth-context.tsx";
import { passkeyPlace } from "../../session/passkey-place.ts";
import { Button } from "../../ui/base/Button.tsx";
import { useConfirm } from "../../ui/overlays/confirm.ts";

// Lazy: most visits add none.
const PasskeyDialog = lazyComponent(() => import("./SecurityPasskeyDialog.tsx"), "SecurityPasskeyDialog");

type Passkey = InferOutput<typeof passkeys.list.reply>[number];

export function SecurityPasskeys({ passkeys: all }: { passkeys: readonly Passkey[] }) {
  const { open, dialog } = useDialog();
  const remove = useRemovePasskey();
  const confirm = useConfirm();
  const { timeZone } = useUser();
  const date = new Intl.DateTimeFormat(locale.dates, { dateStyle: "medium", timeZone });
  const { here, elsewhere } = passkeyPlace();
  const confirmRemoval = (passkey: Passkey) =>
    confirm({
      title: "Remove passkey",
      body: `“${passkey.name}” will not sign you in any more. Remove it on the device as well.`,
      action: { label: "Remove", pendingLabel: "Removing...", run: () => remove.mutateAsync(passkey) },
    });
  return (
    <section aria-labelledby="passkeys" className="stack">
      <h3 id="passkeys">Passkeys</h3>
      <p className="muted">
        Sign in by fingerprint, face or the lock of a device. No site can ask you for one.
      </p>
      {all.length > 0 && (
        <ul>
          {all.map((passkey) => (
            <li key={passkey.id} className="device">
              <div>
                <p className="device-name">{passkey.name}</p>
                <p className="muted">
                  Added {date.format(passkey.createdAt)}
                  {passkey.lastUsedAt !== null && `, last used ${date.format(passkey.lastUsedAt)}`}
                </p>
              </div>
              <Button
                variant="secondary"
                size="small"
                aria-label={`Remove ${passkey.name}`}
                onClick={() => confirmRemoval(passkey)}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      {here && (
        <div>
          <Button
            variant="secondary"
            size="small"
            icon="plus"
            onClick={() => open((close) => <PasskeyDialog onClose={close} />)}
          >
            Add a passkey
          </Button>
        </div>
      )}
      {elsewhere && (
        <p>
          Passkeys belong to a name, and this address has none.{" "}
          <a href={`${elsewhere}/settings`}>Open Settings at {new URL(elsewhere).host}</a> and sign in there
          to add one.
        </p>
      )}
      {!here && !elsewhere && <p>Passkeys need a browser that knows them, and an address with https.</p>}
      {dialog}
    </section>
  );
}
