import { inBatches } from "@coffer/domain/batches";
import type { Id } from "@coffer/domain/id";
import { fingerprintOf, type ImportFacts } from "@coffer/domain/import/import-row";
import { type ExistingTransaction, matchRows } from "@coffer/domain/import/match-rows";
import { cents } from "@coffer/domain/money/money";
import type { Steps } from "@coffer/domain/steps";
import { addDays } from "@coffer/domain/time/day";
import { category, day, transaction } from "../../../packages/test/fixtures.ts";
import { meteredClient } from "../../../packages/test/metered-client.ts";
import { addThing, freshTable, inBulk, newUser, ownLedger } from "../../../packages/test/store.ts";
import { withEngine } from "../with-engine.ts";
import { benchCore } from "./bench-core.ts";
import { atMost, median, ms, print, timed } from "./table.ts";

const ROWS = 10_000;
const THERE = 25_000;
const NEWEST = day("2026-11-20");
const WAITING = 1_000;
const NOW = Date.parse("2026-11-21T14:00:00Z");
const BATCH = "0a1b2c3d-4e5f-6071-8293-a4b5c6d7e8f9";

/**
 * docs/promises.md P34: the times of review's first page, of an acceptance, and of matching a long file with a long
 * ledger.
 */
export const review = async (): Promise<void> => {
  await withEngine(waiting);
  matching();
};

/** A thousand rows wait beside as many transactions of the same months. */
async function waiting(endpoint: string): Promise<void> {
  const { name, table } = await freshTable(endpoint);
  const { client, measure } = meteredClient(endpoint);
  let now = NOW;
  const { store, core } = benchCore(client, name, () => ++now, false);
  await newUser(store, { id: 1, emailVerified: true });
  const ledger = ownLedger(1);
  const { id: _, ...draft } = category({ id: 1 });
  const categories: Id[] = [];
  for (let index = 0; index < 20; index++) categories.push((await core.categories.add(ledger, draft)).id);
  const categoryOf = (index: number) => categories[index % categories.length] ?? 0;
  await inBulk(table, async (bulk) => {
    for (let index = 0; index < WAITING; index++)
      await addThing(
        bulk,
        1,
        "transaction",
        transaction({ ...rowAt(5 * index, ""), id: 1 + index, categoryId: categoryOf(index) }),
      );
  });
  for (const [index, rows] of [
    ...inBatches(
      Array.from({ length: WAITING }, (_, at) => rowAt(5 * at, "POS")),
      200,
    ),
  ].entries()) {
    const key = { key: `waiting-rows-${index}`, request: "" };
    await core.review.add({ ...ledger, key }, { batch: BATCH, source: "Bank", rows });
  }
  const opened: number[] = [];
  const open = async () => {
    const { result, took } = await timed(() => core.review.list(ledger));
    opened.push(took);
    return result.rows;
  };
  const rows = await open();
  const read = await measure(open);
  for (let round = 0; round < 20; round++) await open();
  const accepted = rows.slice(0, 50).map(({ id }, index) => ({ id, categoryId: categoryOf(index) }));
  const began = performance.now();
  const written = await measure(() => core.review.accept(ledger, accepted));
  const took = performance.now() - began;
  print(`Review of ${WAITING.toLocaleString("en-US")} rows (P34)`, [
    atMost("its first page, median", median(opened), 200, ms),
    { what: "the same, in read units", figure: String(read.reads) },
    atMost("50 accepted, in write units a row", written.writes / 50, 6, (units) => units.toFixed(2)),
    { what: "the same", figure: ms(took) },
  ]);
}

/**
 * A quarter of the rows were imported before, a quarter typed, half are new; a tenth of the ledger was recorded
 * automatically.
 */
function matching(): void {
  const there = Array.from({ length: THERE }, (_, id): ExistingTransaction => {
    const typed = { ...rowAt(id * 2, id % 3 === 0 ? "CARD PAYMENT" : ""), id: id + 1 };
    if (id % 10 === 1) return { ...typed, subscriptionId: 1 + (id % 40) };
    return id % 2 === 0 ? { ...typed, imported: fingerprintOf(typed) } : typed;
  });
  const rows = Array.from({ length: ROWS }, (_, index) => rowAt(index * 5, "POS"));
  const rules = Array.from({ length: 200 }, (_, id) => ({ id, contains: `shop ${id * 7} `, categoryId: 1 }));
  const facts = { existing: there, leftOut: [], rules };
  for (const title of ["cold", "warm"]) {
    const { cpu, longest } = inSlices(matchRows(rows, facts));
    print(
      `Matching ${ROWS.toLocaleString("en-US")} rows with ${THERE.toLocaleString("en-US")}, ${title} (P34)`,
      [atMost("CPU", cpu, 2_000, ms), atMost("longest without a break", longest, 100, ms)],
    );
  }
}

function rowAt(index: number, prefix: string): ImportFacts {
  return {
    date: addDays(NEWEST, -Math.floor(index / 14)),
    description: `${prefix} Shop ${index % 900} Street ${index % 37} ${index}`.trim(),
    amount: cents(100 + ((index * 7_919) % 9_000)),
    type: "expense",
  };
}

/**
 * Milliseconds of all steps and of the longest one, in this thread's CPU time, which a busy machine does not change.
 */
function inSlices(steps: Steps<unknown>) {
  const spent = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1_000;
  };
  const before = spent();
  let longest = 0;
  for (let done = false; !done; ) {
    const began = spent();
    done = steps.next().done ?? false;
    longest = Math.max(longest, spent() - began);
  }
  return { cpu: spent() - before, longest };
}
