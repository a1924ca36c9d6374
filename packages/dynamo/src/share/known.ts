import type { Id } from "@coffer/domain/id";
import * as v from "valibot";
import { idText, userItemKey, userPartition, type WriteInput } from "../table/item.ts";
import type { Table } from "../table/table.ts";
import { put } from "../table/writes.ts";

const KNEW = "KNEW#";
const knewKey = (userId: Id, otherId: Id) => userItemKey(userId, `${KNEW}${idText(otherId)}`);
const stored = v.object({ otherId: v.number() });

/** Says whose notifications and activity name a user: what names them there goes with their account. */
export const knewPut = (userId: Id, otherId: Id): WriteInput => put({ ...knewKey(userId, otherId), otherId });

/** People who are no longer, or were never, tied to the user by a share. */
export const readKnown = async (table: Table, userId: Id): Promise<Id[]> =>
  (await table.list(userPartition(userId), KNEW)).map((item) => v.parse(stored, item).otherId);

export const forgetKnown = (table: Table, userId: Id, otherId: Id) => table.delete(knewKey(userId, otherId));
