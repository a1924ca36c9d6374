import type { IdempotencyKey } from "@coffer/core/idempotency";
import {
  type Change,
  type Commit,
  type Found,
  isOf,
  type Kind,
  type LedgerStore,
  type Named,
  type Problem,
  type Running,
} from "@coffer/core/ledger/ledger";
import { bytesOf } from "@coffer/core/pages";
import type { EntryOf } from "@coffer/domain/activity/activity";
import { compactEntry } from "@coffer/domain/activity/compact";
import type { ActivityKind } from "@coffer/domain/activity/kinds";
import type { MonthSums } from "@coffer/domain/budget/budget";
import type { CeilingKind } from "@coffer/domain/ceilings";
import type { Id } from "@coffer/domain/id";
import type { Month } from "@coffer/domain/time/month";
import * as v from "valibot";
import { activityPartition, entryWrites, parseEntry, sidesToStore } from "../activity/activity.ts";
import {
  closingUpdate,
  isAnyPast,
  MOST_MONTHS,
  pastWrites,
  readRunning,
  updatedMonth,
  voidedClosings,
  withClosings,
} from "../budget/closings.ts";
import { monthCodec, planCodec } from "../budget/months.ts";
import { categoryCodec } from "../category/categories.ts";
import {
  CATEGORY_PREFIX,
  type CategoryUse,
  categoryExists,
  categoryInPast,
  categoryInUse,
  categoryProblem,
  UNDONE_IMPORT_PREFIX,
} from "../category/resolve-category.ts";
import { GOAL_PREFIX, goalCodec, milestoneCodec, withGoalAmounts } from "../goal/goals.ts";
import { importCodec } from "../import/undone-imports.ts";
import { ACCOUNT_PREFIX, accountCodec, pointCodec } from "../money-account/accounts.ts";
import { notificationWrites, transactAndTell } from "../notification/notifications.ts";
import { reviewCodec, reviewSteps } from "../review/review-items.ts";
import { settlementCodec } from "../share/households.ts";
import { SUBSCRIPTION_PREFIX, subscriptionCodec } from "../subscription/subscriptions.ts";
import { REPEAT_WINDOW_MS, recordSk } from "../table/idempotency.ts";
import type { Turn } from "../table/in-turn.ts";
import { type Item, keyedBetween, ledgerKey, ledgerPartition } from "../table/item.ts";
import type { Table } from "../table/table.ts";
import { ConditionFailed, filtered, put, stillAt, when } from "../table/writes.ts";
import { transactionCodec } from "../transaction/transactions.ts";
import { type Codec, type Context, readItems, type Step, unconditional } from "./codec.ts";

const CODECS: { [K in Kind]: Codec<K> } = {
  transaction: transactionCodec,
  category: categoryCodec,
  plan: planCodec,
  month: monthCodec,
  goal: goalCodec,
  milestone: milestoneCodec,
  subscription: subscriptionCodec,
  import: importCodec,
  settlement: settlementCodec,
  account: accountCodec,
  point: pointCodec,
  review: reviewCodec,
};
const codecOf = <K extends Kind>({ kind }: { kind: K }): Codec<K> => CODECS[kind];

/** The size of an entry's sides. Its undo may have twice as much. */
const MOST_ENTRY_BYTES = 1_000_000;
/** The size of the stored sides: an item holds 400 KB. */
const MOST_STORED_BYTES = 350_000;

export function createLedgerStore(table: Table): LedgerStore {
  return {
    async read<K extends Kind>(ownerId: Id, named: readonly Named<K>[]): Promise<Found<K>[]> {
      const found = new Map<Named<K>, Found<K>>();
      const reads = [...Map.groupBy(named, ({ kind }) => kind)].map(async ([kind, some]) => {
        const refs = some.map(({ ref }) => ref);
        const values = await readItems(table, ownerId, CODECS[kind], refs);
        for (const [index, one] of some.entries()) {
          const value = values[index];
          if (value) found.set(one, { ...one, ...value });
        }
      });
      await Promise.all(reads);
      return named.flatMap((one) => found.get(one) ?? []);
    },

    async commit(commit) {
      const prepared = await prepare(table, commit);
      if (typeof prepared === "string") return prepared;
      const attempt = createAttempt(table, commit, prepared);
      for (;;) {
        const outcome = await (commit.running ? table.inTurn(commit.ownerId, attempt) : attempt(ALONE));
        if (outcome) return outcome;
      }
    },

    running: (ownerId, months, given) => readRunning(table, ownerId, months, given),

    async gone(ownerId, kind) {
      const query = keyedBetween(ledgerPartition(ownerId), GONE[kind].prefix, `${GONE[kind].prefix}~`);
      const items = await table.query(filtered(query, GONE[kind].isRestorable));
      return items.map((item) => {
        const { deletedBy, byGuest } = v.parse(storedGone, item);
        return { by: deletedBy, byGuest };
      });
    },

    async growth(ownerId, kind) {
      const { version: serial } = (await table.find(serialKey(ownerId), v.parser(storedSerial))) ?? NO_SERIAL;
      const query = keyedBetween(ledgerPartition(ownerId), PREFIXES[kind], `${PREFIXES[kind]}~`);
      return { serial, count: await table.count(filtered(query, when("attribute_not_exists(deletedAt)"))) };
    },

    async committed(ownerId, kind, key, now) {
      const first = await findFirst(table, ownerId, kind, key, now);
      return first === "keyReused" ? first : first.entry;
    },
  };
}

type Prepared = { entry: EntryOf<ActivityKind>; changes: readonly Change[]; steps: readonly Step[] };

/** The steps of a commit, without those of the months' closings, and its entry as it is stored. */
async function prepare(
  table: Table,
  { ownerId, changes: decided, entry, undoing, goals, serial }: Commit<ActivityKind>,
): Promise<Prepared | Problem> {
  const isUndo = undoing !== undefined;
  const withGoals = await withGoalAmounts(table, { ownerId, entry, isUndo, goals }, decided);
  const { changes } = withGoals;
  for (const change of changes) {
    const problem = await codecOf(change).prepare?.(table, ownerId, change);
    if (problem) return problem;
  }
  const stored = compactEntry(entry);
  const isTooLong = !isUndo && bytesOf([stored.before, stored.after]) > MOST_ENTRY_BYTES;
  const context = { ownerId, entry: stored, revision: Number(entry.id), isUndo, changes };
  const months = changes.flatMap(monthsOf);
  const checks = checksOf(context, isAnyPast(months, entry.at));
  const steps = replacing([
    ...checks,
    // If there are any, the first one marks its category instead.
    ...(checks.length > 0 ? [] : unconditional(pastWrites(ownerId, months, entry.at))),
    ...changes.flatMap((change) => codecOf(change).steps(change, context)),
    ...withGoals.steps,
    ...(await reviewSteps(table, ownerId, changes)),
    ...(serial === undefined ? [] : [serialStep(ownerId, serial)]),
  ]);
  if (isTooLong || bytesOf(sidesToStore(stored)) > MOST_STORED_BYTES) return "tooLarge";
  return { entry: stored, changes, steps };
}

/** Returns a function that tries to write a prepared commit. It returns undefined if it must be called again. */
function createAttempt<K extends ActivityKind>(
  table: Table,
  commit: Commit<K>,
  { entry: stored, changes, steps: own }: Prepared,
) {
  const { ownerId, entry, undoing, key, isShort = false, notices = [], noteSums } = commit;
  let { running } = commit;
  let overtaken = 0;
  let sk = key && recordSk(key);

  /** Continues from the closings that other commits have written: `found` by the failed conditions. */
  function updateRunning({ failed, found }: ConditionFailed, months: readonly MonthStep[]): Item[] {
    const closings = found.filter((item) => item !== undefined);
    const stale = failed.map((index) => months[index - own.length]?.month);
    overtaken += 1;
    running =
      running && overtaken < MOST_OVERTAKEN ? withClosings(running, closings, entry.at, stale) : undefined;
    return closings;
  }

  return async ({ handed = [], end }: Turn<Item>): Promise<EntryOf<K> | Problem | undefined> => {
    if (running) running = withClosings(running, handed, entry.at);
    const under = key && sk ? { sk, request: key.request } : undefined;
    const months = monthSteps(ownerId, changes, running);
    const steps = [...own, ...months];
    const writes = [
      ...steps.map(({ write }) => write),
      ...entryWrites(ownerId, { entry: stored, undoing, isShort }, under),
    ];
    try {
      const transact: Table["transact"] = (some) => table.transact(some, () => end(handed));
      await transactAndTell({ transact }, writes, notices.map(notificationWrites));
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
      const isOvertaken = error.failed.every((index) => index >= own.length && index < steps.length);
      if (running && isOvertaken) {
        end(updateRunning(error, months));
        return undefined;
      }
      const isRepeat = key && error.failed.includes(steps.length);
      const first = isRepeat ? await findFirst(table, ownerId, entry.kind, key, entry.at) : undefined;
      if (first === "keyReused") return first;
      if (first?.entry) return first.entry;
      if (!first || first.sk === sk) return problemOf(steps, error);
      // The record of the key is too old for a retry, so this commit is stored under an extended key.
      sk = first.sk;
      return undefined;
    }
    end(months.flatMap(({ write: { Put } }) => Put?.Item ?? []));
    noteSums?.(months.flatMap(({ sums }) => sums ?? []));
    return entry;
  };
}

/** An item that one step deletes and another creates, as a row that becomes a transaction, is replaced in one write. */
function replacing(steps: readonly Step[]): Step[] {
  const keyOf = ({ pk, sk }: Item) => `${pk} ${sk}`;
  const deletions = new Map<string, Step>();
  for (const step of steps) {
    const { Delete } = step.write;
    if (Delete?.Key) deletions.set(keyOf(Delete.Key), step);
  }
  const replaced = new Set<Step>();
  const merged = steps.map((step) => {
    const item = step.write.Put?.Item;
    const deletion = item && deletions.get(keyOf(item));
    if (!deletion?.write.Delete) return step;
    replaced.add(deletion);
    const { Key: _, ...condition } = deletion.write.Delete;
    return { ...deletion, write: { Put: { Item: item, ...condition } } };
  });
  return merged.filter((step) => !replaced.has(step));
}

const GONE = {
  category: {
    prefix: CATEGORY_PREFIX,
    isRestorable: when("attribute_exists(#name) AND attribute_exists(deletedAt)"),
  },
  import: { prefix: UNDONE_IMPORT_PREFIX, isRestorable: when("attribute_not_exists(closed)") },
};
const storedGone = v.object({
  deletedBy: v.optional(v.nullable(v.number()), null),
  byGuest: v.optional(v.boolean(), false),
});

const serialKey = (ownerId: Id) => ledgerKey(ownerId, "SERIAL");
const storedSerial = v.object({ version: v.number() });
const NO_SERIAL = { version: 0 };
const PREFIXES: Record<CeilingKind, string> = {
  category: CATEGORY_PREFIX,
  subscription: SUBSCRIPTION_PREFIX,
  goal: GOAL_PREFIX,
  account: ACCOUNT_PREFIX,
};
const serialStep = (ownerId: Id, version: number): Step => ({
  write: put({ ...serialKey(ownerId), version: version + 1 }, stillAt("version", version)),
  problem: "changed",
});

function monthsOf(change: Change): Month[] {
  const { monthOf } = codecOf(change);
  return [change.before, change.after].flatMap((value) => (value && monthOf?.(value)) ?? []);
}

/** A commit whose month was changed this often by concurrent commits invalidates the month's closing instead. */
const MOST_OVERTAKEN = 4;

const ALONE: Turn<Item> = { handed: undefined, end() {} };

/** `month` is absent if one step invalidates the closings of all months. */
type MonthStep = Step & { month?: Month; sums?: MonthSums };

/** A step for each month with changes, which updates its closing or invalidates it. */
function monthSteps(ownerId: Id, changes: readonly Change[], running: Running | undefined): MonthStep[] {
  const months = [...new Set(changes.flatMap(monthsOf))];
  if (months.length > MOST_MONTHS) return unconditional(voidedClosings(ownerId, months));
  return months.flatMap((month): MonthStep[] => {
    const own = changes.filter((change) => monthsOf(change).includes(month));
    const rows = own.filter((change) => isOf("transaction", change));
    const after = running && rows.length === own.length ? updatedMonth(running, month, rows) : null;
    if (after) return [{ month, sums: after.sums, write: closingUpdate(ownerId, after), problem: "changed" }];
    return unconditional(voidedClosings(ownerId, [month])).map((step) => ({ ...step, month }));
  });
}

/**
 * A check for each category that the changes reference, except those that they write themselves. The first one also marks
 * its category as changed in a past month.
 */
function checksOf({ ownerId, changes, revision }: Context, isPast: boolean): Step[] {
  const uses = new Map<Id, CategoryUse>();
  for (const change of changes) {
    const use = codecOf(change).uses?.(change);
    if (!use) continue;
    const { type, holdsType } = uses.get(use.categoryId) ?? use;
    uses.set(use.categoryId, { ...use, type: use.type ?? type, holdsType: use.holdsType || holdsType });
  }
  for (const change of changes)
    if (change.kind === "category" && change.after && "id" in change.after) uses.delete(change.after.id);
  const checked = ({ categoryId, type, holdsType }: CategoryUse) =>
    holdsType ? categoryInUse(ownerId, categoryId, type) : categoryExists(ownerId, categoryId);
  return [...uses.values()].map((use, index) => ({
    write: isPast && index === 0 ? categoryInPast(ownerId, use, revision) : checked(use),
    problem: categoryProblem,
  }));
}

function problemOf(steps: readonly Step[], failure: ConditionFailed): Problem {
  const failed = steps[failure.index];
  // The entry and its marks follow the steps.
  if (!failed) return failure.index === steps.length ? "taken" : "changed";
  return typeof failed.problem === "string" ? failed.problem : failed.problem(failure.item);
}

const storedRecord = v.object({ id: v.string(), at: v.number(), request: v.string() });

/**
 * Finds the entry of a key. Entries outlive the window in which a key is a retry; the next use of the key is then stored
 * under an extended sort key. Returns that sort key, and the entry if it exists.
 */
async function findFirst<K extends ActivityKind>(
  table: Table,
  ownerId: Id,
  kind: K,
  key: IdempotencyKey,
  now: number,
): Promise<{ sk: string; entry?: EntryOf<K> } | "keyReused"> {
  for (let sk = recordSk(key); ; ) {
    const item = await table.get({ pk: activityPartition(ownerId), sk });
    if (!item) return { sk };
    const { id, at, request } = v.parse(storedRecord, item);
    if (at > now - REPEAT_WINDOW_MS)
      return request === key.request ? { sk, entry: parseEntry(kind, item) } : "keyReused";
    sk = `${sk}#${id}`;
  }
}
