import type { ShareWrites } from "@coffer/core/share/share-stores";
import type { Id } from "@coffer/domain/id";
import { PERMISSIONS, type Share } from "@coffer/domain/share/sharing";
import * as v from "valibot";
import { knewPut } from "../account/user-directory.ts";
import { accountTouch } from "../account/users.ts";
import { entryWrites } from "../activity/activity-writes.ts";
import { outboxPut } from "../mail/outbox-item.ts";
import { notificationWrites, securityWrites } from "../notification/notifications.ts";
import type { WriteInput } from "../table/item.ts";
import { createShape } from "../table/shape.ts";
import { householdTouch } from "./households.ts";

export const shareEntries = {
  id: v.number(),
  ownerId: v.number(),
  permission: v.picklist(PERMISSIONS),
  note: v.nullable(v.string()),
  email: v.string(),
  opened: v.boolean(),
  mailed: v.boolean(),
  /** Absent in what was shared before it was kept. */
  invitedBy: v.optional(v.nullable(v.number()), null),
};
/** Shape 2, of both, says whether it was mailed; before, every one was. */
export const shareShape = createShape((item) => ({ mailed: true, ...item }));

/** Writes in the transaction of a share or an invitation; the share itself says that its two people know each other. */
export function shareWrites(
  { ownerId, recipientId }: Pick<Share, "ownerId" | "recipientId">,
  { mail, notifications = [], recording, unproven, household, ownerTold }: ShareWrites,
): WriteInput[] {
  const by = recording?.entry.by ?? null;
  const isOfShare = (id: Id) => id === ownerId || id === recipientId;
  const told = notifications.flatMap((notification) => notification?.userId ?? []);
  const others = told.filter((userId) => by === null || !isOfShare(by) || !isOfShare(userId));
  const knowing = by === null ? [] : others.map((userId) => knewPut(by, userId));
  return [
    ...(mail ? [outboxPut(mail)] : []),
    ...notifications.flatMap(notificationWrites),
    ...knowing,
    ...(recording ? entryWrites(ownerId, recording) : []),
    ...securityWrites(ownerTold),
    ...(unproven ? [accountTouch(unproven)] : []),
    ...(household ? [householdTouch(household)] : []),
  ];
}
