import type { Id } from "@coffer/domain/id";
import type { Permission, Share } from "@coffer/domain/sharing";
import type { User } from "@coffer/domain/user";
import { hashOf } from "./links.ts";
import type { Ports } from "./ports.ts";
import { invalid, notFound, Refusal } from "./refusal.ts";

/** A budget of somebody else. */
export type OpenTo = { owner: User; permission: Permission };

const TRIES = 5;

/** Opening the budgets of others. `proveEmail` takes a user's address as proven while it is theirs. */
export function createSharedWithMe(
  { store, clock }: Pick<Ports, "store" | "clock">,
  proveEmail: (id: Id, email: string) => Promise<User>,
) {
  return {
    /** The budgets of others that the user may open. */
    async sharedWith(user: User): Promise<OpenTo[]> {
      const shares = await store.shares.heldBy(user.id);
      const budgets = await Promise.all(
        shares.map(async ({ ownerId, permission }) => ({
          owner: await store.users.get(ownerId),
          permission,
        })),
      );
      return budgets.flatMap(({ owner, permission }) => (owner ? [{ owner, permission }] : []));
    },

    async leave(user: User, ownerId: Id): Promise<void> {
      if (!(await store.shares.remove(ownerId, user.id))) throw notFound("Share");
    },

    /** Notes that the recipient uses the budget: from now on its owner sees who they are. */
    async open(share: Share): Promise<void> {
      if (!share.opened && share.recipientId !== null) {
        await store.shares.setOpened({ ...share, recipientId: share.recipientId });
      }
    },

    /** What a link opens; null when it is used, expired, replaced or unknown. */
    async invitation(token: string): Promise<(OpenTo & { email: string }) | null> {
      const invitation = await store.invitations.find(hashOf(token), clock());
      const owner = invitation && (await store.users.get(invitation.ownerId));
      return owner ? { owner, permission: invitation.permission, email: invitation.email } : null;
    },

    /** Opens the budget to the user, once, and takes their address as proven if the link was mailed to it. */
    async accept(user: User, token: string): Promise<OpenTo> {
      for (let attempt = 0; attempt < TRIES; attempt++) {
        const invitation = await store.invitations.find(hashOf(token), clock());
        const owner = invitation && (await store.users.get(invitation.ownerId));
        if (!owner) throw invalid("token", "This invitation has expired or was already used");
        if (owner.id === user.id) throw invalid("token", "You cannot accept your own invitation");
        const { id, ownerId, permission, note, email } = invitation;
        const held = await store.shares.get(ownerId, user.id);
        const share = { id, ownerId, permission, note, email, recipientId: user.id, opened: true };
        if (!(await store.shares.accept(invitation, share, held))) continue;
        if (email === user.email && !user.emailVerified) await proveEmail(user.id, email);
        return { owner, permission };
      }
      throw new Refusal("conflict", "The invitation was changed meanwhile. Please try again.");
    },
  };
}
