import type { Invitation, InvitationStore } from "@coffer/core/share/share-stores";
import type { Id } from "@coffer/domain/id";
import * as v from "valibot";
import { entryWrites } from "../activity/activity-writes.ts";
import { ABSENT, PRESENT, sameId, stillIs } from "../table/conditions.ts";
import { type Item, type Key, ledgerKey, ledgerPartition, type WriteInput } from "../table/item.ts";
import { createShape } from "../table/shape.ts";
import { type Table, ttl } from "../table/table.ts";
import { shareEntries, shareWrites } from "./share-writes.ts";

/**
 * An invitation stands with the owner's shares and stays there until it is accepted or removed, as a share does
 * that is not opened: its link alone expires. The link's own item says whose invitation it opens.
 */
export const INVITATION_PREFIX = "INVITE#";
const invitationKey = (ownerId: Id, email: string) => ledgerKey(ownerId, `${INVITATION_PREFIX}${email}`);
const linkKey = (tokenHash: string): Key => ({ pk: `INVITATION#${tokenHash}`, sk: "INVITATION" });

const stored = v.object({
  ...shareEntries,
  recipientId: v.null(),
  tokenHash: v.string(),
  until: v.number(),
});
const storedLink = v.object({ ownerId: v.number(), email: v.string() });
/** Shape 2 says whether the invitation was mailed; before, every one was. */
export const invitationShape = createShape((item) => ({ mailed: true, ...item }));
const fromItem = (item: Item): Invitation => v.parse(stored, invitationShape.upgrade(item));

/** The write that takes an invitation away, if it is still the one that was read. */
export function invitationRemoval(invitation: Pick<Invitation, "id" | "ownerId" | "email">): WriteInput {
  return { Delete: { Key: invitationKey(invitation.ownerId, invitation.email), ...sameId(invitation) } };
}

/** The writes that use an invitation up with its link; they fail where that happened before, or a newer link is out. */
export function invitationUse({ ownerId, email, tokenHash }: Invitation): WriteInput[] {
  return [
    { Delete: { Key: invitationKey(ownerId, email), ...stillIs("tokenHash", tokenHash) } },
    { Delete: { Key: linkKey(tokenHash), ...PRESENT } },
  ];
}

export function createInvitationStore(table: Table): InvitationStore {
  return {
    async list(ownerId) {
      const items = await table.list(ledgerPartition(ownerId), INVITATION_PREFIX);
      return items.map(fromItem);
    },

    async find(tokenHash, now) {
      const link = await table.get(linkKey(tokenHash));
      if (!link) return undefined;
      const { ownerId, email } = v.parse(storedLink, link);
      const item = await table.get(invitationKey(ownerId, email));
      const invitation = item && fromItem(item);
      return invitation && invitation.tokenHash === tokenHash && invitation.until > now
        ? invitation
        : undefined;
    },

    invite(invitation, before, writes) {
      const { ownerId, email, tokenHash, until } = invitation;
      const link = { ...linkKey(tokenHash), ownerId, email, expiresAt: ttl(until) };
      return table.tryTransact([
        {
          Put: {
            Item: { ...invitationKey(ownerId, email), ...invitation, ...invitationShape.stamp },
            ...(before ? sameId(before) : ABSENT),
          },
        },
        ...(before?.tokenHash === tokenHash ? [] : [{ Put: { Item: link, ...ABSENT } }]),
        ...shareWrites(invitation, writes),
      ]);
    },

    remove: (ownerId, email, id, recording) =>
      table.tryTransact([
        { Delete: { Key: invitationKey(ownerId, email), ...sameId({ id }) } },
        ...(recording ? entryWrites(ownerId, recording) : []),
      ]),
  };
}
