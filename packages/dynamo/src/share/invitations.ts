import type { Invitation, InvitationStore, ShareWrites } from "@coffer/core/share/share-stores";
import type { Id } from "@coffer/domain/id";
import { PERMISSIONS, type Share } from "@coffer/domain/share/sharing";
import * as v from "valibot";
import { knewPut } from "../account/user-directory.ts";
import { accountTouch } from "../account/users.ts";
import { entryWrites } from "../activity/activity.ts";
import { outboxPut } from "../mail/outbox-item.ts";
import { notificationWrites, securityWrites, transactAndTell } from "../notification/notifications.ts";
import {
  createShape,
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
import { ABSENT, assign, PRESENT, put, remove, sameId, stillIs, succeeds } from "../table/writes.ts";
import { HOUSEHOLD_SK, householdFromItem, householdTouch } from "./households.ts";

export const shareEntries = {
  id: v.number(),
  ownerId: v.number(),
  permission: v.picklist(PERMISSIONS),
  note: v.nullable(v.string()),
  email: v.string(),
  opened: v.boolean(),
  mailed: v.boolean(),
  /** Absent in shares of older releases. */
  invitedBy: v.optional(v.nullable(v.number()), null),
};
/** Version 2 of shares and invitations adds `mailed`; before, all were mailed. */
export const shareShape = createShape((item) => ({ mailed: true, ...item }));

/**
 * Writes a share or an invitation with everything that belongs to it in one transaction; false if a condition fails. The
 * share itself records that its two people know each other's names.
 */
export function writeShare(
  table: Table,
  writes: readonly WriteInput[],
  { ownerId, recipientId }: Pick<Share, "ownerId" | "recipientId">,
  { mail, notifications = [], recording, unproven, household, ownerTold }: ShareWrites,
): Promise<boolean> {
  const by = recording?.entry.by ?? null;
  const isOfShare = (id: Id) => id === ownerId || id === recipientId;
  const knows = (userId: Id) => by !== null && !(isOfShare(by) && isOfShare(userId));
  const all = [
    ...writes,
    ...(mail ? [outboxPut(mail)] : []),
    ...(recording ? entryWrites(ownerId, recording) : []),
    ...securityWrites(ownerTold),
    ...(unproven ? [accountTouch(unproven)] : []),
    ...(household ? [householdTouch(household)] : []),
  ];
  const told = notifications.map((one) => [
    ...notificationWrites(one),
    ...(one && by !== null && knows(one.userId) ? [knewPut(by, one.userId)] : []),
  ]);
  return succeeds(transactAndTell(table, all, told));
}

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
