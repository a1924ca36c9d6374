import { DAY_MS } from "@coffer/domain/duration";
import type { Id } from "@coffer/domain/id";
import type { Permission, Share } from "@coffer/domain/sharing";
import { fullName, type User } from "@coffer/domain/user";
import type { UserStore } from "./account-store.ts";
import { normalizeEmail } from "./account-store.ts";
import type { Env } from "./env.ts";
import { hashOf, newToken } from "./links.ts";
import { type EmailJob, emailJob } from "./outbox.ts";
import { invalid, notFound, Refusal } from "./refusal.ts";
import { retryOnConflict } from "./retry-on-conflict.ts";
import type { ThrottleStore } from "./throttles.ts";
import { createThrottles } from "./throttles.ts";

/** A share that nobody succeeds yet. Only the newest link opens it: the one with this hash, until `until` (milliseconds). */
export type Invitation = Share & { recipientId: null; tokenHash: string; until: number };
export type HeldShare = Share & { recipientId: Id };

/** Every write succeeds only while the entry is still the one that was read; false when it is not. */
export type ShareStore = {
  list(ownerId: Id): Promise<HeldShare[]>;
  /** The budgets of others that a user may open. */
  heldBy(recipientId: Id): Promise<HeldShare[]>;
  get(ownerId: Id, recipientId: Id): Promise<HeldShare | undefined>;
  /** Replaces the share that the recipient holds, or the invitation to them, and queues the mail. */
  grant(
    share: HeldShare,
    held: HeldShare | undefined,
    invited: Invitation | undefined,
    mail: EmailJob,
  ): Promise<boolean>;
  /** Makes an invitation the recipient's share, once, in place of the one they hold. */
  accept(invitation: Invitation, share: HeldShare, held: HeldShare | undefined): Promise<boolean>;
  setOpened(share: HeldShare): Promise<void>;
  remove(ownerId: Id, recipientId: Id, id?: Id): Promise<boolean>;
};

export type InvitationStore = {
  list(ownerId: Id): Promise<Invitation[]>;
  /** The invitation that a link opens, while it is good. */
  find(tokenHash: string, now: number): Promise<Invitation | undefined>;
  /** Replaces `before`, whose link stops working, and queues the mail. */
  invite(invitation: Invitation, mail: EmailJob, before: Invitation | undefined): Promise<boolean>;
  remove(ownerId: Id, email: string, id: Id): Promise<boolean>;
};

export type ShareDraft = { email: string; permission: Permission; note: string | null };
/** What the owner sees. Until the share is opened: the address alone. After that: the person, null if gone. */
export type ShareEntry = { share: Share; person: Pick<User, "email" | "firstName" | "lastName"> | null };
const INVITATION_MS = 7 * DAY_MS;
const MOST_SHARES = 100;
const changedMeanwhile = () => new Refusal("conflict", "The share was changed meanwhile. Please try again.");

/** Sharing one's budget with others. What the recipient does is in shared-with-me.ts. */
type Stores = {
  shares: ShareStore;
  invitations: InvitationStore;
  users: UserStore;
  throttles: ThrottleStore;
};

export function createSharing(stores: Stores, env: Pick<Env, "ids" | "clock" | "origin" | "throttle">) {
  const { ids, clock, origin } = env;
  const throttles = createThrottles(stores, env);

  /** By id, so that the order tells nobody which addresses have an account. */
  async function all(ownerId: Id): Promise<(HeldShare | Invitation)[]> {
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
    const held = entries
      .filter(isHeld)
      .find((entry) => (entry.opened || verified ? entry.recipientId === at?.id : entry.email === email));
    const to = held ? await stores.users.get(held.recipientId) : verified;
    return { invited, held, to, room: entries.length < MOST_SHARES };
  }

  function shareEmail(owner: User, to: User, { permission, note }: Share): EmailJob {
    const { email, firstName } = to;
    const link = `${origin}/?budget=${owner.id}`;
    const data = { ownerName: fullName(owner), permission, note, link };
    return emailJob(env, { kind: "budget-shared", to: email, firstName, ...data }, to.id);
  }

  function createInvitation(owner: User, share: Share & { recipientId: null }): [Invitation, EmailJob] {
    const { email: to, permission, note } = share;
    const token = newToken();
    const data = { ownerName: fullName(owner), permission, note, link: `${origin}/invitation/${token}` };
    const invitation = { ...share, tokenHash: hashOf(token), until: clock() + INVITATION_MS };
    return [invitation, emailJob(env, { kind: "invitation", to, ...data }, null)];
  }

  return {
    /** Whom the budget is shared with, in the order in which that began. */
    async list(owner: User): Promise<ShareEntry[]> {
      return Promise.all((await all(owner.id)).map(entryOf));
    },

    /**
     * Shares the budget with an address, or changes what that may do. A verified account there may open it at
     * once; everybody else gets a link. The owner is told the same in both cases, in the same words.
     */
    async share(owner: User, draft: ShareDraft): Promise<ShareEntry> {
      const email = normalizeEmail(draft.email);
      if (email === owner.email) throw invalid("email", "You cannot share your budget with yourself");
      await throttles.take("share", String(owner.id));
      return retryOnConflict(async () => {
        const { invited, held, to, room } = await shareState(owner.id, email);
        const before = held ?? invited;
        if (!before && !room) {
          throw new Refusal("conflict", `A budget can be shared with at most ${MOST_SHARES} people`);
        }
        const { permission, note } = draft;
        const { id, opened } = before ?? { id: ids(), opened: false };
        const share = { id, ownerId: owner.id, permission, note, email, recipientId: null, opened };
        if (!to) {
          const saved = await stores.invitations.invite(...createInvitation(owner, share), invited);
          return saved ? entryOf(share) : undefined;
        }
        const given = { ...share, recipientId: to.id };
        const saved = await stores.shares.grant(given, held, invited, shareEmail(owner, to, given));
        return saved ? entryOf(given) : undefined;
      }, changedMeanwhile);
    },

    /** Takes effect at the recipient's next request. */
    async remove(owner: User, id: Id): Promise<void> {
      await retryOnConflict(async () => {
        const entry = (await all(owner.id)).find((one) => one.id === id);
        if (!entry) throw notFound("Share");
        const { recipientId, email } = entry;
        const removed =
          recipientId === null
            ? await stores.invitations.remove(owner.id, email, id)
            : await stores.shares.remove(owner.id, recipientId, id);
        // An invitation may have been accepted since it was read: it has the same id as a share.
        return removed || undefined;
      }, changedMeanwhile);
    },
  };

  async function entryOf(share: Share): Promise<ShareEntry> {
    if (!share.opened || share.recipientId === null) return { share, person: null };
    return { share, person: (await stores.users.get(share.recipientId)) ?? null };
  }
}

const isHeld = (entry: HeldShare | Invitation): entry is HeldShare => entry.recipientId !== null;
const isInvitation = (entry: HeldShare | Invitation): entry is Invitation => entry.recipientId === null;
