import type { ShareWrites } from "@coffer/core/share-stores";
import type { Id } from "@coffer/domain/id";
import { PERMISSIONS } from "@coffer/domain/sharing";
import * as v from "valibot";
import { entryWrites } from "./activity-writes.ts";
import type { WriteInput } from "./item.ts";
import { notificationWrites } from "./notifications.ts";
import { outboxPut } from "./outbox-item.ts";
import { accountTouch } from "./users.ts";

/** What items of shares and of invitations have in common. */
export const shareEntries = {
  id: v.number(),
  ownerId: v.number(),
  permission: v.picklist(PERMISSIONS),
  note: v.nullable(v.string()),
  email: v.string(),
  opened: v.boolean(),
  mailed: v.boolean(),
};

/** What is written in the transaction of a share or an invitation. */
export const shareWrites = (
  ownerId: Id,
  { mail, notification, recording, unproven }: ShareWrites,
): WriteInput[] => [
  ...(mail ? [outboxPut(mail)] : []),
  ...(notification ? notificationWrites(notification) : []),
  ...(recording ? entryWrites(ownerId, recording) : []),
  ...(unproven ? [accountTouch(unproven)] : []),
];
