import { fullName, type User } from "@coffer/domain/account/user";
import { screenPath } from "@coffer/domain/link/links";
import type { Share } from "@coffer/domain/share/sharing";
import { mentionsLink } from "@coffer/domain/text/link-text";
import { DAY_MS } from "@coffer/domain/time/day";
import { hashOf, newToken } from "../account/links.ts";
import type { Env } from "../env.ts";
import { type EmailJob, emailJob } from "../mail/outbox.ts";
import type { Invitation } from "./share-stores.ts";

/** How long an invitation's link is valid after its mail was sent. */
export const INVITATION_MS = 7 * DAY_MS;

/** Null for the default note of the form in Settings, which the sender did not write. */
const noteOf = ({ note }: Share): string | null => (note === "Shared from the settings page" ? null : note);

export type Sender = { owner: User; ledgerName: string | null };

/** Null for a name that contains a link, so that names cannot be used to mail spam links. */
export const nameForMail = (ledgerName: string | null): string | null =>
  ledgerName !== null && mentionsLink(ledgerName) ? null : ledgerName;

/** The data about the shared ledger that a mail shows. */
const aboutLedger = ({ owner, ledgerName }: Sender, share: Share, link: string) => ({
  ownerName: fullName(owner),
  ownerEmail: owner.email,
  ledgerName: nameForMail(ledgerName),
  permission: share.permission,
  note: noteOf(share),
  link,
});

export function shareEmail(
  env: Pick<Env, "ids" | "clock" | "origin">,
  sender: Sender,
  { id, email: to, firstName }: User,
  share: Share,
): EmailJob {
  const ledgerId = share.ownerId;
  const about = aboutLedger(sender, share, env.origin + screenPath("/", { budget: ledgerId }));
  return emailJob(env, { kind: "budget-shared", to, firstName, ledgerId, ...about }, id);
}

export function newInvitation(
  env: Pick<Env, "ids" | "clock" | "origin">,
  sender: Sender,
  share: Share & Pick<Invitation, "recipientId" | "invitedBy">,
): { invitation: Omit<Invitation, "mailed">; mail: EmailJob } {
  const token = newToken();
  const data = aboutLedger(sender, share, `${env.origin}/invitation/${token}`);
  return {
    invitation: { ...share, tokenHash: hashOf(token), until: env.clock() + INVITATION_MS },
    mail: emailJob(env, { kind: "invitation", to: share.email, ...data }, null),
  };
}
