import type { ShareWrites } from "@coffer/core/share/share-stores";
import type { Id } from "@coffer/domain/id";
import { PERMISSIONS, type Share } from "@coffer/domain/share/sharing";
import * as v from "valibot";
import { knewPut } from "../account/user-directory.ts";
import { accountTouch } from "../account/users.ts";
import { entryWrites } from "../activity/activity.ts";
import { outboxPut } from "../mail/outbox-item.ts";
import { notificationWrites, securityWrites, transactAndTell } from "../notification/notifications.ts";
import type { WriteInput } from "../table/item.ts";
import { createShape } from "../table/shape.ts";
import type { Table } from "../table/table.ts";
import { succeeds } from "../table/writes.ts";
import { householdTouch } from "./households.ts";

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
