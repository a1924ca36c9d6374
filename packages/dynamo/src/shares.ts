import type { Id } from "@coffer/domain/id";
import { PERMISSIONS, type Share } from "@coffer/domain/sharing";
import * as v from "valibot";
import { budgetPartition, idText } from "./keys.ts";
import type { Item, Key } from "./table.ts";

const PREFIX = "SHARE#";

/** The access that one person has to another's budget: read with every request of the recipient. */
export const shareKey = (ownerId: Id, recipientId: Id): Key => ({
  pk: budgetPartition(ownerId),
  sk: `${PREFIX}${idText(recipientId)}`,
});

const stored = v.object({
  id: v.number(),
  ownerId: v.number(),
  permission: v.picklist(PERMISSIONS),
  note: v.nullable(v.string()),
  email: v.string(),
  recipientId: v.number(),
  opened: v.boolean(),
});

/** Takes the item at a `shareKey`; returns the share. */
export const shareFromItem = (item: Item): Share => v.parse(stored, item);
