import { fullName, type User } from "@coffer/domain/account/user";
import type { Id } from "@coffer/domain/id";
import { shareNotice } from "@coffer/domain/notification/notification";
import type { Permission, Share } from "@coffer/domain/share/sharing";
import type { Caller } from "../access.ts";
import { currentAccount } from "../account/account-store.ts";
import { hashOf } from "../account/links.ts";
import { aboutShare, createRecorder } from "../activity/recording.ts";
import type { Env } from "../env.ts";
import { createNotificationFor } from "../notification/notifications.ts";
import { changedMeanwhile, invalid, notFound } from "../refusal.ts";
import { retryOnConflict } from "../retry-on-conflict.ts";
import type { Stores } from "../stores.ts";

const invitationChanged = () => changedMeanwhile("The invitation");

/** A budget of somebody else; one that was not opened yet is an offer. */
export type OpenTo = { owner: User; permission: Permission; opened: boolean };

/** Opening the budgets of others. `proveEmail` takes a user's address as proven while it is theirs. */
export function createSharedWithMe(
  stores: Pick<Stores, "shares" | "invitations" | "users">,
  env: Pick<Env, "clock" | "ids" | "origin" | "securityLog">,
  proveEmail: (id: Id, email: string) => Promise<User>,
) {
  const { clock } = env;
  const record = createRecorder(env);
  const notificationFor = createNotificationFor(env);
  return {
    /** The budgets of others that the user may open, and those that they are offered. */
    async sharedWith(user: User): Promise<OpenTo[]> {
      const shares = await stores.shares.grantedTo(user.id);
      const budgets = await Promise.all(
        shares.map(async ({ ownerId, permission, opened }) => ({
          owner: await stores.users.get(ownerId),
          permission,
          opened,
        })),
      );
      return budgets.flatMap(({ owner, ...budget }) => (owner ? [{ owner, ...budget }] : []));
    },

    /** Leaves a budget, or declines it while it is an offer. */
    async leave(user: User, ownerId: Id): Promise<void> {
      const [share, owner] = await Promise.all([
        stores.shares.get(ownerId, user.id),
        stores.users.get(ownerId),
      ]);
      if (!share) throw notFound("Share");
      const { id, email, opened } = share;
      const gone = opened ? shareNotice("left", id, fullName(user)) : shareNotice("declined", id, email);
      const recording = record({ user }, aboutShare(share, null));
      const writes = { recording, notification: owner ? notificationFor(owner, gone) : null };
      if (!(await stores.shares.remove(share, writes))) throw notFound("Share");
      env.securityLog({ event: "share-ended", userId: user.id, shareId: id });
    },

    /** Accepts a share by using its budget: from now on its owner, who is told, sees who the recipient is. */
    async open({ user, share }: Pick<Caller, "user" | "share">): Promise<void> {
      if (!share || share.opened || share.recipientId !== user.id) return;
      const { id, ownerId } = share;
      await stores.shares.setOpened({ id, ownerId, recipientId: user.id }, await accepted(share, user));
    },

    /** What a link opens; null when it is used, expired, replaced or unknown. */
    async invitation(token: string): Promise<(OpenTo & { email: string }) | null> {
      const invitation = await stores.invitations.find(hashOf(token), clock());
      const owner = invitation && (await stores.users.get(invitation.ownerId));
      if (!owner) return null;
      const { permission, email } = invitation;
      return { owner, permission, email, opened: false };
    },

    /** Opens the budget to the user, once, and takes their address as proven if the link was mailed to it. */
    async accept(caller: Pick<Caller, "user" | "session">, token: string): Promise<OpenTo> {
      const { user } = caller;
      return retryOnConflict(async () => {
        const invitation = await stores.invitations.find(hashOf(token), clock());
        const owner = invitation && (await stores.users.get(invitation.ownerId));
        if (!owner) throw invalid("token", "This invitation has expired or was already used");
        if (owner.id === user.id) throw invalid("token", "You cannot accept your own invitation");
        const { id, ownerId, permission, note, email } = invitation;
        const granted = await stores.shares.get(ownerId, user.id);
        const unproven = user.emailVerified ? undefined : await currentAccount(stores, caller);
        const entry = { id, ownerId, permission, note, email, opened: true, mailed: true };
        const share = { ...entry, recipientId: user.id };
        const writes = { unproven, ...(await accepted(invitation, user)) };
        if (!(await stores.shares.accept(invitation, share, granted, writes))) return "changed";
        if (email === user.email && !user.emailVerified) await proveEmail(user.id, email);
        return { owner, permission, opened: true };
      }, invitationChanged);
    },
  };

  /** What is written with the acceptance of a share: the owner reads it in the activity, and is told. */
  async function accepted(share: Share, user: User) {
    const owner = await stores.users.get(share.ownerId);
    const recording = record({ user }, aboutShare(share, { ...share, opened: true }));
    return {
      recording,
      notification: owner ? notificationFor(owner, shareNotice("accepted", share.id, fullName(user))) : null,
    };
  }
}
