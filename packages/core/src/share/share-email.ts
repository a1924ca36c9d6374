import { fullName, type User } from "@coffer/domain/account/user";
import { screenPath } from "@coffer/domain/link/links";
import type { Share } from "@coffer/domain/share/sharing";
import { DAY_MS } from "@coffer/domain/time/duration";
import { hashOf, newToken } from "../account/links.ts";
import type { Env } from "../env.ts";
import { type EmailJob, emailJob } from "../mail/outbox.ts";
import type { Invitation } from "./share-stores.ts";

const INVITATION_MS = 7 * DAY_MS;

/** The form in Settings writes it for everybody: nobody's own words. */
const noteOf = ({ note }: Share): string | null => (note === "Shared from the settings page" ? null : note);

/** Tells somebody with an account that a budget is open to them. */
export function shareEmail(
  env: Pick<Env, "ids" | "clock" | "origin">,
  owner: User,
  to: User,
  share: Share,
): EmailJob {
  const { email, firstName } = to;
  const link = env.origin + screenPath("/", { budget: owner.id });
  const sender = { ownerName: fullName(owner), ownerEmail: owner.email };
  const data = { ...sender, permission: share.permission, note: noteOf(share), link };
  return emailJob(env, { kind: "budget-shared", to: email, firstName, ...data }, to.id);
}

/** An invitation under a new link, and the mail that carries the link. */
export function newInvitation(
  env: Pick<Env, "ids" | "clock" | "origin">,
  owner: User,
  share: Share & { recipientId: null },
): { invitation: Omit<Invitation, "mailed">; mail: EmailJob } {
  const { email: to, permission } = share;
  const token = newToken();
  const link = `${env.origin}/invitation/${token}`;
  const data = { ownerName: fullName(owner), ownerEmail: owner.email, permission, note: noteOf(share), link };
  return {
    invitation: { ...share, tokenHash: hashOf(token), until: env.clock() + INVITATION_MS },
    mail: emailJob(env, { kind: "invitation", to, ...data }, null),
  };
}
