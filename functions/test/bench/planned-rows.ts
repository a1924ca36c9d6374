import { toDay } from "@coffer/domain/time/day";
import { type Month, monthNumber, yearOf } from "@coffer/domain/time/month";
import { ok } from "./api.ts";
import type { BenchProduct } from "./product.ts";

const CATEGORIES = 15;

/** Plans categories for a month. Returns a function that gives the month's row by its number. */
export async function plannedRows(product: Pick<BenchProduct, "addCategory" | "send">, month: Month) {
  const [year, number] = [yearOf(month), monthNumber(month)];
  const categories: number[] = [];
  for (let index = 0; index < CATEGORIES; index++) {
    const categoryId = await product.addCategory();
    categories.push(categoryId);
    await ok(product.send("POST", "/api/budgets", { categoryId, month: number, year, projected: 500 }));
  }
  return (row: number) => ({
    categoryId: categories[row % CATEGORIES] ?? 0,
    date: toDay(year, number, 1 + (row % 28)),
    description: `Row ${row}`,
  });
}
