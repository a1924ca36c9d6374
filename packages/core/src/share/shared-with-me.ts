import { fullName, type User } from "@coffer/domain/account/user";
import type { Id } from "@coffer/domain/id";
import type { Currency } from "@coffer/domain/money/money";
import { shareNotice } from "@coffer/domain/notification/notification";
import { isRaised, type Permission, type Right, type Share } from "@coffer/domain/share/sharing";
import { type Caller, openLedger } from "../access.ts";
import { changeAccount, currentAccount } from "../account/account-store.ts";
import { resolveHomeBudget } from "../account/home.ts";
import { hashOf } from "../account/links.ts";
import { recordShare } from "../activity/recording.ts";
import type { Env } from "../env.ts";
import { changedMeanwhile, invalid, notFound, retryOnConflict } from "../refusal.ts";
import type { Stores } from "../stores.ts";
import { currencyIn, endShare, nameIn, participant, participantsOf, tellMembers } from "./households.ts";
import type { GrantedShare, Invitation } from "./share-stores.ts";

const invitationChanged = () => changedMeanwhile("The invitation");
const shareChanged = () => changedMeanwhile("The share");

/** Another's budget that is shared with the user; an offer until it is opened. */
export type OpenTo = {
  /**
   * The ledger's id with the name of its first owner, or of the inviter while it is an offer. If they no longer take part,
   * the budget's name is used instead.
   */
  owner: Pick<User, "id" | "firstName" | "lastName">;
  name: string;
  currency: Currency;
  permission: Permission;
  opened: boolean;
};

/** Lists, accepts and leaves budgets of others. `proveEmail` marks a user's address as verified if it is still theirs. */
export function createSharedWithMe(
  stores: Pick<Stores, "shares" | "invitations" | "users" | "households">,
  env: Pick<Env, "clock" | "ids" | "origin" | "securityLog">,
  proveEmail: (id: Id, email: string) => Promise<User>,
) {
  const { clock } = env;
  return {
    async sharedWith(user: User): Promise<OpenTo[]> {
      const shares = await stores.shares.grantedTo(user.id);
      return Promise.all(shares.map((share) => openTo(share, share.opened)));
    },

    /** Leaves a budget, or declines an offer. */
    async leave(user: User, ownerId: Id): Promise<void> {
      const [share, people] = await Promise.all([
        stores.shares.get(ownerId, user.id),
        participantsOf(stores, ownerId),
      ]);
      if (!share) throw notFound("Share");
      const { id, email, opened } = share;
      const gone = opened ? shareNotice("left", id, fullName(user)) : shareNotice("declined", id, email);
      const ledger = { ownerId, user };
      const notifications = tellMembers(env, people, ledger, gone);
      if (!(await endShare(stores, env, ledger, share, notifications))) throw notFound("Share");
      env.securityLog({ event: "share-ended", userId: user.id, shareId: id });
    },

    /**
     * Opens a ledger for a caller with a right (`openLedger`). Opening an offered budget accepts its share: its members
     * are notified, and can see the recipient's name from then on.
     */
    async open(caller: Pick<Caller, "user" | "share">, ownerId: Id | undefined, right: Right) {
      const ledger = openLedger(caller, ownerId, right, clock());
      await acceptOffer(caller);
      return ledger;
    },

    async invitation(token: string): Promise<(OpenTo & { email: string }) | null> {
      const invitation = await stores.invitations.find(hashOf(token), clock());
      return invitation ? { ...(await openTo(invitation, false)), email: invitation.email } : null;
    },

    /** Accepts an invitation, once. The user's address counts as verified if the link was mailed to it. */
    async accept(caller: Caller, token: string): Promise<OpenTo> {
      const { user } = caller;
      return retryOnConflict(async () => {
        const invitation = await stores.invitations.find(hashOf(token), clock());
        if (!invitation) throw invalid("token", "This invitation has expired or was already used");
        if (invitation.ownerId === user.id && user.hasLedger)
          throw invalid("token", "You cannot accept your own invitation");
        const { id, ownerId, note, email, invitedBy } = invitation;
        const household = await stores.households.get(ownerId);
        const granted = await stores.shares.get(ownerId, user.id);
        const unproven = user.emailVerified ? undefined : await currentAccount(stores, caller);
        // Accepting never lowers an existing permission.
        const permission =
          granted && !isRaised(granted.permission, invitation.permission)
            ? granted.permission
            : invitation.permission;
        const entry = { id, ownerId, permission, note, email, invitedBy, opened: true, mailed: true };
        const share = { ...entry, recipientId: user.id };
        const writes = { unproven, household, ...(await accepted(invitation, user, share)) };
        if (!(await stores.shares.grant(share, { granted, accepted: invitation }, writes))) return "changed";
        if (email === user.email && !user.emailVerified) await proveEmail(user.id, email);
        await settleIn(user.id, ownerId);
        return openTo(share, true);
      }, invitationChanged);
    },
  };

  async function acceptOffer({ user, share }: Pick<Caller, "user" | "share">): Promise<void> {
    if (!share || share.opened || share.recipientId !== user.id) return;
    const { ownerId } = share;
    await retryOnConflict(async () => {
      const household = await stores.households.get(ownerId);
      const granted = await stores.shares.get(ownerId, user.id);
      if (!granted || granted.opened) return undefined;
      const writes = await accepted(granted, user);
      // Only a new member changes the household; a guest needs no lock.
      const locked = granted.permission === "member" ? household : null;
      return (await stores.shares.setOpened(granted, { ...writes, household: locked })) || "changed";
    }, shareChanged);
  }

  async function openTo(share: GrantedShare | Invitation, opened: boolean): Promise<OpenTo> {
    const { ownerId, permission, invitedBy } = share;
    const [first, household, inviter] = await Promise.all([
      stores.users.get(ownerId),
      stores.households.get(ownerId),
      opened || invitedBy === null ? null : participant(stores, ownerId, invitedBy),
    ]);
    const owner = first?.hasLedger ? first : undefined;
    const [name, currency] = [nameIn(household, first), currencyIn(household, first)];
    const { firstName, lastName } = inviter?.user ?? owner ?? { firstName: name, lastName: "" };
    return { owner: { id: ownerId, firstName, lastName }, name, currency, permission, opened };
  }

  /** Makes the ledger the home of a user who has none, or only a blank one, which they leave. */
  async function settleIn(id: Id, ownerId: Id): Promise<void> {
    await changeAccount(stores, id, async (account) => {
      const { user } = account;
      const household = await stores.households.get(id);
      const isSettled = user.homeBudget !== null || (await resolveHomeBudget(stores, user)) !== null;
      if (!user.hasLedger)
        return { after: isSettled ? account : { ...account, user: { ...user, homeBudget: ownerId } } };
      if (user.homeBudget !== null || !(await stores.households.isBlank(id))) return { after: account };
      return {
        after: { ...account, user: { ...user, homeBudget: ownerId, hasLedger: false } },
        writes: { household },
      };
    });
  }

  async function accepted(share: Share, user: User, becomes: Share = { ...share, opened: true }) {
    const { ownerId, id } = share;
    const people = await participantsOf(stores, ownerId);
    const notice = shareNotice("accepted", id, fullName(user));
    return {
      recording: recordShare(env, { user }, share, becomes),
      notifications: tellMembers(env, people, { ownerId, user }, notice),
    };
  }
}
