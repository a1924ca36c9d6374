import { email as emailSchema } from "@coffer/contract/fields";
import { useState } from "react";
import { is } from "valibot";
import { useMailAgain, useResendVerification } from "../api/session.ts";
import { unreadable } from "../api/wire.ts";
import { LocalMail } from "../links/LocalMail.tsx";
import { RouterButton } from "../links/router-links.tsx";
import { lazyPart } from "../loading/lazy.tsx";
import { OfflineNote } from "../offline/OfflineNote.tsx";
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
