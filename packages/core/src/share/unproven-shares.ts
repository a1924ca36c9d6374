import { fullName } from "@coffer/domain/account/user";
import type { Id } from "@coffer/domain/id";
import { shareNotice } from "@coffer/domain/notification/notification";
import type { Env } from "../env.ts";
import { notificationFor } from "../notification/notifications.ts";
import { changedMeanwhile, retryOnConflict } from "../refusal.ts";
import type { Stores } from "../stores.ts";
import { type HouseholdStores, isMember, isMembership, lockUnlessLast, participant } from "./households.ts";
import { newInvitation, shareEmail } from "./share-email.ts";
import type { GrantedShare, Invitation, ShareWrites } from "./share-stores.ts";

type OfferStores = HouseholdStores & Pick<Stores, "invitations">;
type EndEnv = Pick<Env, "clock" | "securityLog">;

const shareChanged = () => changedMeanwhile("The share");

type Entry = GrantedShare | Invitation;

/**
 * Ends the invitations and guests' shares of a user's own ledger, each only while the user is a member of it. Shares of
 * members stay. Writes notifications and entries only if `told` returns them.
 */
export async function endGivenShares(
  stores: OfferStores,
  { securityLog }: Pick<Env, "securityLog">,
  userId: Id,
  told: (entry: Entry) => Promise<Pick<ShareWrites, "notifications" | "recording">> = async () => ({}),
): Promise<void> {
  /** False if the user is not a member any more. */
  const end = (entry: Entry) =>
    retryOnConflict(async () => {
      const household = await stores.households.get(userId);
      const own = await participant(stores, userId, userId);
      if (!own || !isMember(own)) return false;
      const current = await currentOf(stores, entry);
      if (!current || isMembership(current)) return true;
      if (!(await remove(stores, current, { household, ...(await told(current)) }))) return "changed";
      securityLog({ event: "share-ended", userId, shareId: current.id });
      return true;
    }, shareChanged);

  // Invitations first: one that is accepted concurrently is found among the shares.
  for (const invitation of await stores.invitations.list(userId)) if (!(await end(invitation))) return;
  for (const share of await stores.shares.list(userId)) if (!(await end(share))) return;
}

const remove = (
  { shares, invitations }: OfferStores,
  entry: Entry,
  writes: Parameters<Stores["shares"]["remove"]>[1],
): Promise<boolean> =>
  entry.recipientId === null ? invitations.remove(entry, writes) : shares.remove(entry, writes);

async function currentOf(
  { shares, invitations }: OfferStores,
  { ownerId, recipientId, email }: Entry,
): Promise<Entry | undefined> {
  if (recipientId !== null) return shares.get(ownerId, recipientId);
  return (await invitations.list(ownerId)).find((invitation) => invitation.email === email);
}

/** Ends the shares that a user received, except in ledgers without another member. Writes no entry. */
export async function endReceivedShares(stores: OfferStores, env: EndEnv, userId: Id): Promise<void> {
  for (const { ownerId } of await stores.shares.grantedTo(userId)) {
    await retryOnConflict(async () => {
      const share = await stores.shares.get(ownerId, userId);
      if (!share) return undefined;
      const leaving = { ledgerId: ownerId, leaving: userId };
      const household = isMembership(share) ? await lockUnlessLast(stores, env, leaving) : undefined;
      if (household === null) return undefined;
      if (!(await stores.shares.remove(share, { household: household ?? null }))) return "changed";
      env.securityLog({ event: "share-ended", userId, shareId: share.id });
      return undefined;
    }, shareChanged);
  }
}

/**
 * Ends all shares that an account gave and received, at the first verification of its address, as somebody else may have
 * registered it. Writes no entry.
 */
export async function endUnprovenShares(stores: OfferStores, env: EndEnv, userId: Id): Promise<void> {
  await endGivenShares(stores, env, userId);
  await endReceivedShares(stores, env, userId);
}

/** Ends the remaining shares of a ledger that has ended. */
export async function endAllShares(
  stores: OfferStores,
  { securityLog }: Pick<Env, "securityLog">,
  ledgerId: Id,
  by: Id,
): Promise<void> {
  const entries = [...(await stores.invitations.list(ledgerId)), ...(await stores.shares.list(ledgerId))];
  for (const entry of entries)
    if (await remove(stores, entry, { household: null }))
      securityLog({ event: "share-ended", userId: by, shareId: entry.id });
}

/** The shares that a user made while their address was not verified, in all ledgers that they are a member of. */
async function waitingOf(stores: OfferStores, userId: Id): Promise<Entry[]> {
  const granted = await stores.shares.grantedTo(userId);
  const ledgerIds = new Set([userId, ...granted.filter(isMembership).map(({ ownerId }) => ownerId)]);
  const waiting: Entry[] = [];
  for (const ledgerId of ledgerIds) {
    const own = await participant(stores, ledgerId, userId);
    if (!own || !isMember(own)) continue;
    // An older release did not store the inviter: then it counts as the first owner's.
    const isOwn = ({ invitedBy }: Entry) => (invitedBy ?? ledgerId) === userId;
    const entries = [...(await stores.invitations.list(ledgerId)), ...(await stores.shares.list(ledgerId))];
    waiting.push(...entries.filter((entry) => !entry.mailed && isOwn(entry)));
  }
  return waiting;
}

export const hasUnmailedShares = async (stores: OfferStores, userId: Id): Promise<boolean> =>
  (await waitingOf(stores, userId)).length > 0;

/** Mails the shares that a user made before they were verified; idempotent. */
export async function mailWaitingShares(
  stores: OfferStores,
  env: Pick<Env, "ids" | "clock" | "origin">,
  userId: Id,
): Promise<void> {
  const owner = await stores.users.get(userId);
  if (!owner?.emailVerified) return;
  for (const entry of await waitingOf(stores, userId)) {
    const { name: ledgerName } = await stores.households.get(entry.ownerId);
    const sender = { owner, ledgerName };
    // Another's note is not mailed in this user's name.
    const { note } = entry;
    const said = { note: entry.invitedBy === userId ? note : null };
    if (entry.recipientId === null) {
      const { invitation, mail } = newInvitation(env, sender, { ...entry, ...said });
      const invited = { ...invitation, note, mailed: true };
      await stores.invitations.invite(invited, entry, { mail, household: null });
      continue;
    }
    const to = await stores.users.get(entry.recipientId);
    if (!to) continue;
    const mail = shareEmail(env, sender, to, { ...entry, ...said });
    const notice = shareNotice("offered", entry.id, fullName(owner));
    const notifications = [notificationFor(env, to, notice, { hasOwnMail: true })];
    const share = { ...entry, mailed: true };
    await stores.shares.grant(share, { granted: entry }, { mail, notifications, household: null });
  }
}
