import type { User } from "@coffer/domain/account/user";
import { togetherIn, transactionsOf } from "@coffer/domain/activity/activity";
import { SNAPSHOTS } from "@coffer/domain/activity/snapshots";
import { versionTag } from "@coffer/domain/activity/version-tag";
import type { MonthSums } from "@coffer/domain/budget/budget";
import type { Flow } from "@coffer/domain/category/category";
import type { DraftOf } from "@coffer/domain/definition/kind";
import type { Id } from "@coffer/domain/id";
import type { Subscription } from "@coffer/domain/subscription/subscription";
import { monthOfDay } from "@coffer/domain/time/month";
import type { transaction } from "@coffer/domain/transaction/definition";
import type { Transaction } from "@coffer/domain/transaction/transaction";
import type { OpenLedger } from "../access.ts";
import { categoryRequired, unfitCategory } from "../category/category-problem.ts";
import type { Env } from "../env.ts";
import { onlyGoal, unfitGoalCheck, withGoals, withGoalsOf } from "../goal/goals.ts";
import { changing, createCommit, type Decision, readThing, refuseUnseen } from "../ledger/commit.ts";
import { changeOf, type LedgerStore, named, readOne, type StoredTransaction } from "../ledger/ledger.ts";
import { Refusal } from "../refusal.ts";
import { refuseStrangers, withCategoryShares } from "../share/balances.ts";
import type { Stores } from "../stores.ts";
import { createTransactionLists } from "./transaction-lists.ts";

export type TransactionDraft = DraftOf<typeof transaction>;

/** A transaction with the version that the user saw; without a version, any is changed. */
type Seen = { id: Id; version?: string | undefined };
/** The ids that were changed, and those that were skipped because they had been changed or deleted. */
type ChangedTogether = { changed: Id[]; left: Id[] };

/** The fields that can be set for several transactions at once. */
export type SetTogether = Partial<
  Pick<TransactionDraft, "date" | "description" | "paidBy" | "categoryId" | "goalId">
>;

/** Called after a change with the affected transactions, or "anything" if they are unknown (transaction-notices.ts). */
export type NotifyOfTransactions = (
  /** `user` made the change, and is not notified of it; undefined for the daily job. */
  ledger: Pick<OpenLedger, "ownerId" | "today"> & { user?: User | undefined },
  changed: readonly Transaction[] | "anything",
  known?: Known,
) => Promise<void>;
/** What the change has read: `sums` of its months after it, and after an addition what was `added`, and `subscriptions`. */
export type Known = {
  sums: readonly MonthSums[];
  added?: Transaction | undefined;
  subscriptions?: readonly Subscription[] | undefined;
};
export const notifyNobody: NotifyOfTransactions = async () => {};

export function createTransactions(
  stores: Pick<Stores, "ledger" | "transactions" | "categories" | "budgets" | "goals" | "shares" | "users">,
  env: Pick<Env, "clock" | "ids">,
  notifyOfTransactions = notifyNobody,
) {
  const { clock, ids } = env;
  const { commit, commitIfAny } = createCommit(stores, env);

  /** Refuses (conflict) a line of an existing payment: lines are changed together. */
  async function refuseLine({ ownerId }: OpenLedger, transaction: StoredTransaction) {
    if (await isLine(stores, ownerId, transaction)) throw lineOfPayment(transaction.description);
  }

  async function save(
    ledger: OpenLedger,
    { type }: TransactionDraft,
    decide: () => Promise<Decision<"transaction"> & Pick<Known, "subscriptions">>,
  ): Promise<Transaction> {
    let subscriptions: Known["subscriptions"];
    const decideAndNote = async () => {
      const decision = await decide();
      subscriptions = decision.subscriptions;
      return decision;
    };
    const sums: MonthSums[] = [];
    const noteSums = (some: readonly MonthSums[]) => void sums.push(...some);
    const saved = await commit({ ...ledger, noteSums }, "transaction", decideAndNote, (problem) =>
      unfitCategory(problem, type),
    );
    const added = subscriptions && saved;
    await notifyOfTransactions(ledger, [saved], { sums, added, subscriptions });
    return saved;
  }

  return {
    ...createTransactionLists(stores),

    async add(ledger: OpenLedger, draft: TransactionDraft): Promise<Transaction> {
      const decide = async () => {
        const entered = { createdAt: clock(), createdBy: ledger.user.id };
        const [{ own, goals, subscriptions }, running] = await Promise.all([
          withDefaults(stores, ledger, draft),
          stores.ledger.running(ledger.ownerId, [monthOfDay(draft.date)], {
            now: clock(),
            isAddition: true,
          }),
        ]);
        return {
          ...changing("transaction", null, { id: ids(), ...own, ...entered }),
          running,
          goals,
          subscriptions,
        };
      };
      return save(ledger, draft, decide);
    },

    async update(ledger: OpenLedger, id: Id, draft: TransactionDraft): Promise<Transaction> {
      const decide = async () => {
        const before = await readThing(stores, ledger.ownerId, "transaction", { id });
        await refuseLine(ledger, before.value);
        refuseUnseen(ledger.seen, { kind: "transaction", value: before.value });
        await refuseStrangers(stores, ledger, draft, before.value);
        const [own = draft] = await withGoals(stores, ledger.ownerId, [draft], [before.value]);
        return changing("transaction", before, { ...before.value, refund: undefined, ...own });
      };
      return save(ledger, draft, decide);
    },

    async remove(ledger: OpenLedger, id: Id): Promise<void> {
      const decide = async () => {
        const before = await readThing(stores, ledger.ownerId, "transaction", { id });
        await refuseLine(ledger, before.value);
        return changing("transaction", before, null);
      };
      await commit(ledger, "transaction", decide);
    },

    removeTogether(ledger: OpenLedger, seen: readonly Seen[]) {
      const remove = ({ paymentId, description }: StoredTransaction) => {
        if (paymentId !== undefined) throw lineOfPayment(description);
        return null;
      };
      return writeTogether(ledger, seen, remove);
    },

    /** Sets the same fields of transactions. A row that moves gets the only goal of its category, unless one is set. */
    async changeTogether(
      ledger: OpenLedger,
      seen: readonly Seen[],
      set: SetTogether,
    ): Promise<ChangedTogether> {
      const { ownerId } = ledger;
      const { categoryId, date, description, paidBy } = set;
      await refuseStrangers(stores, ledger, { paidBy });
      const refusalOf = await unfitGoalCheck(stores, ownerId, [set]);
      const target = categoryId && (await readOne(stores.ledger, ownerId, "category", { id: categoryId }));
      if (categoryId !== undefined && !target) throw categoryRequired();
      const moved = categoryId && { categoryId, goalId: await onlyGoal(stores, ownerId, categoryId) };
      const isOfHead = date !== undefined || description !== undefined || paidBy !== undefined;
      const change = (transaction: StoredTransaction) => {
        const { type, paymentId } = transaction;
        if (target && target.value.type !== type) throw unfitCategory("otherType", type);
        if (paymentId !== undefined && isOfHead) throw lineOfPayment(transaction.description);
        const place = moved && transaction.categoryId !== categoryId ? moved : {};
        const after = { ...transaction, ...place, ...withoutAbsent(set) };
        const refusal = refusalOf({ categoryId: after.categoryId, goalId: set.goalId });
        if (refusal) throw refusal;
        return after;
      };
      return writeTogether(ledger, seen, change);
    },
  };

  async function writeTogether(
    ledger: OpenLedger,
    seen: readonly Seen[],
    change: (transaction: StoredTransaction) => StoredTransaction | null,
  ): Promise<ChangedTogether> {
    const versions = new Map(seen.map(({ id, version }) => [id, version]));
    const ids = [...versions.keys()];
    let after: ReturnType<typeof togetherIn<StoredTransaction>> = null;
    let type: Flow = "expense";
    const decide = async () => {
      const stored = await stores.ledger.read(ledger.ownerId, named("transaction", ids));
      const changes = stored.flatMap((found) =>
        found.value && isAsSeen(found.value, versions.get(found.value.id))
          ? [changeOf("transaction", found, change(found.value))]
          : [],
      );
      const before = togetherIn(changes.flatMap((one) => one.before ?? []));
      after = togetherIn(changes.flatMap((one) => one.after ?? []));
      type = before?.type ?? type;
      return before && { entityId: before.id, label: before.description, before, after, changes };
    };
    const changed = await commitIfAny(ledger, "transaction", decide, (problem) =>
      unfitCategory(problem, type),
    );
    await notifyOfTransactions(ledger, transactionsOf(after));
    const done = new Set(transactionsOf(changed).map(({ id }) => id));
    return { changed: ids.filter((id) => done.has(id)), left: ids.filter((id) => !done.has(id)) };
  }
}

/**
 * Gives the draft the shares of its category and the category's only goal, unless it names its own. Also reads, in the same
 * round trip, what the commit and the plan watch need.
 */
export async function withDefaults(
  stores: Pick<Stores, "budgets" | "ledger" | "shares" | "users">,
  ledger: OpenLedger,
  draft: TransactionDraft,
) {
  const [[shared = draft], { goals, subscriptions }] = await Promise.all([
    withCategoryShares(stores, ledger, [draft]),
    stores.budgets.commitments(ledger.ownerId),
  ]);
  const held = goals.map(({ value }) => value);
  const [chosen = draft] = withGoalsOf(held, [draft]);
  const own = { ...shared, ...(chosen.goalId !== undefined && { goalId: chosen.goalId }) };
  return { own, goals, subscriptions };
}

/** True for a line of a payment whose first line still exists. */
export const isLine = async (
  { ledger }: { ledger: Pick<LedgerStore, "read"> },
  ownerId: Id,
  { id, paymentId }: StoredTransaction,
): Promise<boolean> =>
  paymentId !== undefined &&
  (paymentId === id || (await readOne(ledger, ownerId, "transaction", { id: paymentId })) !== undefined);

const withoutAbsent = (set: SetTogether): SetTogether =>
  Object.fromEntries(Object.entries(set).filter(([, value]) => value !== undefined));

export const lineOfPayment = (description: string) =>
  new Refusal("conflict", `This is a part of the payment ${description}. Change or delete that instead.`);

const isAsSeen = (transaction: Transaction, version: string | undefined) =>
  version === undefined || version === versionTag(SNAPSHOTS.transaction, transaction);
