import type { DatabaseSync } from "node:sqlite";
import { CATEGORY_COLORS } from "@coffer/domain/category/choices";
import { DESCRIPTION_MAX, NAME_MAX, NOTES_MAX } from "@coffer/domain/definition/values";
import { MAX_LINES } from "@coffer/domain/payment/definition";

type Row = Record<string, unknown>;
type Line = { month: string; categoryId: number; amount: number };

/** `toReview` counts items that wait in review, `moved` halves of transfers between own accounts. */
type Converted = { items: object[]; toReview: number; moved: number; leftOut: string[] };

type LeftOut = readonly [one: string, many: string];
const BELOW_ZERO: LeftOut = ["plan below zero", "plans below zero"];
const OFF_BUDGET: LeftOut = [
  "transaction of an account that is off the budget",
  "transactions of accounts that are off the budget",
];

type Category = { id: number; isIncome: boolean; item: object };
type CategoryOf = (id: unknown) => Category | undefined;
type TransactionRow = { row: Row; date: string; description: string };
type PaymentLine = TransactionRow & { isSplit: boolean };

/**
 * Converts a budget of Actual to the items of Coffer's own file (docs/export.md). Amounts are whole cents in Actual,
 * months numbers such as 202611. `openingMonth` ("2026-11") is the month into which Coffer carries what Actual has
 * available.
 */
export function convertActual(
  db: DatabaseSync,
  isTracking: boolean,
  openingMonth: string,
  now: number,
): Converted {
  let last = FIRST_ID;
  const nextId = () => ++last;
  const left = new Map<LeftOut, number>();
  const leaveOut = (what: LeftOut) => left.set(what, (left.get(what) ?? 0) + 1);

  const budgets = rowsOf(db, isTracking ? "reflect_budgets" : "zero_budgets").sort(
    (a, b) => Number(a.month) - Number(b.month),
  );
  const keepsAll = categoriesKeepingAll(budgets, openingMonth);
  const carryOf = (id: string) => (keepsAll.has(id) ? "all" : isTracking ? "none" : "surplus");
  const categories = readCategories(db, carryOf, nextId);
  const mapped = new Map(rowsOf(db, "category_mapping").map((row) => [text(row.id), text(row.transferId)]));
  const categoryOf: CategoryOf = (id) => categories.get(mapped.get(text(id)) ?? text(id));

  const { payments, halves } = readTransactions(db, categoryOf, leaveOut);
  const transfers = transferItems(halves, nextId);
  const { transactions, waiting, actuals } = paymentItems(payments, categoryOf, nextId, now);
  const plans = readPlans(budgets, categoryOf, leaveOut);
  const lines = [...plans, ...actuals].filter(({ month }) => month < openingMonth);
  const opened = [...categories].map(([id, { id: categoryId, isIncome, item }]) => {
    if (isIncome || (isTracking && !keepsAll.has(id))) return item;
    const own = lines.filter((line) => line.categoryId === categoryId);
    const flags = budgets.filter((row) => text(row.category) === id && monthText(row.month) < openingMonth);
    const amount = availableAfter(own, flags, isTracking) / 100;
    return {
      ...item,
      opening: { month: Number(openingMonth.slice(5)), year: Number(openingMonth.slice(0, 4)), amount },
    };
  });
  const planned = plans
    .filter(({ amount }) => amount > 0)
    .map(({ categoryId, month, amount }) => ({ kind: "plan", categoryId, month, projected: amount / 100 }));
  return {
    items: [...opened, ...planned, ...transactions, ...waiting, ...transfers],
    toReview: waiting.length,
    moved: transfers.length,
    leftOut: [...left].map(([what, count]) => (count === 1 ? `1 ${what[0]}` : `${count} ${what[1]}`)),
  };
}

/** Ids of the categories that carry overspent amounts, by their last budget up to `openingMonth`. */
function categoriesKeepingAll(budgets: readonly Row[], openingMonth: string): Set<string> {
  const keepsAll = new Set<string>();
  for (const budget of budgets) {
    if (monthText(budget.month) > openingMonth) continue;
    if (Number(budget.carryover)) keepsAll.add(text(budget.category));
    else keepsAll.delete(text(budget.category));
  }
  return keepsAll;
}

function readCategories(
  db: DatabaseSync,
  carryOf: (id: string) => string,
  nextId: () => number,
): Map<string, Category> {
  const categories = new Map<string, Category>();
  for (const [position, { row, group }] of categoriesInOrder(db).entries()) {
    const [id, isIncome] = [nextId(), Number(row.is_income) === 1];
    const item = {
      kind: "category",
      id,
      name: short(text(row.name) || "Unnamed", NAME_MAX),
      description: null,
      icon: isIncome ? "payments" : "category",
      color: CATEGORY_COLORS[position % CATEGORY_COLORS.length] ?? "gray",
      type: isIncome ? "income" : "expense",
      position,
      group: short(text(group?.name), NAME_MAX) || null,
      ...(!isIncome && { carry: carryOf(text(row.id)) }),
      archived: Boolean(Number(row.hidden) || Number(group?.hidden)),
    };
    categories.set(text(row.id), { id, isIncome, item });
  }
  return categories;
}

function transferItems(halves: readonly TransactionRow[], nextId: () => number): object[] {
  const ids = new Map(halves.map(({ row }) => [text(row.id), nextId()]));
  return halves.map(({ row, date, description }) => {
    const amount = Number(row.amount);
    const pairId = ids.get(text(row.transferred_id));
    return {
      kind: "review",
      id: ids.get(text(row.id)),
      ...{ date, description, amount: Math.abs(amount) / 100, type: amount > 0 ? "income" : "expense" },
      notes: short(text(row.notes), NOTES_MAX) || null,
      ...{ source: "Actual", state: "transfer" },
      ...(pairId && { pairId }),
    };
  });
}

/** Lines without a usable category wait in review. */
function paymentItems(
  payments: readonly PaymentLine[][],
  categoryOf: CategoryOf,
  nextId: () => number,
  now: number,
) {
  const transactions: object[] = [];
  const waiting: object[] = [];
  const actuals: Line[] = [];
  for (const lines of payments) {
    const first = nextId();
    for (const [index, { row, date, description, isSplit }] of lines.entries()) {
      const amount = Number(row.amount);
      const known = categoryOf(row.category);
      const shared = {
        id: index === 0 ? first : nextId(),
        description,
        amount: Math.abs(amount) / 100,
        notes: short(text(row.notes), NOTES_MAX) || null,
        date,
      };
      // Coffer has refunds of expenses, and nothing alike for income.
      const category = known && (!known.isIncome || amount > 0) ? known : undefined;
      if (!category) {
        const type = amount > 0 ? "income" : "expense";
        waiting.push({ kind: "review", ...shared, type, source: "Actual", state: "waiting" });
        continue;
      }
      const isRefund = !category.isIncome && amount > 0;
      transactions.push({
        kind: "transaction",
        ...shared,
        type: category.isIncome ? "income" : "expense",
        categoryId: category.id,
        // A restore refuses times in the future, and clocks differ.
        createdAt: Math.min(now, Date.parse(date)),
        ...(isRefund && { refund: true }),
        ...(isSplit && { paymentId: first }),
      });
      actuals.push({ month: date.slice(0, 7), categoryId: category.id, amount });
    }
  }
  return { transactions, waiting, actuals };
}

function readPlans(
  budgets: readonly Row[],
  categoryOf: CategoryOf,
  leaveOut: (what: LeftOut) => void,
): Line[] {
  const plans: Line[] = [];
  for (const budget of budgets) {
    const category = categoryOf(budget.category);
    const amount = Number(budget.amount);
    if (!category || !amount) continue;
    if (amount < 0) leaveOut(BELOW_ZERO);
    plans.push({ month: monthText(budget.month), categoryId: category.id, amount });
  }
  return plans;
}

function categoriesInOrder(db: DatabaseSync) {
  const groups = new Map(living(db, "category_groups").map((row) => [text(row.id), row]));
  return living(db, "categories")
    .map((row) => ({ row, group: groups.get(text(row.cat_group)) }))
    .sort(
      (a, b) =>
        Number(a.group?.sort_order ?? 0) - Number(b.group?.sort_order ?? 0) ||
        Number(a.row.sort_order) - Number(b.row.sort_order),
    );
}

/** Payments with their lines (several if split), and the halves of transfers between own accounts. */
function readTransactions(db: DatabaseSync, categoryOf: CategoryOf, leaveOut: (what: LeftOut) => void) {
  const accounts = new Map(living(db, "accounts").map((row) => [text(row.id), row]));
  const payeeIds = new Map(rowsOf(db, "payee_mapping").map((row) => [text(row.id), text(row.targetId)]));
  const payees = new Map(rowsOf(db, "payees").map((row) => [text(row.id), text(row.name)]));
  const all = living(db, "transactions");
  const byId = new Map(all.map((row) => [text(row.id), row]));
  const parentOf = (row: Row) => text(row.parent_id) || text(row.id).split("/")[0] || "";
  const describe = (row: Row) => {
    const id = text(row.description);
    const payee = payees.get(payeeIds.get(id) ?? id);
    return payee || text(row.imported_description) || text(row.notes);
  };
  const nameOf = (row: Row | undefined) => text(accounts.get(text(row?.acct))?.name);
  const payments = new Map<string, TransactionRow[]>();
  const halves: TransactionRow[] = [];
  for (const row of all) {
    if (Number(row.isParent)) continue;
    const isChild = Number(row.isChild) === 1;
    const head = isChild ? byId.get(parentOf(row)) : row;
    const account = accounts.get(text(row.acct));
    const date = dateText(row.date ?? head?.date);
    // The lines of a deleted split may remain.
    if (!head || !account || !date) continue;
    if (Number(account.offbudget)) leaveOut(OFF_BUDGET);
    else if (!Number(row.amount)) continue;
    else if (text(row.transferred_id) && !categoryOf(row.category)) {
      const other = nameOf(byId.get(text(row.transferred_id))) || describe(row);
      const name = `Transfer ${Number(row.amount) < 0 ? "to" : "from"} ${other || "another account"}`;
      halves.push({ row, date, description: short(name, DESCRIPTION_MAX) });
    } else {
      const key = text(head.id);
      const description = short(describe(head) || describe(row), DESCRIPTION_MAX) || "No payee";
      payments.set(key, [...(payments.get(key) ?? []), { row, date, description }]);
    }
  }
  const withSplits = [...payments.values()].map((lines) => {
    const isSplit =
      lines.length > 1 &&
      lines.length <= MAX_LINES &&
      lines.every(({ row }) => categoryOf(row.category)?.isIncome === false);
    return lines.map((line) => ({ ...line, isSplit }));
  });
  return { payments: withSplits, halves };
}

/** The cents that Actual carries out of these months; an overspent category only where its budget says so. */
function availableAfter(lines: readonly Line[], budgets: readonly Row[], isTracking: boolean): number {
  const flags = new Map(budgets.map((row) => [monthText(row.month), Number(row.carryover) === 1]));
  const byMonth = Map.groupBy(lines, ({ month }) => month);
  let available = 0;
  for (const month of [...new Set([...byMonth.keys(), ...flags.keys()])].sort()) {
    available += (byMonth.get(month) ?? []).reduce((total, { amount }) => total + amount, 0);
    const keeps = flags.get(month) ?? false;
    if (!keeps && (isTracking || available < 0)) available = 0;
  }
  return available;
}

/** Ids are the same at every conversion, and below those that Coffer assigns. */
const FIRST_ID = Date.UTC(2000) * 1_000;

const text = (value: unknown): string => (typeof value === "string" ? value.trim() : "");
const short = (value: string, max: number): string => value.slice(0, max).trim();
const monthText = (value: unknown): string => String(value).replace(/^(\d{4})-?(\d\d)$/, "$1-$2");
const dateText = (value: unknown): string | null =>
  /^\d{8}$/.test(String(value)) ? String(value).replace(/^(\d{4})(\d\d)(\d\d)$/, "$1-$2-$3") : null;

function rowsOf(db: DatabaseSync, table: string): Row[] {
  const isThere = db.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?").get(table);
  return isThere ? db.prepare(`SELECT * FROM ${table}`).all() : [];
}

const living = (db: DatabaseSync, table: string): Row[] =>
  rowsOf(db, table).filter((row) => !Number(row.tombstone));
