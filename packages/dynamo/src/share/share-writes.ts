import type { ShareWrites } from "@coffer/core/share/share-stores";
import type { Id } from "@coffer/domain/id";
import { PERMISSIONS, type Share } from "@coffer/domain/share/sharing";
import * as v from "valibot";
import { securityWrites } from "../account/second-factors.ts";
import { accountTouch } from "../account/users.ts";
import { entryWrites } from "../activity/activity-writes.ts";
import { outboxPut } from "../mail/outbox-item.ts";
import { notificationWrites } from "../notification/notifications.ts";
import type { WriteInput } from "../table/item.ts";
import { householdTouch } from "./households.ts";
import { knewPut } from "./known.ts";

/** Attributes that items of shares and invitations have in common. */
export const shareEntries = {
  id: v.number(),
  ownerId: v.number(),
  permission: v.picklist(PERMISSIONS),
  note: v.nullable(v.string()),
  email: v.string(),
  opened: v.boolean(),
  mailed: v.boolean(),
};

/** Writes in the transaction of a share or an invitation; the share itself says that its two people know each other. */
export const shareWrites = (
  { ownerId, recipientId }: Pick<Share, "ownerId" | "recipientId">,
  { mail, notifications = [], recording, unproven, household, ownerTold }: ShareWrites,
): WriteInput[] => {
  const told = notifications.filter((notification) => notification !== null);
  const { by = null } = recording?.entry ?? {};
  const isOfShare = (id: Id) => id === ownerId || id === recipientId;
  const others = told.filter(({ userId }) => !(by !== null && isOfShare(by) && isOfShare(userId)));
  return [
    ...(mail ? [outboxPut(mail)] : []),
    ...told.flatMap((one) => notificationWrites(one)),
    ...others.flatMap(({ userId }) => (by === null ? [] : [knewPut(by, userId)])),
    ...(recording ? entryWrites(ownerId, recording) : []),
    ...(ownerTold ? securityWrites(ownerTold) : []),
    ...(unproven ? [accountTouch(unproven)] : []),
    ...(household ? [householdTouch(household)] : []),
  ];
};
