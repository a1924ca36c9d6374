import type { Category, Flow } from "@coffer/domain/category/category";
import { distinctIds, type Id } from "@coffer/domain/id";
import { factsOf } from "@coffer/domain/import/import-row";
import { tiedTo, withRow } from "@coffer/domain/import/ties";
import { type PaymentLine, paymentAmount } from "@coffer/domain/payment/payment";
import { isOpenHalf, printOf, type ReviewRow } from "@coffer/domain/review/review";
import { createRuleFinder } from "@coffer/domain/rule/rule";
import type { Day } from "@coffer/domain/time/day";
import { type Details, detailsOf } from "@coffer/domain/transaction/details";
import { flowIn } from "@coffer/domain/transaction/flow-in";
import { signedAmount } from "@coffer/domain/transaction/transaction";
import type { OpenLedger } from "../access.ts";
import type { Env } from "../env.ts";
import { withGoals } from "../goal/goals.ts";
import {
  type Change,
  changeOf,
  type Found,
  type LedgerStore,
  named,
  type StoredTransaction,
} from "../ledger/ledger.ts";
import { invalid, Refusal } from "../refusal.ts";
import { strangersCheck } from "../share/balances.ts";
import type { Stores } from "../stores.ts";
import { paidThrough } from "../subscription/subscriptions.ts";
import { isLine } from "../transaction/transactions.ts";

/**
 * A decision about a row in review. `tiesTo` is an existing transaction, which keeps its category; `pays` is the
 * subscription whose next payment the row is; `lines` are the lines of a split purchase.
 */
export type Acceptance = Details & {
  id: Id;
  categoryId?: Id | undefined;
  type?: Flow | undefined;
  refund?: boolean | undefined;
  goalId?: Id | null | undefined;
  description?: string | undefined;
  date?: Day | undefined;
  tiesTo?: Id | undefined;
  pays?: Id | undefined;
  dueDate?: Day | undefined;
  lines?: PaymentLine[] | undefined;
};

export type AcceptStores = Pick<Stores, "ledger" | "categories" | "goals" | "shares" | "users" | "rules">;

/** Decides what waiting rows become. Refuses (invalid, conflict) all of them if one cannot be accepted. */
export async function acceptChanges(
  stores: AcceptStores,
  env: Pick<Env, "clock" | "ids">,
  { ownerId, user }: OpenLedger,
  waiting: readonly Found<"review">[],
  accepted: readonly Acceptance[],
): Promise<Change[]> {
  const facts = await readFacts(stores, ownerId, accepted);
  const taken = new Set<Id>();
  const added: StoredTransaction[] = [];
  const changes: Change[] = [];
  for (const [index, one] of accepted.entries()) {
    const found = waiting[index];
    const row = found?.value;
    if (!row) continue;
    const path = `rows.${index}`;
    const stranger = facts.strangerOf(one);
    if (stranger) throw invalid(`${path}.paidBy`, stranger.message);
    changes.push(changeOf("review", found, null));
    if (one.tiesTo === undefined) {
      added.push(...transactionsOf(row, one, path, facts, env, user.id));
      const payment = one.pays === undefined ? undefined : facts.paid.get(one.pays);
      if (payment?.after) payment.after = paidThrough(payment.after, payment.after.nextPaymentDate);
    } else {
      const chosen = facts.tied.get(one.tiesTo);
      refuseUnfitTie(row, chosen?.value, taken.has(one.tiesTo), path);
      taken.add(one.tiesTo);
      if (chosen?.value)
        changes.push(changeOf("transaction", chosen, tiedTransaction(chosen.value, row, one.paidBy)));
    }
  }
  const withGoal = await withGoals(stores, ownerId, added);
  changes.push(...withGoal.map((one) => changeOf("transaction", null, one)));
  for (const one of facts.paid.values()) changes.push(changeOf("subscription", one, one.after));
  return changes;
}

type Facts = Awaited<ReturnType<typeof readFacts>>;

/** `paid` are the subscriptions whose payments rows are; `after` is each one after the payments of the rows so far. */
async function readFacts(stores: AcceptStores, ownerId: Id, accepted: readonly Acceptance[]) {
  const idsOf = (name: "tiesTo" | "pays") => [...new Set(accepted.flatMap((one) => one[name] ?? []))];
  const [categories, rules, ties, subscriptions, strangerOf] = await Promise.all([
    stores.categories.list(ownerId),
    stores.rules.list(ownerId),
    stores.ledger.read(ownerId, named("transaction", idsOf("tiesTo"))),
    stores.ledger.read(ownerId, named("subscription", idsOf("pays"))),
    strangersCheck(stores, ownerId, accepted),
  ]);
  return {
    categoryOf: new Map(categories.map((category) => [category.id, category])),
    nameOf: createRuleFinder(rules).nameOf,
    tied: new Map(ties.map((one) => [one.ref.id, one])),
    paid: new Map(subscriptions.map((one) => [one.ref.id, { ...one, after: one.value }])),
    strangerOf,
  };
}

/** The transactions that a row becomes, without their goals: one, or one for each line of a split purchase. */
function transactionsOf(
  row: ReviewRow,
  one: Acceptance,
  path: string,
  { categoryOf, nameOf, paid }: Facts,
  { clock, ids }: Pick<Env, "clock" | "ids">,
  userId: Id,
): StoredTransaction[] {
  const due = duePayment(row, one, path, paid);
  if (one.lines && paymentAmount(one.lines) * directionOf(one.lines[0]?.type) !== signedAmount(row))
    throw invalid(`${path}.lines`, `The lines of ${row.description} do not add up to its amount`);
  const choices = one.lines ?? [{ ...one, categoryId: one.categoryId ?? due?.categoryId ?? undefined }];
  const lineIds = [row.id, ...distinctIds(ids, choices.length - 1)];
  const { batch, createdBy = userId } = row;
  return choices.map((choice, index) => {
    const at = one.lines ? `${path}.lines.${index}` : path;
    const category = choice.categoryId === undefined ? undefined : categoryOf.get(choice.categoryId);
    if (!category) throw goneCategory(`${at}.categoryId`, row, choice.categoryId);
    return {
      id: lineIds[index] ?? 0,
      description: one.description ?? nameOf(row) ?? row.description,
      amount: "amount" in choice ? choice.amount : row.amount,
      date: one.date ?? row.date,
      ...flowOf(category, row, choice, at),
      categoryId: category.id,
      ...{ notes: null, ...detailsOf(row), ...detailsOf(one), ...detailsOf(choice) },
      createdAt: clock(),
      createdBy,
      ...(choice.goalId !== undefined && { goalId: choice.goalId }),
      ...(category.shares && { shares: category.shares }),
      ...(one.lines && { paymentId: row.id }),
      ...(due && { subscriptionId: due.id }),
      ...(index === 0 && { imported: printOf(row) }),
      ...(batch !== undefined && { batch }),
    };
  });
}

/** The subscription whose next payment the row is. Refuses one that is over, was recorded, or goes the other way. */
function duePayment(row: ReviewRow, { pays, dueDate }: Acceptance, path: string, paid: Facts["paid"]) {
  if (pays === undefined) return undefined;
  const due = paid.get(pays)?.after;
  if (!due?.active)
    throw invalid(`${path}.pays`, `The payment chosen for ${row.description} is no longer due`);
  if (Math.sign(signedAmount(row)) !== directionOf(due.type))
    throw invalid(`${path}.pays`, `${row.description} went the other way`);
  if ((dueDate ?? due.nextPaymentDate) !== due.nextPaymentDate)
    throw new Refusal("conflict", `The payment chosen for ${row.description} was recorded already`);
  return due;
}

/** Refuses (conflict, invalid) to tie a row to a transaction that is gone, taken by another row, or of the other direction. */
function refuseUnfitTie(
  row: ReviewRow,
  chosen: StoredTransaction | null | undefined,
  isTaken: boolean,
  path: string,
): void {
  const theChosen = `The transaction chosen for ${row.description}`;
  if (!chosen) throw new Refusal("conflict", `${theChosen} no longer exists`);
  if (chosen.imported || isTaken)
    throw new Refusal("conflict", `${theChosen} belongs to another row already`);
  if (Math.sign(signedAmount(chosen)) !== Math.sign(signedAmount(row)))
    throw invalid(`${path}.tiesTo`, `${theChosen} went the other way`);
}

const directionOf = (type: Flow | undefined) => (type === "income" ? 1 : -1);

/** The type and refund that a row, or a line of it, has in a category. */
function flowOf(category: Category, row: ReviewRow, choice: Partial<PaymentLine>, path: string) {
  const { type } = category;
  if (choice.type !== undefined && choice.type !== type)
    throw invalid(`${path}.categoryId`, `Choose a category of type ${choice.type} for ${row.description}`);
  const flow = flowIn(row, category);
  if (!flow) throw invalid(`${path}.categoryId`, `Choose a category of expenses for ${row.description}`);
  const isLine = choice.amount !== undefined;
  if (!isLine && choice.refund && !flow.refund && type === "expense")
    throw invalid(`${path}.refund`, `${row.description} went out, so it is no refund`);
  const refund = isLine && type === "expense" ? choice.refund : flow.refund;
  return { type, ...(refund && { refund }) };
}

function tiedTransaction(
  transaction: StoredTransaction,
  row: ReviewRow,
  chosen: Id | undefined,
): StoredTransaction {
  const print = printOf(row);
  const paidBy = chosen ?? payerOfBill(transaction, row.paidBy);
  // Only imports can be undone, so a restored row stays tied.
  const { batch = "review" } = row;
  const tie = { batch, row: print, ...(paidBy && { paidBy }) };
  const imported = withRow(transaction.imported, print);
  return { ...transaction, imported, ties: tiedTo(transaction, tie), ...(paidBy && { paidBy }) };
}

/** A bill that the daily job recorded was paid by the owner of the account in whose file it is. */
export const payerOfBill = (
  { subscriptionId, createdBy }: Pick<StoredTransaction, "subscriptionId" | "createdBy">,
  accountOwner: Id | undefined,
): Id | undefined => (subscriptionId && !createdBy ? accountOwner : undefined);

const goneCategory = (path: string, { description }: ReviewRow, chosen: Id | undefined): Refusal =>
  chosen === undefined
    ? invalid(path, `Category is required for ${description}`)
    : invalid(path, `The category chosen for ${description} no longer exists. Choose another.`);

/** One or both halves of money that moved between own accounts: rows in review or transactions. */
export type Transfer = { ids: readonly Id[]; goalId?: Id | null | undefined };

/** The rows in review that may be the other half of one of `rows`. */
export async function openHalves(
  store: Pick<LedgerStore, "read">,
  ownerId: Id,
  review: readonly ReviewRow[],
  rows: readonly Parameters<typeof signedAmount>[0][],
): Promise<ReviewRow[]> {
  const amounts = new Set<number>(rows.map(signedAmount));
  const halves = review.filter((row) => amounts.has(-signedAmount(row)));
  const pairs = await readPairs(store, ownerId, halves);
  return halves.filter((row) => isOpenHalf(row, pairs));
}

async function readPairs(store: Pick<LedgerStore, "read">, ownerId: Id, rows: readonly ReviewRow[]) {
  const ids = new Set(rows.flatMap(({ pairId = [] }) => pairId));
  const pairs = await store.read(ownerId, named("review", [...ids]));
  return new Map(pairs.map(({ ref, value }) => [ref.id, value]));
}

/** Removes rows and transactions from all figures. Refuses (invalid, conflict) all of them if one cannot be removed. */
export async function transferChanges(
  { ledger: store, goals }: Pick<Stores, "ledger" | "goals">,
  { ownerId }: OpenLedger,
  pairs: readonly Transfer[],
): Promise<Change[]> {
  const ids = pairs.flatMap((pair) => pair.ids);
  if (new Set(ids).size < ids.length) throw invalid("pairs", "Name each row once");
  const [rows, transactions, known] = await Promise.all([
    store.read(ownerId, named("review", ids)),
    store.read(ownerId, named("transaction", ids)),
    pairs.some(({ goalId }) => goalId) ? goals.list(ownerId) : [],
  ]);
  const paired = await readPairs(
    store,
    ownerId,
    rows.flatMap(({ value }) => value ?? []),
  );
  const rowOf = new Map(rows.map((one) => [one.ref.id, one]));
  const transactionOf = new Map(transactions.map((one) => [one.ref.id, one]));
  const halfOf = (id: Id) => {
    const row = rowOf.get(id)?.value;
    return row && isOpenHalf(row, paired) ? row : transactionOf.get(id)?.value;
  };
  const changes: Change[] = [];
  for (const [index, { ids, goalId }] of pairs.entries()) {
    const halves = ids.map(halfOf);
    const [first, second] = halves;
    if (!first || (ids.length > 1 && !second)) throw halfGone(first ?? second);
    if (second && signedAmount(first) !== -signedAmount(second))
      throw invalid(
        `pairs.${index}.ids`,
        `${first.description} and ${second.description} must have the same amount, one out and one in`,
      );
    if (goalId && !known.some(({ id, status }) => id === goalId && status === "in-progress"))
      throw invalid(`pairs.${index}.goalId`, "Choose a goal of this budget");
    const contributing = second && signedAmount(second) < 0 ? second.id : first.id;
    for (const half of [first, second]) {
      if (!half) continue;
      const pairId = ids.find((id) => id !== half.id);
      const more = { ...(pairId && { pairId }), ...(goalId && half.id === contributing && { goalId }) };
      changes.push(...(await leaving(half, more)));
    }
  }
  return changes;

  async function leaving(half: ReviewRow | StoredTransaction, more: Pick<ReviewRow, "pairId" | "goalId">) {
    const state = "transfer" as const;
    const row = rowOf.get(half.id);
    if (row?.value) return [changeOf("review", row, { ...row.value, state, ...more })];
    const found = transactionOf.get(half.id);
    if (!found?.value) return [];
    if (await isLine({ ledger: store }, ownerId, found.value)) throw lineCannotMove(found.value);
    const left = { ...rowOfTransaction(found.value), state, ...more };
    return [changeOf("transaction", found, null), changeOf("review", null, left)];
  }
}

const lineCannotMove = ({ description }: StoredTransaction) =>
  new Refusal(
    "conflict",
    `${description} is a part of a split payment, which cannot be moved between own accounts`,
  );

const halfGone = (other: { description: string } | null | undefined) =>
  new Refusal(
    "conflict",
    other
      ? `The other half of ${other.description} is no longer there. Nothing was changed.`
      : "This row is no longer there: somebody has decided about it.",
  );

/** Without what follows from the category: an undo takes that from the entry. */
function rowOfTransaction(transaction: StoredTransaction): Omit<ReviewRow, "state"> {
  const { id, createdBy, imported, batch } = transaction;
  const { account, file } = imported ?? {};
  return {
    ...{ id, ...factsOf(transaction), ...detailsOf(transaction), source: "Coffer" },
    ...(createdBy !== undefined && { createdBy }),
    ...(imported && { imported }),
    ...(account && { account }),
    ...(file && { file }),
    ...(batch !== undefined && { batch }),
  };
}
