import { lastDay, monthNumber, monthOfDay, yearOf } from "@coffer/domain/time/month";
import { today } from "@coffer/domain/time/timezone";
import { ok } from "./api.ts";
import { plannedRows } from "./planned-rows.ts";
import { type BenchProduct, onProduct } from "./product.ts";
import { median, timed } from "./table.ts";

const SIZES = [20, 200, 1_000];
const WARM = 8;
const ROUNDS = 30;
const CALLERS = 16;
const BUSY_MS = 8_000;

/**
 * docs/promises.md P27: Coffer's times in a comparison with another program, in the order and form in which a
 * script prints both. It starts no other program; only figures from one run on one machine can be compared.
 */
export const peers = (): Promise<void> =>
  onProduct(async (product) => {
    const jobs = await jobsOn(product);
    let rows = 0;
    for (const size of SIZES) {
      for (; rows < size; rows++) await jobs.write();
      for (const [job, run] of Object.entries(jobs)) {
        for (let warm = 0; warm < WARM; warm++) await run();
        const times: number[] = [];
        for (let round = 0; round < ROUNDS; round++) times.push((await timed(run)).took);
        if (job === "write") rows += WARM + ROUNDS;
        console.log(
          `${String(size).padStart(5)} rows ${job.padEnd(8)} Coffer ${median(times).toFixed(1)} ms`,
        );
      }
    }
    for (const job of ["list", "write"] as const) {
      for (const callers of [1, CALLERS]) {
        const { answered, failed } = await busy(callers, jobs[job]);
        const each = (answered * 1_000) / BUSY_MS;
        const who = callers === 1 ? " 1 caller, " : `${callers} callers,`;
        console.log(`${who} ${job}: Coffer ${each.toFixed(1)} a second, ${failed} refused or failed`);
      }
    }
  });

async function jobsOn(product: BenchProduct) {
  await product.signUp();
  const month = monthOfDay(today(Date.now(), "UTC"));
  const rowAt = await plannedRows(product, month);
  const inMonth = `month=${monthNumber(month)}&year=${yearOf(month)}`;
  const days = `startDate=${month}-01&endDate=${lastDay(month)}`;
  let count = 0;
  return {
    list: () => ok(product.send("GET", `/api/transactions?${days}`)),
    figures: () => ok(product.send("GET", `/api/budgets?${inMonth}`)),
    toSpend: () => ok(product.send("GET", `/api/to-spend?${inMonth}`)),
    write() {
      count += 1;
      const row = { ...rowAt(count), amount: (100 + (count % 900)) / 100, type: "expense", notes: "" };
      return ok(product.send("POST", "/api/transactions", row));
    },
  };
}

async function busy(callers: number, run: () => Promise<unknown>) {
  const until = performance.now() + BUSY_MS;
  const counts = { answered: 0, failed: 0 };
  const call = async () => {
    while (performance.now() < until)
      await run().then(
        () => counts.answered++,
        () => counts.failed++,
      );
  };
  await Promise.all(Array.from({ length: callers }, call));
  return counts;
}
