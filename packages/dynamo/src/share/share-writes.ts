import type { ShareWrites } from "@coffer/core/share/share-stores";
import type { Id } from "@coffer/domain/id";
import { PERMISSIONS } from "@coffer/domain/share/sharing";
import * as v from "valibot";
import { securityWrites } from "../account/second-factors.ts";
import { accountTouch } from "../account/users.ts";
import { entryWrites } from "../activity/activity-writes.ts";
import { outboxPut } from "../mail/outbox-item.ts";
import { notificationWrites } from "../notification/notifications.ts";
import type { WriteInput } from "../table/item.ts";
import { householdTouch } from "./households.ts";

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

/** Writes in the transaction of a share or an invitation. */
export const shareWrites = (
  ownerId: Id,
  { mail, notification, recording, unproven, household, ownerTold }: ShareWrites,
): WriteInput[] => [
  ...(mail ? [outboxPut(mail)] : []),
  ...(notification ? notificationWrites(notification) : []),
  ...(recording ? entryWrites(ownerId, recording) : []),
  ...(ownerTold ? securityWrites(ownerTold) : []),
  ...(unproven ? [accountTouch(unproven)] : []),
  ...(household ? [householdTouch(household)] : []),
];
