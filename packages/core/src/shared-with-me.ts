import type { Id } from "@coffer/domain/id";
import type { Permission, Share } from "@coffer/domain/sharing";
import type { User } from "@coffer/domain/user";
import type { Caller } from "./access.ts";
import { currentAccount, type UserStore } from "./account-store.ts";
import { aboutShare, createRecorder } from "./activity.ts";
import type { Env } from "./env.ts";
import { hashOf } from "./links.ts";
import { invalid, notFound, Refusal } from "./refusal.ts";
import { retryOnConflict } from "./retry-on-conflict.ts";
import type { InvitationStore, ShareStore } from "./share-stores.ts";

const invitationChanged = () =>
  new Refusal("conflict", "The invitation was changed meanwhile. Please try again.");

/** A budget of somebody else. */
export type OpenTo = { owner: User; permission: Permission };

/** Opening the budgets of others. `proveEmail` takes a user's address as proven while it is theirs. */
export function createSharedWithMe(
  stores: { shares: ShareStore; invitations: InvitationStore; users: UserStore },
  { clock, ids, securityLog }: Pick<Env, "clock" | "ids" | "securityLog">,
  proveEmail: (id: Id, email: string) => Promise<User>,
) {
  const record = createRecorder({ clock, ids });
  return {
    /** The budgets of others that the user may open. */
    async sharedWith(user: User): Promise<OpenTo[]> {
      const shares = await stores.shares.heldBy(user.id);
      const budgets = await Promise.all(
        shares.map(async ({ ownerId, permission }) => ({
          owner: await stores.users.get(ownerId),
          permission,
        })),
      );
      return budgets.flatMap(({ owner, permission }) => (owner ? [{ owner, permission }] : []));
    },

    async leave(user: User, ownerId: Id): Promise<void> {
      const share = await stores.shares.get(ownerId, user.id);
      const recording = share && record({ user }, aboutShare(share, null));
      if (!recording || !(await stores.shares.remove(ownerId, user.id, recording))) throw notFound("Share");
      securityLog({ event: "share-ended", userId: user.id, shareId: share.id });
    },

    /** Notes that the recipient uses the budget: from now on its owner sees who they are. */
    async open(share: Share): Promise<void> {
      const { id, ownerId, recipientId } = share;
      if (!share.opened && recipientId !== null) await stores.shares.setOpened({ id, ownerId, recipientId });
    },

    /** What a link opens; null when it is used, expired, replaced or unknown. */
    async invitation(token: string): Promise<(OpenTo & { email: string }) | null> {
      const invitation = await stores.invitations.find(hashOf(token), clock());
      const owner = invitation && (await stores.users.get(invitation.ownerId));
      return owner ? { owner, permission: invitation.permission, email: invitation.email } : null;
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
        const held = await stores.shares.get(ownerId, user.id);
        const unproven = user.emailVerified ? undefined : await currentAccount(stores, caller);
        const entry = { id, ownerId, permission, note, email, opened: true, mailed: true };
        const share = { ...entry, recipientId: user.id };
        if (!(await stores.shares.accept(invitation, share, held, unproven))) return undefined;
        if (email === user.email && !user.emailVerified) await proveEmail(user.id, email);
        return { owner, permission };
      }, invitationChanged);
    },
  };
}
