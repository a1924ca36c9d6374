import { normalizeEmail } from "@coffer/domain/email-address";
import type { Id } from "@coffer/domain/id";
import { mentionsLink } from "@coffer/domain/link-text";
import { shareNotice } from "@coffer/domain/notification";
import type { Permission, Share } from "@coffer/domain/sharing";
import { fullName, type User } from "@coffer/domain/user";
import type { Caller } from "./access.ts";
import { currentAccount } from "./account-store.ts";
import type { Env } from "./env.ts";
import { createNotificationFor } from "./notifications.ts";
import { requireRecentPassword } from "./reauthentication.ts";
import { aboutShare, createRecorder } from "./recording.ts";
import { changedMeanwhile, found, invalid, Refusal } from "./refusal.ts";
import { retryOnConflict } from "./retry-on-conflict.ts";
import { newInvitation, shareEmail } from "./share-email.ts";
import type { GrantedShare, Invitation } from "./share-stores.ts";
import type { Stores } from "./stores.ts";
import { createThrottles, tooMany } from "./throttles.ts";

type ShareDraft = { email: string; permission: Permission; note: string | null };
/** What the owner sees. Until the share is opened: the address alone. After that: the person, null if gone. */
export type ShareEntry = { share: Share; person: Pick<User, "email" | "firstName" | "lastName"> | null };
const MOST_SHARES = 100;
const shareChanged = () => changedMeanwhile("The share");

/** Sharing one's budget with others. What the recipient does is in shared-with-me.ts. */
export function createSharing(
  stores: Pick<Stores, "shares" | "invitations" | "users" | "throttles">,
  env: Pick<Env, "ids" | "clock" | "origin" | "throttle" | "securityLog">,
) {
  const { ids, clock, securityLog } = env;
  const throttles = createThrottles(stores, env);
  const record = createRecorder(env);
  const notificationFor = createNotificationFor(env);

  /** By id, so that the order tells nobody which addresses have an account. */
  async function all(ownerId: Id): Promise<(GrantedShare | Invitation)[]> {
    const [shares, invitations] = await Promise.all([
      stores.shares.list(ownerId),
      stores.invitations.list(ownerId),
    ]);
    return [...shares, ...invitations].sort((a, b) => a.id - b.id);
  }

  /** What an address has so far, and the account, if any, that the budget opens to at once. */
  async function shareState(ownerId: Id, email: string) {
    const [account, entries] = await Promise.all([stores.users.withEmail(email), all(ownerId)]);
    const at = account?.user;
    const verified = at?.emailVerified ? at : undefined;
    const invited = entries.filter(isInvitation).find((entry) => entry.email === email);
    // An opened entry shows who succeeds it; one that is not opened, the address as it was given.
    const granted = entries
      .filter(isGranted)
      .find((entry) => (entry.opened || verified ? entry.recipientId === at?.id : entry.email === email));
    const to = granted ? await stores.users.get(granted.recipientId) : verified;
    return { invited, granted, to, room: entries.length < MOST_SHARES };
  }

  return {
    /** Whom the budget is shared with, in the order in which that began. */
    async list(owner: User): Promise<ShareEntry[]> {
      return Promise.all((await all(owner.id)).map(entryOf));
    },

    /**
     * Shares the budget with an address, or changes what that may do. A verified account there may open it at
     * once; everybody else gets a link. The owner is told the same in both cases, in the same words. Mail of an
     * owner who is not verified waits until they are (unproven-shares.ts). Full access takes a recent password.
     */
    async share(caller: Pick<Caller, "user" | "session">, draft: ShareDraft): Promise<ShareEntry> {
      const owner = caller.user;
      if (draft.permission === "full_access") requireRecentPassword(caller, clock());
      const email = normalizeEmail(draft.email);
      if (email === owner.email) throw invalid("email", "You cannot share your budget with yourself");
      if (mentionsLink(fullName(owner))) {
        throw new Refusal("invalid", "Your name has a link in it. Please change it in Settings, then share.");
      }
      await throttles.take("share", String(owner.id));
      // What changes an entry is saved without a mail where the address has had enough of them.
      const wait = await throttles.waitFor("invited", email);
      return retryOnConflict(async () => {
        const [{ invited, granted, to, room }, account] = await Promise.all([
          shareState(owner.id, email),
          owner.emailVerified ? undefined : currentAccount(stores, caller),
        ]);
        const before = granted ?? invited;
        if (!before && !room) {
          throw new Refusal("conflict", `A budget can be shared with at most ${MOST_SHARES} people`);
        }
        if (!before && wait > 0) throw tooMany(wait);
        const { permission, note } = draft;
        const { id, opened } = before ?? { id: ids(), opened: false };
        const verified = account?.user.emailVerified ?? true;
        const unproven = verified ? undefined : account;
        const mailed = before && wait > 0 ? before.mailed : verified;
        const silent = !mailed || wait > 0;
        const share = { id, ownerId: owner.id, permission, note, email, recipientId: null, opened };
        const recording = record({ user: owner }, aboutShare(before ?? null, share));
        if (!to) {
          const fresh = newInvitation(env, owner, share);
          const invitation = silent && invited ? { ...invited, permission, note } : fresh.invitation;
          const also = { mail: silent ? undefined : fresh.mail, unproven, recording };
          const saved = await stores.invitations.invite({ ...invitation, mailed }, invited, also);
          if (!saved) return "changed";
          logShare(before, share);
          return entryOf(share);
        }
        const given = { ...share, recipientId: to.id, mailed };
        const mail = silent ? undefined : shareEmail(env, owner, to, given);
        const offered = shareNotice("offered", id, fullName(owner));
        const notification = !granted && verified ? notificationFor(to, offered, { hasOwnMail: true }) : null;
        const also = { mail, notification, unproven, recording };
        const saved = await stores.shares.grant(given, { granted, invited }, also);
        if (!saved) return "changed";
        logShare(before, given);
        return entryOf(given);
      }, shareChanged);
    },

    /** Takes effect at the recipient's next request. */
    async remove(owner: User, id: Id): Promise<void> {
      await retryOnConflict(async () => {
        const entry = found(
          (await all(owner.id)).find((one) => one.id === id),
          "Share",
        );
        const recording = record({ user: owner }, aboutShare(entry, null));
        const removed = isGranted(entry)
          ? await stores.shares.remove(entry, {
              recording,
              notification: await endNotification(entry, owner),
            })
          : await stores.invitations.remove(owner.id, entry.email, id, recording);
        // An invitation may have been accepted since it was read: it has the same id as a share.
        if (!removed) return "changed";
        securityLog({ event: "share-ended", userId: owner.id, shareId: id });
        return undefined;
      }, shareChanged);
    },
  };

  function logShare(before: Share | undefined, { id: shareId, ownerId: userId, permission }: Share): void {
    if (!before) securityLog({ event: "share-offered", userId, shareId, permission });
    else if (before.permission !== permission)
      securityLog({ event: "share-changed", userId, shareId, permission });
  }

  async function endNotification({ id, recipientId }: GrantedShare, owner: User) {
    const recipient = await stores.users.get(recipientId);
    return recipient ? notificationFor(recipient, shareNotice("ended", id, fullName(owner))) : null;
  }

  async function entryOf(share: Share): Promise<ShareEntry> {
    if (!share.opened || share.recipientId === null) return { share, person: null };
    return { share, person: (await stores.users.get(share.recipientId)) ?? null };
  }
}

const isGranted = (entry: GrantedShare | Invitation): entry is GrantedShare => entry.recipientId !== null;
const isInvitation = (entry: GrantedShare | Invitation): entry is Invitation => entry.recipientId === null;
