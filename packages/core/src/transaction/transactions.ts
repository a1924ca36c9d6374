import { type Snapshots, togetherIn, transactionsOf } from "@coffer/domain/activity/activity";
import type { storedTransaction } from "@coffer/domain/activity/snapshots";
import { versionTag } from "@coffer/domain/activity/versions";
import type { DraftOf, ThingOf } from "@coffer/domain/definition/kind";
import type { Id } from "@coffer/domain/id";
import type { Transaction, transaction } from "@coffer/domain/transaction/transaction";
import type { OpenBudget } from "../access.ts";
import type { PeopleStores } from "../activity/activity.ts";
import {
  about,
  changeTo,
  createRecorder,
  newest,
  type Recording,
  type Remove,
  type Replace,
  type Versioned,
} from "../activity/recording.ts";
import {
  type CategoryProblem,
  type CategoryStore,
  categoryRequired,
  unfitCategory,
} from "../category/categories.ts";
import type { Env } from "../env.ts";
import { type Creation, created, type IdempotencyKey } from "../idempotency.ts";
import { changedMeanwhile, found, Refusal, refuseUnseen } from "../refusal.ts";
import { retryOnConflict } from "../retry-on-conflict.ts";
import { createTransactionLists, type TransactionListStore } from "./transaction-lists.ts";

export type TransactionDraft = DraftOf<typeof transaction>;
/** What was imported keeps what its row is known again by, and the import that brought it. */
export type StoredTransaction = ThingOf<typeof storedTransaction>;

/** "changed" when it is no longer as it was read. */
export type TransactionStore = TransactionListStore & {
  get(ownerId: Id, id: Id): Promise<Versioned<StoredTransaction> | undefined>;
  /** Adds it, or gives what was added before under the same key. */
  add(
    ownerId: Id,
    transaction: StoredTransaction,
    recording: Recording,
    idempotencyKey?: IdempotencyKey,
  ): Promise<Creation<Transaction> | CategoryProblem>;
  replace: Replace<StoredTransaction, CategoryProblem>;
  remove: Remove<StoredTransaction>;
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

export function createTransactions(
  stores: PeopleStores & { transactions: TransactionStore; categories: CategoryStore },
  env: Pick<Env, "clock" | "ids">,
  watchPlan = watchNothing,
) {
  const { clock, ids } = env;
  const record = createRecorder(env);
  const read = async (ownerId: Id, id: Id) =>
    found(await stores.transactions.get(ownerId, id), "Transaction");

  return {
    ...createTransactionLists(stores),

    async add(
      budget: OpenBudget,
      draft: TransactionDraft,
      idempotencyKey?: IdempotencyKey,
    ): Promise<Transaction> {
      const transaction = { id: ids(), ...draft, createdAt: clock(), createdBy: budget.user.id };
      const recording = record(budget, {
        ...aboutTransaction(transaction),
        before: null,
        after: transaction,
      });
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
        const recording = record(budget, { ...aboutTransaction(before.value), ...changeTo(before, after) });
        const outcome = await stores.transactions.replace(budget.ownerId, before, after, recording);
        if (outcome === "changed") return outcome;
        if (outcome !== "saved") throw unfitCategory(outcome, draft.type);
        await watchPlan(budget, [after]);
        return after;
      }, transactionChanged),

    async remove(budget: OpenBudget, id: Id): Promise<void> {
      await retryOnConflict(async () => {
        const before = await read(budget.ownerId, id);
        const recording = record(budget, { ...aboutTransaction(before.value), ...changeTo(before, null) });
        return stores.transactions.remove(budget.ownerId, before, recording);
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
      const recording = record(budget, { ...aboutTransaction(before), before, after, version });
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
const MAX_WRITES = 97;
const MAX_BYTES = 200_000;

/** Refuses what could not be undone with one write. */
function refuseTooLarge(entry: { before: Snapshots["transaction"]; after: Snapshots["transaction"] | null }) {
  const rows = transactionsOf(entry.before);
  const categories = new Set(rows.map(({ categoryId }) => categoryId));
  const fits =
    rows.length + categories.size <= MAX_WRITES && Buffer.byteLength(JSON.stringify(entry)) <= MAX_BYTES;
  if (!fits) throw new Refusal("tooLarge", "These are too many to change at once. Choose fewer.");
}

const aboutTransaction = ({ id, description: name }: Transaction) => about("transaction", { id, name });
