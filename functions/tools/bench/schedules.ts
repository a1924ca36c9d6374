import { createDigests } from "@coffer/core/digest/digests";
import { createTips } from "@coffer/core/tips/tips";
import { inBatches } from "@coffer/domain/batches";
import { cents } from "@coffer/domain/money/money";
import { parseMonth } from "@coffer/domain/time/month";
import { category, day } from "../../../packages/test/fixtures.ts";
import { addThing, freshTable, idsInARow, newUser, ownBudget } from "../../../packages/test/store.ts";
import { withEngine } from "../../src/local/engine.ts";
import { atMost, ms, print, type Row, timed } from "./table.ts";

const DUE = 10_000;
const AT = Date.parse("2026-11-21T14:00:00Z");

/** A tick with 10,000 summaries due, and the tips' facts of an account of `size` transactions. */
export const schedules = (size: number): Promise<void> =>
  withEngine(async (endpoint) => {
    print("Schedules and tips", [...(await tick(endpoint)), await tipFacts(endpoint, size)]);
  });

async function tick(endpoint: string) {
  const { store, client } = await freshTable(endpoint);
  await inPortions(DUE, (id) => newUser(store, { id, emailNotifications: true }));
  const requests = countRequests(client);
  const digests = createDigests(store, { clock: () => AT, ids: idsInARow(), throttle: true });
  const before = process.memoryUsage().heapUsed;
  const { result, took } = await timed(() => digests.tick(AT));
  const { queued } = result;
  const heap = (process.memoryUsage().heapUsed - before) / 1e6;
  return [
    { what: `a tick over ${queued} due people`, figure: ms(took) },
    atMost("its round trips, a person", requests() / queued, 1.05, (trips) => trips.toFixed(2)),
    atMost("its memory", heap, 64, (megabytes) => `${megabytes.toFixed(0)} MB`),
  ];
}

async function tipFacts(endpoint: string, size: number): Promise<Row> {
  const { store, client } = await freshTable(endpoint);
  const budget = ownBudget(1);
  await addThing(store, 1, "category", category({ id: 1 }));
  // Over ten years: the month and the six before it hold a seventeenth of them.
  await inPortions(size, (id) =>
    addThing(store, 1, "transaction", {
      id,
      description: "Shop",
      amount: cents(1_250),
      date: day(`${2017 + (id % 10)}-${two(1 + (id % 12))}-${two(1 + (id % 28))}`),
      type: "expense",
      categoryId: 1,
      notes: null,
      createdAt: AT,
    }),
  );
  const month = parseMonth("2026-11");
  if (!month) throw new Error("no such month");
  const tips = createTips(store, { clock: () => AT, advisor: null });
  await tips.facts(budget, month);
  const requests = countRequests(client);
  const { took } = await timed(() => tips.facts(budget, month));
  return {
    what: `tips' facts, an account of ${size.toLocaleString("en-US")} transactions, ${requests()} round trips`,
    figure: ms(took),
  };
}

const two = (n: number) => String(n).padStart(2, "0");

/** Counts the client's commands from now on. */
function countRequests(client: Awaited<ReturnType<typeof freshTable>>["client"]): () => number {
  let sent = 0;
  client.middlewareStack.add(
    (next) => (args) => {
      sent += 1;
      return next(args);
    },
    { step: "finalizeRequest", name: "countRequests" },
  );
  return () => sent;
}

/** Calls it with 1 to `count`, 32 at a time. */
async function inPortions(count: number, make: (n: number) => Promise<unknown>): Promise<void> {
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  for (const batch of inBatches(numbers, 32)) await Promise.all(batch.map(make));
}
