import type { DatabaseSync } from "node:sqlite";
import { CATEGORY_COLORS } from "@coffer/domain/category/choices";
import { DESCRIPTION_MAX, NAME_MAX, NOTES_MAX } from "@coffer/domain/definition/values";
import { MAX_LINES } from "@coffer/domain/payment/definition";

type Row = Record<string, unknown>;
type Category = { id: number; isIncome: boolean; name: string; group: string };
type Line = { month: string; categoryId: number; amount: number };

/** `toReview` of the items wait in review, and `moved` are halves of transfers between own accounts. */
export type Converted = { items: object[]; toReview: number; moved: number; leftOut: string[] };

type LeftOut = readonly [one: string, many: string];
const BELOW_ZERO: LeftOut = ["plan below zero", "plans below zero"];
const OFF_BUDGET: LeftOut = [
  "transaction of an account that is off the budget",
  "transactions of accounts that are off the budget",
];

/**
 * A budget of Actual as the items of Coffer's own file (docs/export.md). Amounts are whole cents in Actual, months
 * numbers such as 202611. `moved` is the month ("2026-11") into which it carries what Actual has available.
 */
export function convertActual(db: DatabaseSync, isTracking: boolean, moved: string, now: number): Converted {
  let last = FIRST_ID;
  const nextId = () => ++last;
  const left = new Map<LeftOut, number>();
  const leaveOut = (what: LeftOut) => left.set(what, (left.get(what) ?? 0) + 1);

  const mapped = new Map(rowsOf(db, "category_mapping").map((row) => [text(row.id), text(row.transferId)]));
  const groups = new Map(living(db, "category_groups").map((row) => [text(row.id), row]));
  const categories = new Map<string, Category>();
  const items: object[] = [];
  const addCategory = (name: string, isIncome: boolean, more: object = {}): Category => {
    const category = { id: nextId(), isIncome, name: short(name, NAME_MAX), group: "" };
    items.push({
      kind: "category",
      id: category.id,
      name: category.name,
      description: null,
      icon: isIncome ? "payments" : "category",
      color: CATEGORY_COLORS[items.length % CATEGORY_COLORS.length] ?? "gray",
      type: isIncome ? "income" : "expense",
      position: items.length,
      ...more,
    });
    return category;
  };

  const table = isTracking ? "reflect_budgets" : "zero_budgets";
  const budgets = rowsOf(db, table).sort((a, b) => Number(a.month) - Number(b.month));
  const keepsAll = new Set<string>();
  for (const budget of budgets) {
    if (monthText(budget.month) > moved) continue;
    if (Number(budget.carryover)) keepsAll.add(text(budget.category));
    else keepsAll.delete(text(budget.category));
  }
  const orderOf = (row: Row) => Number(groups.get(text(row.cat_group))?.sort_order ?? 0);
  const sorted = living(db, "categories").sort(
    (a, b) => orderOf(a) - orderOf(b) || Number(a.sort_order) - Number(b.sort_order),
  );
  for (const row of sorted) {
    const id = text(row.id);
    const group = groups.get(text(row.cat_group));
    const isIncome = Number(row.is_income) === 1;
    const carry = keepsAll.has(id) ? "all" : isTracking ? "none" : "surplus";
    const more = {
      group: short(text(group?.name), NAME_MAX) || null,
      ...(!isIncome && { carry }),
      archived: Boolean(Number(row.hidden) || Number(group?.hidden)),
    };
    categories.set(id, addCategory(text(row.name) || "Unnamed", isIncome, more));
  }
  const categoryOf = (id: unknown): Category | undefined => categories.get(mapped.get(text(id)) ?? text(id));

  const { payments, halves } = transactionsOf();
  const transactions: object[] = [];
  const waiting: object[] = [];
  const halfIds = new Map(halves.map(({ row }) => [text(row.id), nextId()]));
  const transfers = halves.map(({ row, date, description }) => {
    const amount = Number(row.amount);
    const pairId = halfIds.get(text(row.transferred_id));
    return {
      kind: "review",
      id: halfIds.get(text(row.id)),
      ...{ date, description, amount: Math.abs(amount) / 100, type: amount > 0 ? "income" : "expense" },
      notes: short(text(row.notes), NOTES_MAX) || null,
      ...{ source: "Actual", state: "transfer" },
      ...(pairId && { pairId }),
    };
  });
  const actuals: Line[] = [];
  for (const payment of payments) {
    const first = nextId();
    payment.forEach((line, index) => {
      const { row, date } = line;
      const amount = Number(row.amount);
      const known = categoryOf(row.category);
      const shared = {
        id: index === 0 ? first : nextId(),
        description: line.description,
        amount: Math.abs(amount) / 100,
        notes: short(text(row.notes), NOTES_MAX) || null,
        date,
      };
      // Only an expense can be taken back: what leaves an income category has none here.
      const category = known && (!known.isIncome || amount > 0) ? known : undefined;
      if (!category) {
        const type = amount > 0 ? "income" : "expense";
        waiting.push({ kind: "review", ...shared, type, source: "Actual", state: "waiting" });
        return;
      }
      const isRefund = !category.isIncome && amount > 0;
      transactions.push({
        kind: "transaction",
        ...shared,
        type: category.isIncome ? "income" : "expense",
        categoryId: category.id,
        // A restore takes nothing from the future, and clocks differ.
        createdAt: Math.min(now, Date.parse(date)),
        ...(isRefund && { refund: true }),
        ...(line.isSplit && { paymentId: first }),
      });
      actuals.push({ month: date.slice(0, 7), categoryId: category.id, amount });
    });
  }

  const plans: Line[] = [];
  for (const budget of budgets) {
    const category = categoryOf(budget.category);
    const amount = Number(budget.amount);
    if (!category || !amount) continue;
    const month = monthText(budget.month);
    plans.push({ month, categoryId: category.id, amount });
    if (amount < 0) leaveOut(BELOW_ZERO);
    else items.push({ kind: "plan", categoryId: category.id, month, projected: amount / 100 });
  }
  for (const [id, category] of categories) {
    const amount = category.isIncome ? 0 : availableBefore(id, category.id);
    const item = items.find(
      (one) => "kind" in one && one.kind === "category" && "id" in one && one.id === category.id,
    );
    const carries = !category.isIncome && !(isTracking && !keepsAll.has(id));
    if (item && carries)
      Object.assign(item, {
        opening: { month: Number(moved.slice(5)), year: Number(moved.slice(0, 4)), amount: amount / 100 },
      });
  }
  const kinds = ["category", "plan"];
  const ordered = kinds.flatMap((kind) => items.filter((item) => "kind" in item && item.kind === kind));
  return {
    items: [...ordered, ...transactions, ...waiting, ...transfers],
    toReview: waiting.length,
    moved: transfers.length,
    leftOut: [...left].map(([what, count]) => (count === 1 ? `1 ${what[0]}` : `${count} ${what[1]}`)),
  };

  /** Payments, each with its lines: one, or those of a split; and what moved between own accounts. */
  function transactionsOf() {
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
    const payments = new Map<string, { row: Row; date: string; description: string; isSplit: boolean }[]>();
    const halves: { row: Row; date: string; description: string }[] = [];
    for (const row of all) {
      if (Number(row.isParent)) continue;
      const isChild = Number(row.isChild) === 1;
      const head = isChild ? byId.get(parentOf(row)) : row;
      const account = accounts.get(text(row.acct));
      const date = dateText(row.date ?? head?.date);
      // The lines of a deleted split may still be there.
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
        payments.set(key, [...(payments.get(key) ?? []), { row, date, description, isSplit: false }]);
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

  /** The amount that Actual carries into the month of the move; an overspent one only if the budget carries those. */
  function availableBefore(actualId: string, categoryId: number): number {
    const flags = new Map(
      budgets
        .filter((row) => text(row.category) === actualId)
        .map((row) => [monthText(row.month), Number(row.carryover) === 1]),
    );
    const amounts = [...plans, ...actuals].filter(
      (line) => line.categoryId === categoryId && line.month < moved,
    );
    const byMonth = Map.groupBy(amounts, ({ month }) => month);
    let available = 0;
    for (const month of [...new Set([...byMonth.keys(), ...flags.keys()])]
      .filter((one) => one < moved)
      .sort()) {
      available += (byMonth.get(month) ?? []).reduce((total, { amount }) => total + amount, 0);
      const keeps = flags.get(month) ?? false;
      if (!keeps && (isTracking || available < 0)) available = 0;
    }
    return available;
  }
}

/** The same ids each time, below those that Coffer gives. */
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
