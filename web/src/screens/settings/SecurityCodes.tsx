import type { totp } from "@coffer/contract/totp";
import { locale } from "@coffer/domain/text/locale";
import { pluralize } from "@coffer/domain/text/plural";
import type { InferOutput } from "valibot";
import { useBeginCodes, useRemoveCodes } from "../../api/totp.ts";
import { useDialog } from "../../forms/base/use-dialog.tsx";
import { lazyComponent } from "../../loading/lazy.ts";
import { useUser } from "../../session/auth-context.tsx";
import { Button } from "../../ui/base/Button.tsx";
import { useConfirm } from "../../ui/overlays/confirm.ts";

// Lazy: it draws the QR code.
const CodesDialog = lazyComponent(() => import("./SecurityCodesDialog.tsx"), "SecurityCodesDialog");

type Props = { codes: InferOutput<typeof totp.status.reply>; hasPasskey: boolean };

export function SecurityCodes({ codes: { on, recoveryCodes, goesAt }, hasPasskey }: Props) {
  const { open, dialog } = useDialog();
  const begin = useBeginCodes();
  const remove = useRemoveCodes();
  const turnOn = () =>
    begin.mutate(undefined, {
      onSuccess: ({ uri }) => open((close) => <CodesDialog uri={uri} onClose={close} />),
    });
  const confirm = useConfirm();
  const { timeZone } = useUser();
  const confirmRemoval = () =>
    confirm({
      title: "Turn sign-in codes off",
      body: "Whoever knows your password can then sign in.",
      action: { label: "Turn off", run: () => remove.mutateAsync(undefined) },
    });
  return (
    <section aria-labelledby="codes" className="stack">
      <h3 id="codes">Sign-in codes</h3>
      <p className="muted">
        {on
          ? `Signing in with your password takes a code of your authenticator app. Recovery codes left: ${recoveryCodes}.`
          : "Signing in with your password then takes a code of an authenticator app on your phone."}
        {hasPasskey && " A passkey takes none."}
      </p>
      {on && recoveryCodes < 3 && (
        <p role="note">
          {pluralize(recoveryCodes, "recovery code is", "recovery codes are")} left. Turn the codes off and on
          again to get ten new ones.
        </p>
      )}
      {goesAt !== null && (
        <p role="note">
          An administrator takes your codes away on{" "}
          {new Intl.DateTimeFormat(locale.dates, { dateStyle: "medium", timeZone }).format(goesAt)}. Signing
          in with a code until then keeps them.
        </p>
      )}
      <div>
        {on ? (
          <Button variant="secondary" size="small" onClick={confirmRemoval}>
            Turn sign-in codes off
          </Button>
        ) : (
          <Button variant="secondary" size="small" pending={begin.isPending} onClick={turnOn}>
            Turn sign-in codes on
          </Button>
        )}
      </div>
      {dialog}
    </section>
  );
}
