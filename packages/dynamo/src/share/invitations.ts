import type { Invitation, InvitationStore } from "@coffer/core/share/share-stores";
import * as v from "valibot";
import {
  hasPrefix,
  type Item,
  type Key,
  keyedBetween,
  ledgerKey,
  ledgerPartition,
  ttl,
  type WriteInput,
} from "../table/item.ts";
import type { Table } from "../table/table.ts";
import { ABSENT, assign, PRESENT, put, remove, sameId, stillIs } from "../table/writes.ts";
import { HOUSEHOLD_SK, householdFromItem } from "./households.ts";
import { shareEntries, shareShape, writeShare } from "./share-writes.ts";

/** An invitation is kept until it is accepted or removed, like an unopened share; only its link expires. */
export const INVITATION_PREFIX = "INVITE#";
const invitationKey = ({ ownerId, email }: Pick<Invitation, "ownerId" | "email">) =>
  ledgerKey(ownerId, `${INVITATION_PREFIX}${email}`);
const linkKey = (tokenHash: string): Key => ({ pk: `INVITATION#${tokenHash}`, sk: "INVITATION" });

const stored = v.object({
  ...shareEntries,
  recipientId: v.null(),
  tokenHash: v.string(),
  until: v.number(),
});
const storedLink = v.object({ ownerId: v.number(), email: v.string() });
const fromItem = (item: Item): Invitation => v.parse(stored, shareShape.upgrade(item));

export const invitationRemoval = (invitation: Pick<Invitation, "id" | "ownerId" | "email">): WriteInput =>
  remove(invitationKey(invitation), sameId(invitation));

/** Deletes an accepted invitation and its link; fails if it was accepted before, or has a newer link. */
export const invitationUse = (invitation: Invitation): WriteInput[] => [
  remove(invitationKey(invitation), stillIs("tokenHash", invitation.tokenHash)),
  remove(linkKey(invitation.tokenHash), PRESENT),
];

export function createInvitationStore(table: Table): InvitationStore {
  return {
    list: async (ownerId) => (await table.list(ledgerPartition(ownerId), INVITATION_PREFIX)).map(fromItem),

    async withHousehold(ownerId) {
      const items = await table.query(
        keyedBetween(ledgerPartition(ownerId), INVITATION_PREFIX, HOUSEHOLD_SK),
      );
      return {
        invitations: items.filter((item) => hasPrefix(item, INVITATION_PREFIX)).map(fromItem),
        household: householdFromItem(
          ownerId,
          items.find(({ sk }) => sk === HOUSEHOLD_SK),
        ),
      };
    },

    async find(tokenHash, now) {
      const link = await table.find(linkKey(tokenHash), v.parser(storedLink));
      const invitation = link && (await table.find(invitationKey(link), fromItem));
      const isGood = invitation?.tokenHash === tokenHash && invitation.until > now;
      return isGood ? invitation : undefined;
    },

    async renew(tokenHash, until) {
      const link = await table.find(linkKey(tokenHash), v.parser(storedLink));
      if (!link) return false;
      return table.tryTransact([
        { Update: assign(invitationKey(link), { until }, stillIs("tokenHash", tokenHash)) },
        { Update: assign(linkKey(tokenHash), { expiresAt: ttl(until) }, PRESENT) },
      ]);
    },

    invite(invitation, before, writes) {
      const { ownerId, email, tokenHash, until } = invitation;
      const item = { ...invitationKey(invitation), ...invitation, ...shareShape.stamp };
      const link = { ...linkKey(tokenHash), ownerId, email, expiresAt: ttl(until) };
      const invited = [
        put(item, before ? sameId(before) : ABSENT),
        ...(before?.tokenHash === tokenHash ? [] : [put(link, ABSENT)]),
      ];
      return writeShare(table, invited, invitation, writes);
    },

    remove: (invitation, writes) => writeShare(table, [invitationRemoval(invitation)], invitation, writes),
  };
}
