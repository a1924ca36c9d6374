import { normalizeEmail } from "@coffer/domain/account/email-address";
import { fullName, type User } from "@coffer/domain/account/user";
import type { Id } from "@coffer/domain/id";
import { shareNotice } from "@coffer/domain/notification/notification";
import { isRaised, type Permission } from "@coffer/domain/share/sharing";
import { mentionsLink } from "@coffer/domain/text/link-text";
import { today } from "@coffer/domain/time/timezone";
import { type Caller, notPermitted, type OpenLedger, requireRecentPassword } from "../access.ts";
import { currentAccount, securityWrites } from "../account/account-store.ts";
import { createThrottles } from "../account/throttles.ts";
import { recordShare } from "../activity/recording.ts";
import type { Env } from "../env.ts";
import { notificationFor } from "../notification/notifications.ts";
import { changedMeanwhile, found, invalid, Refusal, retryOnConflict, tooMany } from "../refusal.ts";
import type { Stores } from "../stores.ts";
import type { Household } from "./household-store.ts";
import {
  endShare,
  inOrder,
  isMember,
  isMembership,
  lockMembers,
  participant,
  type ShareEntry,
} from "./households.ts";
import { newInvitation, type Sender, shareEmail } from "./share-email.ts";
import type { GrantedShare, Invitation, ShareWrites } from "./share-stores.ts";
import { endGivenShares } from "./unproven-shares.ts";

type ShareDraft = { email: string; permission: Permission; note: string | null };
/** The share to save in place of the address's current one. `isMailedNow`: its mail is queued with it. */
type Offer = Sender & {
  share: Omit<GrantedShare, "recipientId">;
  replaced: { granted: GrantedShare | undefined; invited: Invitation | undefined };
  isMailedNow: boolean;
  writes: ShareWrites;
};

const MAX_SHARES = 100;
const shareChanged = () => changedMeanwhile("The share");

export function createSharing(
  stores: Pick<Stores, "shares" | "invitations" | "users" | "throttles" | "households">,
  env: Pick<Env, "ids" | "clock" | "origin" | "throttle" | "securityLog" | "networks">,
) {
  const { ids, clock, securityLog } = env;
  const throttles = createThrottles(stores, env);

  async function all(ownerId: Id): Promise<(GrantedShare | Invitation)[]> {
    const [shares, invitations] = await Promise.all([
      stores.shares.list(ownerId),
      stores.invitations.list(ownerId),
    ]);
    return inOrder([...shares, ...invitations]);
  }

  /** The current share of an address, and the account, if any, that can open the budget without a link. */
  async function shareState(ownerId: Id, email: string) {
    const [account, entries] = await Promise.all([stores.users.withEmail(email), all(ownerId)]);
    const at = account?.user;
    const verified = at?.emailVerified ? at : undefined;
    const invited = entries.filter(isInvitation).find((entry) => entry.email === email);
    // An opened share belongs to its recipient; one that is not opened, to the address as it was typed.
    const granted = entries
      .filter(isGranted)
      .find((entry) => (entry.opened || verified ? entry.recipientId === at?.id : entry.email === email));
    const to = granted ? await stores.users.get(granted.recipientId) : verified;
    return { invited, granted, to, room: entries.length < MAX_SHARES };
  }

  return {
    list: async ({ ownerId }: OpenLedger): Promise<ShareEntry[]> =>
      Promise.all((await all(ownerId)).map(entryOf)),

    /**
     * A verified account at the address may open the budget at once; others are mailed a link. The response is the same,
     * so that it does not reveal who has an account. Mail of an unverified sender waits until they are verified
     * (unproven-shares.ts). A new or raised share requires a recent password, and is confirmed to its sender by mail.
     */
    async share(caller: Caller, { ownerId }: OpenLedger, draft: ShareDraft): Promise<ShareEntry> {
      const owner = caller.user;
      const email = normalizeEmail(draft.email);
      const { granted, invited } = await shareState(ownerId, email);
      if (isRaised((granted ?? invited)?.permission, draft.permission))
        requireRecentPassword(caller, clock());
      if (email === owner.email) throw invalid("email", "You cannot share your budget with yourself");
      if (mentionsLink(fullName(owner)))
        throw new Refusal("invalid", "Your name has a link in it. Please change it in Settings, then share.");
      await throttles.take("share", String(owner.id));
      await throttles.take("share-network", env.networks?.() ?? []);
      // If the address has had too many mails, a change of a share is saved without one.
      const wait = await throttles.tryTake("invited", email);
      return retryOnConflict(() => saveShare(caller, ownerId, { ...draft, email }, wait), shareChanged);
    },

    /** Takes effect at the recipient's next request. Refuses (conflict) the last member. */
    async remove({ ownerId, user }: Pick<OpenLedger, "ownerId" | "user">, id: Id): Promise<void> {
      await retryOnConflict(async () => {
        const shared = (await all(ownerId)).find((one) => one.id === id);
        const entry = found(shared, "Share");
        const removed = isGranted(entry)
          ? await endShare(stores, env, { ownerId, user }, entry, [await endNotification(entry, user)])
          : await removeInvitation(entry, user);
        // The invitation may have been accepted since it was read; the share has the same id.
        if (!removed) return "changed";
        securityLog({ event: "share-ended", userId: user.id, shareId: id });
        return undefined;
      }, shareChanged);
    },

    /** Ends a user's invitations and guests' shares, which somebody who knew their password may have made. */
    endGiven: (user: User) =>
      endGivenShares(stores, env, user.id, async (entry) => ({
        recording: recordShare(env, { user }, entry, null),
        notifications: isGranted(entry) ? [await endNotification(entry, user)] : [],
      })),
  };

  function removeInvitation(entry: Invitation, user: User): Promise<boolean> {
    const recording = recordShare(env, { user }, entry, null);
    return stores.invitations.remove(entry, { recording, household: null });
  }

  /** Sends no mail if `wait` is positive (throttled). "changed" if something that was read has changed. */
  async function saveShare(
    caller: Caller,
    ownerId: Id,
    { email, permission, note }: ShareDraft,
    wait: number,
  ): Promise<ShareEntry | "changed"> {
    const owner = caller.user;
    // Read first: the write's condition on it then covers everything that is read after it.
    const household = await stores.households.get(ownerId);
    const [{ invited, granted, to, room }, account, own] = await Promise.all([
      shareState(ownerId, email),
      currentAccount(stores, caller),
      participant(stores, ownerId, owner.id),
    ]);
    if (!own || !isMember(own)) throw notPermitted();
    if (to?.id === ownerId && to.hasLedger)
      throw invalid("email", "They are a member of this budget already");
    const before = granted ?? invited;
    if (!before && !room)
      throw new Refusal("conflict", `A budget can be shared with at most ${MAX_SHARES} people`);
    if (!before && wait > 0) throw tooMany(wait);
    const { id, opened } = before ?? { id: ids(), opened: false };
    const isVerified = account.user.emailVerified;
    const mailed = before && wait > 0 ? before.mailed : isVerified;
    const share = { id, ownerId, permission, note, email, opened, mailed, invitedBy: owner.id };
    const after = { ...share, recipientId: to?.id ?? null };
    const unproven = isVerified ? undefined : account;
    // Not mailed to an address that was never verified, which may be somebody else's.
    const isTold = account.provenEmail !== null && isRaised(before?.permission, permission);
    const ownerTold = isTold
      ? { ...securityWrites(env, account, "share-opened", email), notification: null }
      : undefined;
    const locked = granted ? await householdWith(household, granted, to, permission, owner) : household;
    const recording = recordShare(env, caller, before ?? null, after);
    const writes = { unproven, recording, household: locked, ownerTold };
    const isMailedNow = mailed && wait === 0;
    const offer = {
      owner,
      ledgerName: household.name,
      share,
      replaced: { granted, invited },
      isMailedNow,
      writes,
    };
    if (!(await (to ? grant(offer, to) : invite(offer)))) return "changed";
    const event = before ? "share-changed" : "share-offered";
    if (before?.permission !== permission) securityLog({ event, userId: owner.id, shareId: id, permission });
    return entryOf(after);
  }

  /** The household to save with a changed share. Refuses (conflict) to lower the permission of the last member. */
  async function householdWith(
    household: Household,
    share: GrantedShare,
    to: User | undefined,
    becomes: Permission,
    by: User,
  ): Promise<Household> {
    const { ownerId: ledgerId, recipientId: leaving, permission } = share;
    if (isMembership(share) && becomes !== "member")
      return lockMembers(stores, env, { ledgerId, leaving, by: by.id });
    if (!to || becomes !== "member" || permission === "member") return household;
    // A guest becomes a member, and does not share the costs of earlier purchases.
    const stay = { id: to.id, since: today(clock(), to.timeZone), until: null };
    return { ...household, stays: [...household.stays, stay] };
  }

  function grant(offer: Offer, to: User): Promise<boolean> {
    const { owner, share, replaced, isMailedNow, writes } = offer;
    const given = { ...share, recipientId: to.id };
    const offered = shareNotice("offered", share.id, fullName(owner));
    const isNew = !replaced.granted && !writes.unproven;
    const mail = isMailedNow ? shareEmail(env, offer, to, given) : undefined;
    const notifications = isNew ? [notificationFor(env, to, offered, { hasOwnMail: true })] : [];
    return stores.shares.grant(given, replaced, { ...writes, mail, notifications });
  }

  function invite(offer: Offer): Promise<boolean> {
    const { share, isMailedNow, writes } = offer;
    const { invited } = offer.replaced;
    const { permission, note, mailed } = share;
    const fresh = newInvitation(env, offer, { ...share, recipientId: null });
    // Without a mail nobody would get a new link, so the mailed one stays valid.
    const invitation = !isMailedNow && invited ? { ...invited, permission, note } : fresh.invitation;
    const mail = isMailedNow ? fresh.mail : undefined;
    return stores.invitations.invite({ ...invitation, mailed }, invited, { ...writes, mail });
  }

  async function endNotification({ id, recipientId }: GrantedShare, owner: User) {
    const recipient = await stores.users.get(recipientId);
    return recipient ? notificationFor(env, recipient, shareNotice("ended", id, fullName(owner))) : null;
  }

  async function entryOf(share: ShareEntry["share"]): Promise<ShareEntry> {
    if (!share.opened || share.recipientId === null) return { share, person: null };
    return { share, person: (await stores.users.get(share.recipientId)) ?? null };
  }
}

const isGranted = (entry: GrantedShare | Invitation): entry is GrantedShare => entry.recipientId !== null;
const isInvitation = (entry: GrantedShare | Invitation): entry is Invitation => entry.recipientId === null;
