import { email as emailSchema } from "@coffer/contract/fields";
import { pluralize } from "@coffer/domain/text/plural";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { is } from "valibot";
import { useMailAgain, useResendVerification } from "../api/session.ts";
import { isConnected, unreadable } from "../api/wire.ts";
import { failingStorage } from "../browser/database.ts";
import { LocalMail } from "../links/LocalMail.tsx";
import { RouterButton } from "../links/router-links.tsx";
import { lazyPart, useDialog } from "../loading/lazy.tsx";
import { waitingWrites } from "../offline/waiting-writes.ts";
import { useUser } from "../selection/selection.ts";
import { Banner } from "../ui/base/Banner.tsx";
import { Button } from "../ui/base/Button.tsx";

const UnreadableNote = lazyPart(() => import("./UnreadableNote.tsx"), "UnreadableNote");

export function Banners() {
  return (
    <>
      <OfflineNote />
      {unreadable.use() && <UnreadableNote />}
      <EmailBanner />
    </>
  );
}

function EmailBanner() {
  const { mailSuppressed } = useUser();
  return mailSuppressed ? <SuppressedEmail /> : <UnverifiedEmail />;
}

function SuppressedEmail() {
  const { email } = useUser();
  const [hidden, setHidden] = useState(false);
  const again = useMailAgain();
  if (hidden) return null;
  const action = (
    <Button
      size="small"
      pending={again.isPending}
      pendingLabel="Turning on..."
      onClick={() => again.mutate(undefined)}
    >
      Send mail again
    </Button>
  );
  return (
    <Banner onDismiss={() => setHidden(true)} action={action}>
      Mail to {email} came back or was marked as spam, so we stopped sending it.
    </Banner>
  );
}

function UnverifiedEmail() {
  const { email, emailVerified } = useUser();
  const [hidden, setHidden] = useState(false);
  const resend = useResendVerification();
  if (emailVerified || hidden) return null;
  // Registration takes any text as an address.
  const isAddress = is(emailSchema(""), email);
  const action = isAddress ? (
    <Button
      size="small"
      pending={resend.isPending}
      pendingLabel="Sending..."
      onClick={() => resend.mutate(undefined)}
    >
      Send again
    </Button>
  ) : (
    <RouterButton to="/settings" size="small">
      Change it
    </RouterButton>
  );
  return (
    <Banner onDismiss={() => setHidden(true)} action={action}>
      {isAddress ? (
        <>
          Please verify your email address: we sent a link to {email}. <LocalMail />
        </>
      ) : (
        `“${email}” does not look like an email address, so no mail can reach you.`
      )}
    </Banner>
  );
}

const WaitingChanges = lazyPart(() => import("../offline/WaitingChanges.tsx"), "WaitingChanges");

/** The state of what this browser keeps for times without a network. */
function OfflineNote() {
  return (
    <>
      <WaitingNote />
      <StorageNote />
    </>
  );
}

const CANNOT = {
  readonly:
    "This browser does not give back what it kept. Without a network Coffer shows nothing here that was read before, and changes that wait leave once it does.",
  readwrite:
    "This browser keeps nothing for Coffer at the moment. Without a network it does not open here, and changes cannot wait: keep the form open until they are saved.",
};

function StorageNote() {
  const failing = failingStorage.use();
  const [isHidden, setHidden] = useState(false);
  if (failing.size === 0 || isHidden) return null;
  return (
    <Banner onDismiss={() => setHidden(true)}>
      {failing.has("readwrite") ? CANNOT.readwrite : CANNOT.readonly}
    </Banner>
  );
}

/** Shown without a network or while changes wait: the age of the figures, and the number of unsent changes. */
function WaitingNote() {
  const client = useQueryClient();
  const connected = isConnected.use();
  const writes = waitingWrites.use();
  const { open, dialog } = useDialog();
  const refused = writes.filter(({ refused }) => refused).length;
  // The list stays open after all is sent.
  if (connected && writes.length === 0) return dialog;
  const queries = client.getQueryCache().getAll();
  const readAt = Math.max(0, ...queries.map(({ state }) => state.dataUpdatedAt));
  const time = new Date(readAt).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  const texts = [
    !connected && (readAt > 0 ? `Offline, as of ${time}` : "Offline"),
    refused > 0 && `${pluralize(refused, "change")} refused`,
    writes.length > refused && `${writes.length - refused} waiting`,
  ];
  const show = () => open((close) => <WaitingChanges onClose={close} />);
  return (
    <>
      <Banner
        action={
          writes.length > 0 && (
            <Button size="small" onClick={show}>
              Show
            </Button>
          )
        }
      >
        {texts.filter(Boolean).join(" · ")}
      </Banner>
      {dialog}
    </>
  );
}
