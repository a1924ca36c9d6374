import { createTransactionNotices } from "@coffer/core/budget/transaction-notices";
import { createDailyNotices } from "@coffer/core/notification/daily-notices";
import { createPostDue } from "@coffer/core/subscription/post-due";
import { inBatches } from "@coffer/domain/batches";
import { MAX_CONCURRENCY } from "../../../infra/config.ts";
import { category, day, quiet, subscription, transaction } from "../../../packages/test/fixtures.ts";
import { addThing, freshTable, idsInARow, newUser } from "../../../packages/test/store.ts";
import { atMost, inHours, ms, print, type Row } from "./table.ts";

const SAMPLE = 500;
/** Purchases of the month in each budget. */
const PURCHASES = 40;
/** 10:00 in New York: every summary is due. */
const AT = Date.parse("2026-11-21T15:00:00Z");
/** The part of a processor that a function of 512 MB has (infra/constructs/functions.ts). */
export const SHARE = 512 / 1769;
/** SES's rate of a large stage, and bulk mail's share of it (infra/constructs/functions.ts). */
export const RATE = 80;
export const BULK_RATE = RATE * 0.75;
/** Concurrent runs that work on pages (docs/decisions/032-jobs-in-pages-of-work.md). */
const RUNS = MAX_CONCURRENCY.subscriptions - 2;

/** The daily work of a sample in CPU time, extrapolated to the promised number of users (P26). */
export async function jobs(endpoint: string): Promise<void> {
  const { store } = await freshTable(endpoint);
  const ids = idsInARow(1_000_000);
  const afterwards = (_: unknown, work: () => Promise<void>) => work();
  const env = { ...quiet, clock: () => AT, ids, afterwards };
  const people = Array.from({ length: SAMPLE }, (_, index) => index + 1);
  for (const some of inBatches(people, 16)) await Promise.all(some.map(addPerson));

  async function addPerson(id: number): Promise<void> {
    await newUser(store, { id, email: `p${id}@example.com` }, AT);
    await addThing(store, id, "category", category({ id: 1 }));
    for (let n = 0; n < PURCHASES; n++)
      await addThing(
        store,
        id,
        "transaction",
        transaction({ id: ids(), categoryId: 1, date: day("2026-11-05") }),
      );
    const rent = { id: ids(), startDate: day("2026-11-21"), nextPaymentDate: day("2026-11-21") };
    const due = subscription({ ...rent, categoryId: 1, autoCreateTransaction: true });
    await addThing(store, id, "subscription", { ...due, settledThrough: null });
  }

  const { postDue } = createPostDue(store, env, createTransactionNotices(store, env, { mailAtNight: false }));
  const payments = await usedBy(async () => (await postDue(AT)).posted);
  const notices = await usedBy(async () => (await createDailyNotices(store, env).notifyDaily(AT)).people);
  print(`Daily work, by the CPU of ${SAMPLE}, with ${RUNS} runs of ${SHARE.toFixed(2)} processors (P26)`, [
    { what: "a due payment", figure: ms(payments) },
    hours("500,000 due payments", payments * 500_000),
    { what: "a person's notices", figure: ms(notices) },
    hours("the notices of 1,000,000", notices * 1_000_000),
  ]);
}

/** Milliseconds of this process's CPU for each item that `work` has done. */
async function usedBy(work: () => Promise<number>): Promise<number> {
  const before = process.cpuUsage();
  const done = await work();
  if (done !== SAMPLE) throw new Error(`${done} of ${SAMPLE} were done`);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000 / done;
}

const hours = (what: string, cpu: number): Row =>
  atMost(`${what}, extrapolated`, cpu / SHARE / RUNS / 1_000, 24 * 3_600, inHours);
