import { inBatches } from "@coffer/domain/batches";
import { categorySuggestions } from "@coffer/domain/category/category-suggestion";
import { NOTES_MAX } from "@coffer/domain/definition/values";
import type { Id } from "@coffer/domain/id";
import { matchFiles } from "@coffer/domain/import/import-match";
import { factsOf, fingerprintOf, type ImportRow } from "@coffer/domain/import/import-row";
import { LIKE_DAYS, matchRows, type RowMatch } from "@coffer/domain/import/match-rows";
import { settledRows } from "@coffer/domain/import/settled-rows";
import { linesHere, rowsOfSplit, type SplitLine } from "@coffer/domain/import/split-row";
import { withRow } from "@coffer/domain/import/ties";
import { type Purchase, purchasesOf } from "@coffer/domain/payment/payment";
import { printOf, type ReviewRow } from "@coffer/domain/review/review";
import { halfOfRow, halvesOfTransaction, transferHalves } from "@coffer/domain/review/transfers";
import { createRuleFinder } from "@coffer/domain/rule/rule";
import { createPaymentFinder, mayPay } from "@coffer/domain/subscription/repeats";
import { addDays, type Day, FIRST_DAY, LAST_DAY } from "@coffer/domain/time/day";
import type { Transaction } from "@coffer/domain/transaction/transaction";
import type { OpenLedger } from "../access.ts";
import { noSuchCategory, unfitCategory } from "../category/category-problem.ts";
import { onlyGoals, unfitGoalCheck } from "../goal/goals.ts";
import { inSteps } from "../in-steps.ts";
import { openHalves } from "../review/accept.ts";
import { strangersCheck } from "../share/balances.ts";
import type { Stores } from "../stores.ts";
import type { TransactionDraft } from "../transaction/transactions.ts";
import type { Known, KnownRow } from "./import-store.ts";

/**
 * Without a category, or if it only proposes one (`waits`), the row goes to review. `tiesTo` is an existing transaction
 * to link it to; `leaveOut` ignores it now and in later imports; `transfer` moved money between own accounts.
 */
export type ImportDraft = Omit<TransactionDraft, "categoryId"> &
  Pick<ImportRow, "reference" | "account" | "file"> & {
    categoryId?: Id | undefined;
    tiesTo?: Id | undefined;
    leaveOut?: boolean | undefined;
    transfer?: boolean | undefined;
    waits?: boolean;
    /** The text that a rule gives it. */
    rename?: string;
    /** The lines of a split purchase. */
    lines?: readonly ImportLine[] | undefined;
  };
type ImportLine = Omit<ImportDraft, "date" | "description" | "account" | "paidBy" | "lines" | "waits"> & {
  description?: string | undefined;
};
export type AddedDraft = ImportDraft & { categoryId: Id };
export type PortionRow = { row: ImportDraft } | { refused: string };
/** How a row compares with the ledger before it is imported; `by` is the user who entered the similar transaction. */
type MatchAnswer = {
  state: RowMatch["state"];
  transactionId: Id | null;
  by: Id | null;
  /** The recorded settlement that the row is (such a row is left out), or may be if only the amount is equal. */
  settlementId?: Id;
  /** The number of manually entered transactions of the same amount that a new row may be. */
  nearby?: number;
  /** The lines' matches, if a split is new as a whole but some of its lines are not. */
  lines?: Pick<MatchAnswer, "state" | "transactionId">[];
  /** The payment that a new row may be. */
  due?: { subscriptionId: Id; name: string; date: Day };
  /** The row in review or the transaction of another account with which a new row may be a transfer. */
  transferOf?: Id;
};
/** A row of a file, before anybody has decided about it. */
export type ReadRow = ImportRow & { lines?: readonly SplitLine[] | undefined };

export type MatchedRow =
  | { row: AddedDraft; isNew: true }
  | { row: ImportDraft; split: AddedDraft[] }
  | { parts: MatchedRow[] }
  | { row: ImportDraft; here: KnownRow | ReviewRow }
  | { row: ImportDraft; tied: KnownRow }
  | { row: ImportDraft; aside: ReviewRow["state"] }
  | { row: ImportDraft; isRemembered: true }
  | { refused: string };

const TIED_ALREADY = "The transaction chosen for this row belongs to another row already";
const NOT_THERE = "The transaction chosen for this row no longer exists";

/** A row, or the lines of a split as rows of their own. */
export function piecesOf(row: ImportDraft): ImportDraft[] {
  const { lines, categoryId: _, goalId: _of, ...shared } = row;
  return lines ? rowsOfSplit({ ...shared, lines }) : [row];
}

export const isAside = (here: KnownRow | ReviewRow): here is ReviewRow => "state" in here;

/** False if the transaction keeps all of the row already, or as many references as it may. */
export const isNewTo = ({ imported }: KnownRow, row: ImportDraft): boolean =>
  !imported || withRow(imported, fingerprintOf(row)).references.length > imported.references.length;

type MatchStores = Pick<
  Stores,
  "imports" | "transactions" | "categories" | "goals" | "rules" | "shares" | "users" | "settlements"
>;

const TRANSACTIONS_A_STEP = 250;

/** Gives manually entered transactions the fingerprint of their own facts. */
function* withFingerprints(transactions: readonly KnownRow[]) {
  const printed: KnownRow[] = [];
  for (const some of inBatches(transactions, TRANSACTIONS_A_STEP)) {
    printed.push(...some.map((one) => ({ ...one, imported: one.imported ?? fingerprintOf(one) })));
    yield;
  }
  return printed;
}

const daysLike = (date: Day): Day[] => [addDays(date, -LIKE_DAYS), addDays(date, LIKE_DAYS)];

const NEW: MatchAnswer = { state: "new", transactionId: null, by: null };

/** The state of each row. A null row could not be read, and counts as new. */
export async function matchRead(
  stores: MatchStores & Pick<Stores, "subscriptions" | "ledger">,
  { ownerId, today }: Pick<OpenLedger, "ownerId" | "today">,
  rows: readonly (ReadRow | null)[],
): Promise<MatchAnswer[]> {
  const readable = rows.filter((row) => row !== null);
  const days = readable.flatMap(({ date }) => [date, ...daysLike(date)]);
  const [known, rules, subscriptions] = await Promise.all([
    stores.imports.known(ownerId, days, ""),
    stores.rules.list(ownerId),
    stores.subscriptions.list(ownerId),
  ]);
  const purchases = purchasesOf(known.transactions);
  const byId = new Map(purchases.map((one) => [one.id, one]));
  const [leftOut, waiting] = partition(known.aside);
  const facts = {
    existing: [...purchases, ...waiting.map(asKnown)],
    leftOut: [...known.leftOut, ...leftOut.map(printOf)],
    rules,
  };
  const matches = await inSteps(matchRows(readable, facts));
  const linesOf = await matchLines(readable, matches, facts, purchases);
  const open = [...matches.keys()].filter((index) => matches[index]?.state === "new");
  const findRule = createRuleFinder(rules);
  const isRuled = (row: ImportRow) => findRule.first(row) !== undefined;
  const settled = settledRows(readable, open, await namedSettlements(stores, ownerId), isRuled);
  const fresh = open.filter((index) => !settled.has(index)).flatMap((index) => readable[index] ?? []);
  const payments = createPaymentFinder({
    subscriptions: fresh.some((row) => subscriptions.some((one) => mayPay(row, one))) ? subscriptions : [],
    rules,
    payees: [...readable, ...known.transactions.slice(0, HISTORY_ROWS)],
  });
  const due = payments.dueFor(fresh, today);
  const transferOf = await otherHalves(stores, ownerId, known, fresh);

  function answerFor(row: ReadRow, index: number): MatchAnswer {
    const settlement = settled.get(index);
    if (settlement)
      return { ...NEW, state: settlement.isNamed ? "left-out" : "new", settlementId: settlement.id };
    const match: RowMatch = matches[index] ?? { state: "new" };
    const one = "id" in match ? byId.get(match.id) : undefined;
    const nearby = match.state === "new" ? match.nearby : undefined;
    const lines = linesOf.get(index);
    const payment = due.get(row);
    const otherHalf = transferOf.get(row);
    return {
      ...{ state: match.state, transactionId: one?.id ?? null, by: one?.createdBy ?? null },
      ...(nearby && { nearby }),
      ...(lines && { lines }),
      ...(payment && {
        due: { subscriptionId: payment.id, name: payment.name, date: payment.nextPaymentDate },
      }),
      ...(otherHalf !== undefined && { transferOf: otherHalf }),
    };
  }
  const answers = readable.map(answerFor).values();
  return rows.map((row) => (row && answers.next().value) ?? NEW);
}

/** By row: the row in review or the transaction with which it may be a transfer between own accounts. */
async function otherHalves(
  stores: Pick<Stores, "ledger">,
  ownerId: Id,
  { transactions, aside }: Known,
  rows: readonly ReadRow[],
): Promise<ReadonlyMap<ReadRow, Id>> {
  const others = await openHalves(stores.ledger, ownerId, aside, rows);
  // New rows have no ids yet: theirs are negative here.
  const halves = transferHalves(
    rows.map((row, index) => ({ ...row, id: -1 - index, batch: "", print: row })),
    [...transactions.flatMap(halvesOfTransaction), ...others.map(halfOfRow)],
  );
  return new Map(
    rows.flatMap((row, index) => {
      const other = halves.get(-1 - index);
      return other !== undefined && other > 0 ? [[row, other] as const] : [];
    }),
  );
}

/** By the row's index: the matches of the lines of a split that is new as a whole, if one of its lines is not new. */
async function matchLines(
  rows: readonly ReadRow[],
  matches: readonly RowMatch[],
  facts: Parameters<typeof matchRows>[1],
  purchases: readonly Purchase<KnownRow>[],
) {
  const splits = rows.flatMap(({ lines, ...row }, index) => {
    if (!lines || matches[index]?.state !== "new") return [];
    return rowsOfSplit({ ...row, lines }).map((line) => ({ index, line, title: row.description }));
  });
  const taken = new Set(matches.flatMap((match) => ("id" in match ? match.id : [])));
  const isFree = ({ id }: { id: Id }) => !taken.has(id);
  const found =
    splits.length === 0
      ? []
      : await inSteps(
          matchRows(
            splits.map(({ line }) => line),
            { ...facts, existing: facts.existing.filter(isFree) },
          ),
        );
  const unmatched = [...splits.entries()].filter(([at]) => found[at]?.state === "new");
  const here = linesHere(
    unmatched.map(([, { line, title }]) => ({ ...line, title })),
    purchases.filter(isFree),
  );
  for (const [order, [at]] of unmatched.entries()) {
    const id = here[order];
    if (id !== undefined) found[at] = { state: "here", id };
  }
  const states = splits.map(({ index }, at) => {
    const match = found[at] ?? { state: "new" as const };
    return { index, state: match.state, transactionId: "id" in match ? match.id : null };
  });
  const bySplit = Map.groupBy(states, ({ index }) => index);
  return new Map(
    [...bySplit].flatMap(([index, lines]) =>
      lines.some(({ state }) => state !== "new")
        ? [[index, lines.map(({ index: _, ...line }) => line)] as const]
        : [],
    ),
  );
}

const asKnown = (row: ReviewRow) => ({ ...row, imported: printOf(row) });
const partition = (aside: readonly ReviewRow[]): [leftOut: ReviewRow[], others: ReviewRow[]] => [
  aside.filter(({ state }) => state === "left-out"),
  aside.filter(({ state }) => state !== "left-out"),
];

async function namedSettlements({ settlements, users }: MatchStores, ownerId: Id) {
  const recorded = await settlements.list(ownerId);
  const ids = [...new Set(recorded.flatMap(({ from, to }) => [from, to]))];
  const people = await Promise.all(ids.map((id) => users.get(id)));
  const nameOf = new Map(people.map((one) => [one?.id, `${one?.firstName ?? ""} ${one?.lastName ?? ""}`]));
  return recorded.map((one) => ({ ...one, names: `${nameOf.get(one.from)} ${nameOf.get(one.to)}` }));
}

/** The latest transactions, from which a waiting row gets its proposed category. */
const HISTORY_ROWS = 1_000;

async function latestTransactions({ transactions }: MatchStores, ownerId: Id): Promise<Transaction[]> {
  const everything = { from: FIRST_DAY, to: LAST_DAY, after: undefined };
  return (await transactions.page(ownerId, everything, HISTORY_ROWS)).transactions;
}

/** Decides what each row of a portion becomes. `taken` are the transactions that earlier portions are tied to. */
export async function matchPortion(
  stores: MatchStores,
  ownerId: Id,
  batch: string,
  rows: readonly PortionRow[],
  taken: Set<Id>,
) {
  const drafts = rows.flatMap((row) => ("row" in row ? [row.row] : []));
  const splits: Splits = new Map(drafts.flatMap((row) => (row.lines ? [[row, piecesOf(row)] as const] : [])));
  const pieces = drafts.flatMap((row) => splits.get(row) ?? [row]);
  const { categories, findRule, added } = await createAddition(stores, ownerId, pieces);
  const choosing = [...drafts, ...pieces].filter(({ tiesTo }) => tiesTo !== undefined);
  const days = [...drafts.map(({ date }) => date), ...choosing.flatMap(({ date }) => daysLike(date))];
  const { transactions, aside, leftOut } = await stores.imports.known(ownerId, days, batch);
  const purchases = purchasesOf(transactions).filter(({ id }) => !taken.has(id));
  const byId = new Map([...transactions, ...purchases].map((transaction) => [transaction.id, transaction]));
  const asideById = new Map(aside.filter(({ id }) => !taken.has(id)).map((row) => [row.id, row]));
  const wanted = new Set(choosing.flatMap(({ tiesTo }) => tiesTo ?? []));
  // A transaction that a row links to matches no other row, unless it was imported itself.
  const others = purchases.filter(({ id, imported }) => imported || !wanted.has(id));
  const printed = await inSteps(withFingerprints(others));
  const found = findHere(drafts, splits, [...printed, ...[...asideById.values()].map(asKnown)], purchases);
  const remembered = new Set(leftOut.map(({ facts }) => facts));
  const mayWait = pieces.some(({ categoryId, tiesTo, leaveOut, transfer }) =>
    [categoryId, tiesTo, leaveOut, transfer].every((chosen) => chosen === undefined),
  );
  const history = mayWait ? await latestTransactions(stores, ownerId) : [];
  const suggest = categorySuggestions(categories, [], history);
  function decide(row: ImportDraft): MatchedRow {
    const { tiesTo, leaveOut, categoryId } = row;
    const id = found.get(row) ?? 0;
    const here = asideById.get(id) ?? byId.get(id);
    const isAdded = categoryId !== undefined && !row.waits && !row.transfer;
    const isChosen = !leaveOut && (isAdded || tiesTo !== undefined);
    // A row that was left out comes in once somebody gives it a category.
    const isRecalled = isChosen && here && isAside(here) && here.state === "left-out";
    if (here && !isRecalled && (isAside(here) || !leaveOut)) return { row, here };
    if (!isChosen && remembered.has(fingerprintOf(row).facts)) return { row, isRemembered: true };
    // A category that somebody chose for this row wins over rules.
    const rule = isChosen ? undefined : findRule.first(row);
    if (leaveOut || rule?.leaveOut) return { row, aside: "left-out" };
    if (tiesTo !== undefined) {
      const tied = byId.get(tiesTo);
      if (tied && !tied.imported && wanted.delete(tiesTo)) return { row, tied };
      return { refused: tied || taken.has(tiesTo) ? TIED_ALREADY : NOT_THERE };
    }
    if (row.transfer || rule?.transfer) return { row, aside: "transfer" };
    if (row.waits || categoryId === undefined)
      return { row: { ...row, categoryId: categoryId ?? suggest(row)?.categoryId }, aside: "waiting" };
    return added({ ...row, categoryId });
  }
  return rows.map((one): MatchedRow => {
    if ("refused" in one) return one;
    const { row } = one;
    const lines = splits.get(row);
    if (!lines || row.tiesTo !== undefined || found.has(row)) return decide(row);
    const parts = lines.map(decide);
    const whole = parts.flatMap((part) => ("isNew" in part ? [part.row] : []));
    const isWhole = whole.length === parts.length && whole.every(({ type }) => type === whole[0]?.type);
    const rename = findRule.nameOf(row);
    return isWhole ? { row, split: whole.map((line) => lineOfWhole(line, row, rename)) } : { parts };
  });
}

/** The lines of each split among the rows. */
type Splits = ReadonlyMap<ImportDraft, ImportDraft[]>;

/** `added`: the row as it will be added, or why it cannot be. Not for existing transactions, which keep their category. */
async function createAddition(stores: MatchStores, ownerId: Id, rows: readonly ImportDraft[]) {
  const categories = await stores.categories.list(ownerId);
  const byId = new Map(categories.map((category) => [category.id, category]));
  const rules = await stores.rules.list(ownerId);
  const findRule = createRuleFinder(rules);
  const refuse = await strangersCheck(stores, ownerId, rows);
  const unfit = await unfitGoalCheck(stores, ownerId, [...rows, ...rules]);
  const onlyGoalOf = await onlyGoals(stores, ownerId);

  /** If the row names no goal, sets that of the first rule that applies, or the category's only goal. */
  function withGoal(row: AddedDraft): AddedDraft {
    if (row.goalId !== undefined) return row;
    const { categoryId, goalId } = findRule.first(row) ?? {};
    if (goalId && categoryId === row.categoryId && !unfit({ categoryId, goalId })) return { ...row, goalId };
    return { ...row, goalId: onlyGoalOf(row.categoryId) };
  }

  function added(row: AddedDraft): MatchedRow {
    const { categoryId, type } = row;
    const category = byId.get(categoryId);
    if (category === undefined) return { refused: noSuchCategory().message };
    if (category.type !== type) return { refused: unfitCategory("otherType", type).message };
    const refusal = refuse(row) ?? unfit(row);
    if (refusal) return { refused: refusal.message };
    const { shares = category.shares } = row;
    const rename = findRule.nameOf(row);
    return { row: withGoal({ ...row, ...(shares && { shares }), ...(rename && { rename }) }), isNew: true };
  }
  return { categories, findRule, added };
}

/** The existing transaction or row in review that each row is, or each line of a split that is new as a whole. */
function findHere(
  drafts: readonly ImportDraft[],
  splits: Splits,
  known: Parameters<typeof matchFiles>[1],
  purchases: readonly Purchase<KnownRow>[],
): ReadonlyMap<ImportDraft, Id> {
  const found = new Map<ImportDraft, Id>();
  function free<Thing extends { id: Id }>(things: readonly Thing[]) {
    const matched = new Set(found.values());
    return things.filter(({ id }) => !matched.has(id));
  }
  function find(some: readonly ImportDraft[]) {
    const [matches = []] = matchFiles([some], free(known));
    for (const [index, row] of some.entries()) {
      const match = matches[index];
      if (match?.state === "here") found.set(row, match.id);
    }
  }
  find(drafts);
  const opened = [...splits].filter(([row]) => row.tiesTo === undefined && !found.has(row));
  if (opened.length === 0) return found;
  find(opened.flatMap(([, lines]) => lines));
  const unmatched = opened.flatMap(([{ description }, lines]) =>
    lines.flatMap((row) => (found.has(row) ? [] : [{ row, title: description }])),
  );
  const asLines = linesHere(
    unmatched.map(({ row, title }) => ({ ...factsOf(row), title })),
    free(purchases),
  );
  for (const [index, { row }] of unmatched.entries()) {
    const id = asLines[index];
    if (id !== undefined) found.set(row, id);
  }
  return found;
}

/** A line's own text becomes part of its notes. */
function lineOfWhole(line: AddedDraft, { description }: ImportDraft, rename = description): AddedDraft {
  const own = line.description === description ? undefined : line.description;
  const notes = [own, line.notes].filter(Boolean).join(" · ").slice(0, NOTES_MAX) || null;
  return { ...line, description: rename, notes };
}
