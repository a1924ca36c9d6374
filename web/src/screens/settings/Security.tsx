import type { passkeys } from "@coffer/contract/passkey";
import type { totp } from "@coffer/contract/totp";
import { pluralize } from "@coffer/domain/text/plural";
import { useQuery } from "@tanstack/react-query";
import type { InferOutput } from "valibot";
import {
  codesStatus,
  passkeyList,
  useBeginCodes,
  useKeepPasskey,
  useRemoveCodes,
  useRemovePasskey,
} from "../../api/security.ts";
import { passkeyPlace } from "../../api/session.ts";
import { useDateFormat } from "../../format/use-date-format.ts";
import { lazyPart, useDialog } from "../../loading/lazy.tsx";
import { QueryResult } from "../../loading/QueryResult.tsx";
import { Button } from "../../ui/base/Button.tsx";
import { Badge } from "../../ui/display/Badge.tsx";
import { Card } from "../../ui/display/Card.tsx";
import { useConfirm } from "../../ui/overlays/confirm.ts";

const CodesDialog = lazyPart(() => import("./SecurityDialogs.tsx"), "SecurityCodesDialog");
const PasskeyDialog = lazyPart(() => import("./SecurityDialogs.tsx"), "SecurityPasskeyDialog");

type Passkeys = InferOutput<typeof passkeys.list.reply>;
type CodesProps = { codes: InferOutput<typeof totp.status.reply>; hasPasskey: boolean };

export function Security() {
  const passkeys = useQuery(passkeyList);
  const codes = useQuery(codesStatus);
  return (
    <Card title="Security" description="Protects your account even if somebody knows your password.">
      <QueryResult queries={{ passkeys, codes }} failed="Failed to load security settings" lines={3}>
        {(data) => (
          <div className="stack">
            <PasskeySection passkeys={data.passkeys} />
            <CodesSection codes={data.codes} hasPasskey={data.passkeys.length > 0} />
          </div>
        )}
      </QueryResult>
    </Card>
  );
}

function PasskeySection({ passkeys }: { passkeys: Passkeys }) {
  const { open, dialog } = useDialog();
  const remove = useRemovePasskey();
  const confirm = useConfirm();
  const { here, elsewhere } = passkeyPlace();
  const confirmRemoval = (passkey: Passkeys[number]) =>
    confirm({
      title: "Remove passkey",
      body: `“${passkey.name}” will not sign you in any more. Remove it on the device as well.`,
      action: { label: "Remove", pendingLabel: "Removing...", run: () => remove.mutateAsync(passkey) },
    });
  return (
    <section aria-labelledby="passkeys" className="stack">
      <h3 id="passkeys">Passkeys</h3>
      <p className="muted">Sign in with a fingerprint, face or device lock. Passkeys cannot be phished.</p>
      {passkeys.some(({ suspended }) => suspended) && (
        <p role="note">
          Your password was reset, so the passkeys from before do not sign in. Keep the ones that you added
          yourself, and remove the others.
        </p>
      )}
      {passkeys.length > 0 && (
        <ul>
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} {...passkey} onRemove={() => confirmRemoval(passkey)} />
          ))}
        </ul>
      )}
      {here && (
        <Button size="small" icon="plus" onClick={() => open((close) => <PasskeyDialog onClose={close} />)}>
          Add a passkey
        </Button>
      )}
      {elsewhere && (
        <p>
          Passkeys need a host name, and this address has none.{" "}
          <a href={`${elsewhere}/settings`}>Open Settings at {new URL(elsewhere).host}</a> and sign in there
          to add one.
        </p>
      )}
      {!here && !elsewhere && <p>Passkeys need a browser that supports them, and an https address.</p>}
      {dialog}
    </section>
  );
}

type PasskeyProps = Passkeys[number] & { onRemove: () => void };

function PasskeyRow({ onRemove, ...passkey }: PasskeyProps) {
  const { id, name, createdAt, lastUsedAt, network, browser, system, suspended } = passkey;
  const keep = useKeepPasskey();
  const date = useDateFormat();
  const browserText = [browser, system].filter(Boolean).join(" on ");
  const place = [browserText && `in ${browserText}`, network && `from ${network}`].filter(Boolean).join(" ");
  return (
    <li className="device">
      <div>
        <p className="device-name">
          {name} {suspended && <Badge>Does not sign in</Badge>}
        </p>
        <p className="muted">
          Added {date.format(createdAt)}
          {place && ` ${place}`}
        </p>
        {lastUsedAt !== null && <p className="muted">Last used {date.format(lastUsedAt)}</p>}
      </div>
      <div className="device-actions">
        {suspended && (
          <Button
            size="small"
            aria-label={`Keep ${name}`}
            pending={keep.isPending}
            pendingLabel="Keeping..."
            onClick={() => keep.mutate({ id, name })}
          >
            Keep
          </Button>
        )}
        <Button size="small" aria-label={`Remove ${name}`} onClick={onRemove}>
          Remove
        </Button>
      </div>
    </li>
  );
}

function CodesSection({ codes: { on, recoveryCodes, goesAt }, hasPasskey }: CodesProps) {
  const { open, dialog } = useDialog();
  const begin = useBeginCodes();
  const remove = useRemoveCodes();
  const confirm = useConfirm();
  const date = useDateFormat();
  const turnOn = () =>
    begin.mutate(undefined, {
      onSuccess: ({ uri }) => open((close) => <CodesDialog uri={uri} onClose={close} />),
    });
  const confirmTurningOff = () =>
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
          ? `Signing in with your password requires a code from your authenticator app. Recovery codes left: ${recoveryCodes}.`
          : "Signing in with your password then requires a code from an authenticator app on your phone."}
        {hasPasskey && " A passkey requires none."}
      </p>
      {on && recoveryCodes < 3 && (
        <p role="note">
          {pluralize(recoveryCodes, "recovery code is", "recovery codes are")} left. Turn the codes off and on
          again to get ten new ones.
        </p>
      )}
      {goesAt !== null && (
        <p role="note">
          An administrator will remove your codes on {date.format(goesAt)}. Sign in with a code before then to
          keep them.
        </p>
      )}
      <Button size="small" pending={begin.isPending} onClick={on ? confirmTurningOff : turnOn}>
        {on ? "Turn sign-in codes off" : "Turn sign-in codes on"}
      </Button>
      {dialog}
    </section>
  );
}
