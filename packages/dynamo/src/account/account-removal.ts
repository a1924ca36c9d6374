import type { AccountRemovalStore } from "@coffer/core/account/account-store";
import { LANES } from "@coffer/core/mail/email-kinds";
import { fullName } from "@coffer/domain/account/user";
import { inBatches } from "@coffer/domain/batches";
import type { Id } from "@coffer/domain/id";
import { FORMER_MEMBER } from "@coffer/domain/share/sharing";
import * as v from "valibot";
import { activityPartition } from "../activity/activity-writes.ts";
import { countDelivery } from "../campaign/campaign-counts.ts";
import { FAILED, outboxKey, queuesOf, storedJob } from "../mail/outbox-item.ts";
import { NOTICE_PREFIX } from "../notification/notifications.ts";
import { householdTouch } from "../share/households.ts";
import {
  type Item,
  idText,
  inIndex,
  inPartition,
  type Key,
  ledgerPartition,
  storedKey,
  userPartition,
} from "../table/item.ts";
import type { Table } from "../table/table.ts";
import { assign, filtered, PRESENT, put, remove, stillIs, succeeds, when } from "../table/writes.ts";
import { linkUse } from "./links.ts";
import { KNEW_PREFIX, knewKey, userKey } from "./user-directory.ts";
import { emailDeletes } from "./users.ts";

const UNFINISHED = "REMOVALS";
const removalKey = (userId: Id): Key => ({ pk: `REMOVAL#${idText(userId)}`, sk: "REMOVAL" });
const AT_ONCE = 25;

/** Without `ledgerIds` in those that began before ledgers had members: the user's own goes. */
const stored = v.object({
  userId: v.number(),
  startedAt: v.number(),
  ledgerIds: v.optional(v.array(v.number())),
});

const storedKnown = v.object({ otherId: v.number() });
/** Absent in those that began before names went along. */
const storedNames = v.object({ email: v.string(), name: v.string() });
type Names = v.InferOutput<typeof storedNames>;

export function createAccountRemovalStore(table: Table): AccountRemovalStore {
  return {
    begin(account, usedLink, { ledgerIds, households, now }) {
      const { id, email } = account.user;
      const removal = { userId: id, startedAt: now, ledgerIds, email, name: fullName(account.user) };
      return table.tryTransact([
        remove(userKey(id), stillIs("revision", account.revision)),
        ...emailDeletes(account),
        put({ ...removalKey(id), ...removal, schedulePk: UNFINISHED, scheduleSk: idText(id) }),
        ...households.map(householdTouch),
        ...(usedLink ? [linkUse(usedLink)] : []),
      ]);
    },

    async deleteBelongings({ userId, ledgerIds }) {
      await deleteMailOf(table, userId);
      const named = v.safeParse(storedNames, await table.get(removalKey(userId)));
      if (named.success) {
        for (const item of await table.list(userPartition(userId), KNEW_PREFIX)) {
          const { otherId } = v.parse(storedKnown, item);
          await forgetName(table, otherId, named.output);
          // A ledger that stays with its other members still names them.
          if (ledgerIds.includes(userId)) await table.delete(knewKey(otherId, userId));
        }
      }
      const ledgers = ledgerIds.flatMap((id) => [ledgerPartition(id), activityPartition(id)]);
      for (const pk of [...ledgers, userPartition(userId)]) {
        const keys = { ...inPartition(pk), ProjectionExpression: "pk, sk", ConsistentRead: true };
        for await (const { items } of table.pages(keys)) {
          for (const batch of inBatches(items, AT_ONCE))
            await Promise.all(batch.map((item) => table.delete(v.parse(storedKey, item))));
        }
      }
    },

    async begun() {
      const items = await table.query(inIndex("schedule", UNFINISHED));
      return items.map((item) => {
        const removal = v.parse(stored, item);
        return { ...removal, ledgerIds: removal.ledgerIds ?? [removal.userId] };
      });
    },

    finish: (userId) => table.delete(removalKey(userId)),
  };
}

const side = v.nullable(v.looseObject({ email: v.string() }));
const storedShareEntry = v.object({ label: v.string(), before: side, after: side });
/** Nothing else in a notification names people. */
const storedNotice = v.object({ text: v.string(), kind: v.picklist(["share", "security"]) });

/** Takes a person's address out of another's activity, and their name and address out of the notifications there. */
async function forgetName(table: Table, otherId: Id, { email, name }: Names): Promise<void> {
  const without = (text: string) =>
    text.replaceAll(email, FORMER_MEMBER.firstName).replaceAll(name, FORMER_MEMBER.firstName);
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

/** Walks over all mail that waits or was given up, of which there is none most of the time; nobody waits for it. */
async function deleteMailOf(table: Table, userId: Id): Promise<void> {
  const queues = LANES.flatMap(queuesOf).map((queue) => inIndex("schedule", queue));
  for (const list of [...queues, inIndex("directory", FAILED)]) {
    const items = await table.query(filtered(list, when("userId = :user", { user: userId })));
    for (const item of items) await deleteMail(table, v.parse(v.object({ id: v.string() }), item).id);
  }
}

/** Does nothing where it is done, or has just been. */
async function deleteMail(table: Table, id: string): Promise<void> {
  const item = await table.get(outboxKey(id));
  const job = v.safeParse(storedJob, item);
  if (!item || !job.success) return;
  const isWaiting = item.dueAt !== undefined;
  const isUnchanged = when(`attribute_exists(mail) AND attribute_${isWaiting ? "" : "not_"}exists(dueAt)`);
  // What was given up has been counted.
  const count = isWaiting ? countDelivery(job.output, "suppressed") : [];
  await table.tryTransact([remove(outboxKey(id), isUnchanged), ...count]);
}
