import { type Snapshots, togetherIn, transactionsOf } from "@coffer/domain/activity";
import { type Day, FIRST_DAY, LAST_DAY, parseDay } from "@coffer/domain/day";
import type { Id } from "@coffer/domain/id";
import type { Fingerprint } from "@coffer/domain/import-row";
import { firstDay, lastDay, monthOfDay } from "@coffer/domain/month";
import {
  type Filters,
  matcher,
  pageAfter,
  parseCursor,
  type Sort,
  type Totals,
  totalsOf,
} from "@coffer/domain/search";
import { dayOfInstant } from "@coffer/domain/timezone";
import { newestFirst, type Transaction } from "@coffer/domain/transaction";
import { versionTag } from "@coffer/domain/versions";
import type { OpenBudget } from "./access.ts";
import {
  createPeople,
  createRecorder,
  newest,
  type PeopleStores,
  type Recording,
  type Versioned,
} from "./activity.ts";
import { type CategoryProblem, type CategoryStore, categoryRequired, unfitCategory } from "./categories.ts";
import type { Env } from "./env.ts";
import { type Creation, created, type IdempotencyKey } from "./idempotency.ts";
import { changedMeanwhile, found, invalid, invalidCursor, Refusal, refuseUnseen } from "./refusal.ts";
import { retryOnConflict } from "./retry-on-conflict.ts";

export type TransactionDraft = Omit<Transaction, "id" | "createdAt" | "createdBy" | "subscriptionId">;

/** One page of what was searched for, and what all of it comes to; `cursor` is where the next page starts. */
type Found = { rows: Transaction[]; total: Totals; cursor: string | null };

const SEARCH_PAGE = 100;
/** Rows of a list on the wire; the rest follows by its cursor. */
const LIST_PAGE = 2_000;

/** A page of a list, and where the next one starts; null after the last. */
type TransactionPage = { rows: Transaction[]; cursor: string | null };

/** Where a list goes on, by what it is ordered by: after this date and, on it, after this id. */
type ListPlace = { date: Day; id: Id };

/** What was imported keeps what its row is known again by, and the import that brought it. */
export type StoredTransaction = Transaction & {
  imported?: Fingerprint | undefined;
  batch?: string | undefined;
};

/** "changed" when it is no longer as it was read. */
export type TransactionStore = {
  /** The next of what is dated `from` to `to`, the latest dates first: at least `size` where there are so many. */
  page(
    ownerId: Id,
    range: { from: Day; to: Day; after: ListPlace | undefined },
    size: number,
  ): Promise<{ transactions: Transaction[]; next: ListPlace | undefined }>;
  /** What is dated `from` to `to`, both included, in no order. */
  list(ownerId: Id, from: Day, to: Day): Promise<Transaction[]>;
  get(ownerId: Id, id: Id): Promise<Versioned<StoredTransaction> | undefined>;
  /** Adds it, or gives what was added before under the same key. */
  add(
    ownerId: Id,
    transaction: StoredTransaction,
    recording: Recording,
    idempotencyKey?: IdempotencyKey,
  ): Promise<Creation<Transaction> | CategoryProblem>;
  replace(
    ownerId: Id,
    before: Versioned<StoredTransaction>,
    after: StoredTransaction,
    recording: Recording,
  ): Promise<"saved" | "changed" | CategoryProblem>;
  remove(
    ownerId: Id,
    before: Versioned<StoredTransaction>,
    recording: Recording,
  ): Promise<"saved" | "changed">;
  /** Those of the ids that are there, in their order. */
  getMany(ownerId: Id, ids: readonly Id[]): Promise<Versioned<StoredTransaction>[]>;
  /** Adds, replaces and deletes, all or none; the ids of all, or those of the first time under the same key. */
  changeTogether(
    ownerId: Id,
    changes: readonly TransactionChange[],
    recording: Recording,
    idempotencyKey?: IdempotencyKey,
  ): Promise<Creation<Id[]> | "changed" | CategoryProblem>;
  /** The ids that were changed together under a key; undefined where none were. `now` in milliseconds. */
  changedTogether(
    ownerId: Id,
    idempotencyKey: IdempotencyKey,
    at: { now: number; noteEntry: OpenBudget["noteEntry"] },
  ): Promise<Id[] | "keyReused" | undefined>;
};

/** `before` is undefined for one that is added, `after` null for one that is deleted. */
type TransactionChange = {
  before: Versioned<StoredTransaction> | undefined;
  after: StoredTransaction | null;
};

/** A transaction as it was seen; without a version it does not matter how. */
type Seen = { id: Id; version?: string | undefined };
/** The ids of those that were changed, and of those that had been changed or deleted meanwhile. */
type ChangedTogether = { changed: Id[]; left: Id[] };

const transactionChanged = () => changedMeanwhile("The transaction");

/** Called with the transactions that were recorded or changed, or where anything may have been (plan-watch.ts). */
export type WatchPlan = (
  budget: Pick<OpenBudget, "ownerId" | "today">,
  changed: readonly Transaction[] | "anything",
) => Promise<void>;
export const watchNothing: WatchPlan = async () => {};

/** The transactions of a budget. */
export function createTransactions(
  stores: PeopleStores & { transactions: TransactionStore; categories: CategoryStore },
  env: Pick<Env, "clock" | "ids">,
  watchPlan = watchNothing,
) {
  const { clock, ids } = env;
  const record = createRecorder(env);
  const peopleOf = createPeople(stores);
  const read = async (ownerId: Id, id: Id) =>
    found(await stores.transactions.get(ownerId, id), "Transaction");

  /** Newest first; `range` holds dates or ISO instants. Without either end: the user's current month. */
  async function page(
    budget: OpenBudget,
    { cursor, ...range }: Range & { cursor?: string | undefined },
  ): Promise<TransactionPage> {
    const [from, to] = requestedDays(budget, range);
    const after = cursor === undefined ? undefined : parsePlace(cursor);
    if (cursor !== undefined && !after) throw invalidCursor();
    const { transactions, next } = await stores.transactions.page(
      budget.ownerId,
      { from, to, after },
      LIST_PAGE,
    );
    return { rows: transactions.sort(newestFirst), cursor: next ? `${next.date}.${next.id}` : null };
  }

  return {
    page,

    /** All of a range, page after page. */
    async list(budget: OpenBudget, range: Range): Promise<Transaction[]> {
      const rows: Transaction[] = [];
      let cursor: string | undefined;
      do {
        const next = await page(budget, { ...range, cursor });
        rows.push(...next.rows);
        cursor = next.cursor ?? undefined;
      } while (cursor !== undefined);
      return rows.sort(newestFirst);
    },

    /** Of all months, a hundred at a time. */
    async search(
      budget: OpenBudget,
      { sort, cursor, ...filters }: Filters & { sort: Sort; cursor?: string | undefined },
    ): Promise<Found> {
      const after = cursor === undefined ? undefined : parseCursor(cursor);
      if (cursor !== undefined && !after) throw invalidCursor();
      const { from = FIRST_DAY, to = LAST_DAY } = filters;
      const { ownerId } = budget;
      const [transactions, categories, people] =
        from > to
          ? [[], [], []]
          : await Promise.all([
              stores.transactions.list(ownerId, from, to),
              stores.categories.list(ownerId),
              filters.text ? peopleOf(budget) : [],
            ]);
      const matching = transactions.filter(matcher(filters, categories, people));
      const { rows, next } = pageAfter(matching, sort, after, SEARCH_PAGE);
      return { rows, total: totalsOf(matching), cursor: next };
    },

    async add(
      budget: OpenBudget,
      draft: TransactionDraft,
      idempotencyKey?: IdempotencyKey,
    ): Promise<Transaction> {
      const transaction = { id: ids(), ...draft, createdAt: clock(), createdBy: budget.user.id };
      const recording = record(budget, { ...about(transaction), before: null, after: transaction });
      const { ownerId } = budget;
      const outcome = await stores.transactions.add(ownerId, transaction, recording, idempotencyKey);
      if (outcome === "noCategory" || outcome === "otherType") throw unfitCategory(outcome, draft.type);
      const added = created(outcome);
      await watchPlan(budget, [added]);
      return added;
    },

    update: (budget: OpenBudget, id: Id, draft: TransactionDraft, seen?: string): Promise<Transaction> =>
      retryOnConflict(async () => {
        const before = await read(budget.ownerId, id);
        refuseUnseen(seen, { kind: "transaction", value: before.value });
        const after = { ...before.value, refund: undefined, ...draft };
        const change = { ...about(before.value), before: before.value, after, version: before.version };
        const recording = record(budget, change);
        const outcome = await stores.transactions.replace(budget.ownerId, before, after, recording);
        if (outcome === "changed") return outcome;
        if (outcome !== "saved") throw unfitCategory(outcome, draft.type);
        await watchPlan(budget, [after]);
        return after;
      }, transactionChanged),

    async remove(budget: OpenBudget, id: Id): Promise<void> {
      await retryOnConflict(async () => {
        const before = await read(budget.ownerId, id);
        const change = { ...about(before.value), before: before.value, after: null, version: before.version };
        return stores.transactions.remove(budget.ownerId, before, record(budget, change));
      }, transactionChanged);
    },

    /** Deletes those that are as they were seen, with one entry. */
    removeTogether: (budget: OpenBudget, seen: readonly Seen[], idempotencyKey?: IdempotencyKey) =>
      changeTogether(budget, seen, () => null, idempotencyKey),

    /** Moves those that are as they were seen to another category, with one entry. */
    async moveTogether(
      budget: OpenBudget,
      seen: readonly Seen[],
      categoryId: Id,
      idempotencyKey?: IdempotencyKey,
    ): Promise<ChangedTogether> {
      const target = await stores.categories.get(budget.ownerId, categoryId);
      if (!target) throw categoryRequired();
      const { type } = target.value;
      const move = (transaction: StoredTransaction) => {
        if (transaction.type !== type) throw unfitCategory("otherType", transaction.type);
        return { ...transaction, categoryId };
      };
      return changeTogether(budget, seen, move, idempotencyKey);
    },
  };

  function changeTogether(
    budget: OpenBudget,
    seen: readonly Seen[],
    change: (transaction: StoredTransaction) => StoredTransaction | null,
    idempotencyKey: IdempotencyKey | undefined,
  ): Promise<ChangedTogether> {
    const { ownerId, noteEntry } = budget;
    const versions = new Map(seen.map(({ id, version }) => [id, version]));
    const ids = [...versions.keys()];
    const answer = (changed: Id[]) => ({ changed, left: ids.filter((id) => !changed.includes(id)) });
    return retryOnConflict(async () => {
      const stored = await stores.transactions.getMany(ownerId, ids);
      const changes = stored
        .filter(({ value }) => isAsSeen(value, versions.get(value.id)))
        .map((before) => ({ before, after: change(before.value) }));
      const before = togetherIn(changes.map(({ before }) => before.value));
      const after = togetherIn(changes.flatMap(({ after }) => after ?? []));
      if (!before) {
        // A repeat finds nothing left to change.
        const first =
          idempotencyKey &&
          (await stores.transactions.changedTogether(ownerId, idempotencyKey, { now: clock(), noteEntry }));
        return answer(first ? created(first) : []);
      }
      refuseTooLarge({ before, after });
      const version = newest(changes.map(({ before }) => before.version));
      const recording = record(budget, { ...about(before), before, after, version });
      const outcome = await stores.transactions.changeTogether(ownerId, changes, recording, idempotencyKey);
      if (outcome === "changed") return outcome;
      if (outcome === "noCategory" || outcome === "otherType") throw unfitCategory(outcome, before.type);
      await watchPlan(budget, transactionsOf(after));
      return answer(created(outcome));
    }, transactionChanged);
  }
}

const isAsSeen = (transaction: Transaction, version: string | undefined) =>
  version === undefined || version === versionTag("transaction", transaction);

/** Room in one write beside the undo's entry and its two marks, and in one entry (bytes). */
const MOST_WRITES = 97;
const MOST_BYTES = 200_000;

/** Refuses what could not be undone with one write. */
function refuseTooLarge(entry: { before: Snapshots["transaction"]; after: Snapshots["transaction"] | null }) {
  const rows = transactionsOf(entry.before);
  const categories = new Set(rows.map(({ categoryId }) => categoryId));
  const fits =
    rows.length + categories.size <= MOST_WRITES && Buffer.byteLength(JSON.stringify(entry)) <= MOST_BYTES;
  if (!fits) throw new Refusal("tooLarge", "These are too many to change at once. Choose fewer.");
}

const about = ({ id, description }: Transaction) => ({
  kind: "transaction" as const,
  entityId: id,
  label: description,
});

type Range = { startDate?: string | undefined; endDate?: string | undefined };

function parsePlace(cursor: string): ListPlace | undefined {
  const [, day = "", id] = /^([\d-]{10})\.([1-9]\d{0,15})$/.exec(cursor) ?? [];
  const date = parseDay(day);
  return date && { date, id: Number(id) };
}

/** The first and last day of a range, each open when only the other is given. */
function requestedDays({ user, today }: OpenBudget, { startDate, endDate }: Range): [from: Day, to: Day] {
  if (startDate === undefined && endDate === undefined) {
    const month = monthOfDay(today);
    return [firstDay(month), lastDay(month)];
  }
  const read = (path: string, text: string): Day => {
    const day = dayOfInstant(text, user.timeZone);
    if (!day) throw invalid(path, "Use a real date, as yyyy-MM-dd");
    return day;
  };
  const from = startDate === undefined ? FIRST_DAY : read("startDate", startDate);
  const to = endDate === undefined ? LAST_DAY : read("endDate", endDate);
  if (from > to) throw invalid("endDate", "End date must not be before the start date");
  return [from, to];
}
