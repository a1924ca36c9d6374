import type { AccountRemovalStore } from "@coffer/core/account/account-store";
import { LANES } from "@coffer/core/mail/email-kinds";
import { fullName } from "@coffer/domain/account/user";
import { inBatches } from "@coffer/domain/batches";
import type { Id } from "@coffer/domain/id";
import { KINDS_WITH_NAMES } from "@coffer/domain/notification/notification";
import { FORMER_MEMBER } from "@coffer/domain/share/sharing";
import * as v from "valibot";
import { activityPartition } from "../activity/activity.ts";
import { countDelivery } from "../campaign/campaigns.ts";
import { FAILED, outboxKey, queuesOf, storedJob } from "../mail/outbox-item.ts";
import { NOTICE_PREFIX } from "../notification/notifications.ts";
import { endedWith, householdEnd, householdTouch, isHousehold } from "../share/households.ts";
import { createIndex, having } from "../table/indexes.ts";
import {
  type Item,
  idText,
  inPartition,
  type Key,
  ledgerPartition,
  storedKey,
  userPartition,
  type WriteInput,
} from "../table/item.ts";
import type { Table } from "../table/table.ts";
import {
  ABSENT,
  assign,
  filtered,
  AT_ONCE as MOST_WRITES,
  PRESENT,
  put,
  remove,
  stillIs,
  succeeds,
  when,
} from "../table/writes.ts";
import { credentialPartition } from "./credentials.ts";
import { linkUse } from "./links.ts";
import { KNEW_PREFIX, knewKey, userKey } from "./user-directory.ts";
import { emailDeletes } from "./users.ts";

const UNFINISHED = "REMOVALS";
const removalKey = (userId: Id): Key => ({ pk: `REMOVAL#${idText(userId)}`, sk: "REMOVAL" });
const AT_ONCE = 25;
const ALL_BUT_THE_CHECK = MOST_WRITES - 1;

/** Removals that an older release began lack the optional attributes. */
const stored = v.object({
  userId: v.number(),
  startedAt: v.number(),
  ledgerIds: v.optional(v.array(v.number()), []),
  email: v.optional(v.string()),
  name: v.optional(v.nullable(v.string()), null),
  isProven: v.optional(v.boolean(), false),
});
const unfinished = createIndex("schedule", { userId: v.number() });

const storedKnown = v.object({ otherId: v.number() });

export function createAccountRemovalStore(table: Table): AccountRemovalStore {
  const read = (userId: Id) => table.find(removalKey(userId), v.parser(stored));

  return {
    begin(account, usedLink, { ended, left, now }) {
      const { id, email } = account.user;
      const ledgerIds = ended.map(({ ledgerId }) => ledgerId);
      const isProven = account.provenEmail !== null;
      const removal = {
        userId: id,
        startedAt: now,
        ledgerIds,
        email,
        name: fullName(account.user),
        isProven,
      };
      return table.tryTransact([
        remove(userKey(id), stillIs("revision", account.revision)),
        ...emailDeletes(account),
        put({ ...removalKey(id), ...removal, schedulePk: UNFINISHED, scheduleSk: idText(id) }, ABSENT),
        ...ended.map((household) => householdEnd(household, id)),
        ...left.map(householdTouch),
        ...(usedLink ? [linkUse(usedLink)] : []),
      ]);
    },

    get: read,

    begun: async () => (await table.query(unfinished.of(UNFINISHED))).map(({ userId }) => userId),

    async forgetName({ userId, ledgerIds }) {
      const removal = await read(userId);
      if (!removal?.email || removal.name === null) return;
      const { email, name } = removal;
      for (const item of await table.list(userPartition(userId), KNEW_PREFIX)) {
        const { otherId } = v.parse(storedKnown, item);
        await forgetNameIn(table, otherId, { email, name });
        // A ledger that stays with its other members still names them.
        if (ledgerIds.includes(userId)) await table.delete(knewKey(otherId, userId));
      }
    },

    async deleteUser(userId) {
      await deleteMailOf(table, userId);
      // In this order, as credentials move from the first to the second (credentials.ts).
      for (const pk of [userPartition(userId), credentialPartition(userId)])
        for await (const keys of keysIn(table, pk))
          for (const batch of inBatches(keys, AT_ONCE))
            await Promise.all(batch.map((key) => table.delete(key)));
    },

    async deleteLedger(ledgerId, endedBy) {
      const { key, condition } = endedWith(ledgerId, endedBy);
      const check = { ConditionCheck: { Key: key, ...condition } };
      for (const pk of [ledgerPartition(ledgerId), activityPartition(ledgerId)]) {
        for await (const keys of keysIn(table, pk)) {
          const others = keys.filter((one) => !isHousehold(one));
          for (const batch of inBatches(others, ALL_BUT_THE_CHECK))
            if (!(await removeWith(table, check, batch))) return;
        }
      }
      // Last, as all other deletions check the mark on it.
      await succeeds(table.delete(key, condition));
    },

    finish: (userId) => table.delete(removalKey(userId)),
  };
}

/**
 * Deletes items in one transaction with a check; false if the check fails. Splits them in halves if they exceed the 4 MB
 * of a transaction.
 */
async function removeWith(table: Table, check: WriteInput, keys: readonly Key[]): Promise<boolean> {
  try {
    return await table.tryTransact([check, ...keys.map((key) => remove(key))]);
  } catch (error) {
    const isTooLarge = error instanceof Error && error.name === "ValidationException";
    if (!isTooLarge || keys.length === 1) throw error;
    const half = Math.ceil(keys.length / 2);
    return (
      (await removeWith(table, check, keys.slice(0, half))) &&
      (await removeWith(table, check, keys.slice(half)))
    );
  }
}

async function* keysIn(table: Table, pk: string): AsyncGenerator<Key[]> {
  const keys = { ...inPartition(pk), ProjectionExpression: "pk, sk", ConsistentRead: true };
  for await (const { items } of table.pages(keys)) yield items.map(v.parser(storedKey));
}

const side = v.nullable(v.looseObject({ email: v.string() }));
const storedShareEntry = v.object({ label: v.string(), before: side, after: side });
const storedNotice = v.object({ text: v.string(), kind: v.picklist(KINDS_WITH_NAMES) });

const ENDS_IN_WORD = /[\p{L}\p{N}._+@-]$/u;
const BEGINS_WITH_WORD = /^(?:[\p{L}\p{N}_+@-]|\.[\p{L}\p{N}])/u;

/** Replaces `part` only if it is not part of a longer name or address. */
const replaceWhole = (text: string, part: string, by: string): string =>
  text.split(part).reduce((before, after) => {
    const isPart = ENDS_IN_WORD.test(before) || BEGINS_WITH_WORD.test(after);
    return `${before}${isPart ? part : by}${after}`;
  });

/** Erases a user's address from another's activity, and their name and address from the other's notifications. */
async function forgetNameIn(
  table: Table,
  otherId: Id,
  { email, name }: { email: string; name: string },
): Promise<void> {
  const without = (text: string) =>
    [email, name].reduce((shorter, part) => replaceWhole(shorter, part, FORMER_MEMBER.firstName), text);
  const change = (item: Item, values: Item) =>
    succeeds(table.update(assign(v.parse(storedKey, item), values, PRESENT)));
  const isOfShare = when("kind = :share", { share: "share" });
  const entries = filtered({ ...inPartition(activityPartition(otherId)), ConsistentRead: true }, isOfShare);
  for (const item of await table.query(entries)) {
    const { label, ...sides } = v.parse(storedShareEntry, item);
    const [before, after] = [sides.before, sides.after].map(
      (one) => one && { ...one, email: without(one.email) },
    );
    if ([label, sides.before?.email, sides.after?.email].includes(email))
      await change(item, { label: without(label), before, after });
  }
  for (const item of await table.list(userPartition(otherId), NOTICE_PREFIX)) {
    const notice = v.safeParse(storedNotice, item);
    const text = notice.success ? without(notice.output.text) : undefined;
    if (notice.success && text !== notice.output.text) await change(item, { text });
  }
}

const waiting = createIndex("schedule", { id: v.string() });
const givenUp = createIndex("directory", { id: v.string() });

/** Reads all mail that waits or was given up. Usually there is little, and this runs in the background. */
async function deleteMailOf(table: Table, userId: Id): Promise<void> {
  const queues = LANES.flatMap(queuesOf).map((queue) => having(waiting.of(queue), "userId", userId));
  for (const list of [...queues, having(givenUp.of(FAILED), "userId", userId)])
    for (const { id } of await table.query(list)) await deleteMail(table, id);
}

/** A no-op if the mail has been sent or deleted, possibly just now. */
async function deleteMail(table: Table, id: string): Promise<void> {
  const item = await table.get(outboxKey(id));
  const job = v.safeParse(storedJob, item);
  if (!item || !job.success) return;
  const isWaiting = item.dueAt !== undefined;
  const isUnchanged = when(`attribute_exists(mail) AND attribute_${isWaiting ? "" : "not_"}exists(dueAt)`);
  // Mail that was given up has been counted already.
  const count = isWaiting ? countDelivery(job.output, "suppressed") : [];
  await table.tryTransact([remove(outboxKey(id), isUnchanged), ...count]);
}
