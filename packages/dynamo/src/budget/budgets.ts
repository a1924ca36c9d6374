import type { BudgetStore } from "@coffer/core/budget/budget-store";
import type { Table } from "../table/table.ts";
import { readMonths, readPlans } from "./months.ts";

export const createBudgetStore = (table: Table): BudgetStore => ({
  months: (ownerId, first, last) => readMonths(table, ownerId, first, last),
  plans: (ownerId, month) => readPlans(table, ownerId, month),
});
