import { fullName } from "@coffer/domain/account/user";
import type { Id } from "@coffer/domain/id";
import { shareNotice } from "@coffer/domain/notification/notification";
import type { Env } from "../env.ts";
import { notificationFor } from "../notification/notifications.ts";
import type { Stores } from "../stores.ts";
import { newInvitation, shareEmail } from "./share-email.ts";

type OfferStores = Pick<Stores, "shares" | "invitations">;

/** Somebody else may have made them; with `keepsOwn`, what the user was given alone. No entry tells of it. */
export async function endAllShares(
  { shares, invitations }: OfferStores,
  { securityLog }: Pick<Env, "securityLog">,
  userId: Id,
  { keepsOwn = false } = {},
): Promise<void> {
  const ended = (shareId: Id) => securityLog({ event: "share-ended", userId, shareId });

  // Invitations first: one that is accepted meanwhile is among the shares by then.
  for (const { email, id } of keepsOwn ? [] : await invitations.list(userId))
    if (await invitations.remove(userId, email, id, null)) ended(id);
  for (const { recipientId, id } of keepsOwn ? [] : await shares.list(userId))
    if (await shares.remove({ ownerId: userId, recipientId }, {})) ended(id);
  for (const { ownerId, id } of await shares.grantedTo(userId))
    if (await shares.remove({ ownerId, recipientId: userId }, {})) ended(id);
}

export async function hasUnmailedShares({ shares, invitations }: OfferStores, ownerId: Id): Promise<boolean> {
  const [given, invited] = await Promise.all([shares.list(ownerId), invitations.list(ownerId)]);
  return [...given, ...invited].some(({ mailed }) => !mailed);
}

/** Mails what a verified owner shared before; again is fine. */
export async function mailWaitingShares(
  stores: OfferStores & Pick<Stores, "users" | "households">,
  env: Pick<Env, "ids" | "clock" | "origin">,
  ownerId: Id,
): Promise<void> {
  const owner = await stores.users.get(ownerId);
  if (!owner?.emailVerified) return;
  const { name: ledgerName } = await stores.households.get(ownerId);
  const sender = { owner, ledgerName };
  for (const before of await stores.invitations.list(ownerId)) {
    if (before.mailed) continue;
    const { invitation, mail } = newInvitation(env, sender, before);
    await stores.invitations.invite({ ...invitation, mailed: true }, before, { mail });
  }
  for (const granted of await stores.shares.list(ownerId)) {
    const to = granted.mailed ? undefined : await stores.users.get(granted.recipientId);
    if (!to) continue;
    const mail = shareEmail(env, sender, to, granted);
    const notice = shareNotice("offered", granted.id, fullName(owner));
    const notifications = [notificationFor(env, to, notice, { hasOwnMail: true })];
    await stores.shares.grant({ ...granted, mailed: true }, { granted }, { mail, notifications });
  }
}
