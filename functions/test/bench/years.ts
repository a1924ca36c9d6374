import { idAt } from "@coffer/domain/id";
import { cents } from "@coffer/domain/money/money";
import { addDays } from "@coffer/domain/time/day";
import { monthOfDay } from "@coffer/domain/time/month";
import { today } from "@coffer/domain/time/timezone";
import { voidingWrites } from "@coffer/dynamo/budget/closings";
import { createClient } from "@coffer/dynamo/table/client";
import { createTable } from "@coffer/dynamo/table/table";
import { creationOf } from "@coffer/dynamo/transaction/transactions";
import * as v from "valibot";
import { transaction } from "../../../packages/test/fixtures.ts";
import { notedEngine } from "../../src/local/data-folder.ts";
import { TABLE_NAME } from "../../src/local/database.ts";
import type { BenchProduct } from "./product.ts";

const ROWS_A_YEAR = 4_000;
const CATEGORIES = 60;

/** Rows are numbered from the oldest. */
export const nameOfRow = (row: number): string => `Purchase no. ${String(row).padStart(6, "0")}`;

const identified = v.array(v.object({ id: v.number() }));
const signedIn = v.object({ id: v.number() });
const household = v.object({ members: identified });

/** Fills the demo household: sixty categories, and rows of all its people on every day of the years. */
export async function fillYears(product: BenchProduct, years: number): Promise<void> {
  const ana = product.visitor();
  const ownerId = v.parse(signedIn, await ana.signIn("ana@coffer.example", "coffer-demo-household")).id;
  const get = async (path: string): Promise<unknown> => (await ana.send("GET", path)).json();
  const { members } = v.parse(household, await get("/api/ledger"));
  while (v.parse(identified, await get("/api/categories")).length < CATEGORIES) await ana.addCategory();
  const categories = v.parse(identified, await get("/api/categories"));

  const table = createTable(createClient(notedEngine(product.dataDir)?.endpoint), TABLE_NAME);
  const last = addDays(today(Date.now(), "UTC"), -40);
  const count = years * ROWS_A_YEAR;
  const rowAt = (row: number) => {
    const date = addDays(last, -Math.floor(((count - row) * 365) / ROWS_A_YEAR));
    return transaction({
      id: idAt(Date.UTC(2026, 0, 1) + row, () => 0),
      description: nameOfRow(row),
      amount: cents(100 + ((row * 37) % 9_000)),
      date,
      categoryId: categories[row % categories.length]?.id ?? 0,
      paidBy: members[row % members.length]?.id,
    });
  };
  for (let from = 0; from < count; from += 100) {
    const rows = Array.from({ length: 100 }, (_, index) => rowAt(from + index));
    await table.transact(rows.map((row) => creationOf(ownerId, { ...row, createdAt: Date.now() })));
  }
  // More months than a write invalidates one by one.
  const months = Array.from({ length: 13 }, (_, ago) => monthOfDay(addDays(last, -30 * ago)));
  await table.transact(voidingWrites(ownerId, months, Date.now()));
}
