import { randomUUID } from "node:crypto";
import {
  DynamoDBDocumentClient,
  GetCommand,
  QueryCommand,
  TransactWriteCommand,
} from "@aws-sdk/lib-dynamodb";
import { workThrough } from "@coffer/core/pages";
import { inBatches } from "@coffer/domain/batches";
import { idAt } from "@coffer/domain/id";
import { cents } from "@coffer/domain/money/money";
import { addDays, type Day, toDay } from "@coffer/domain/time/day";
import type { Transaction } from "@coffer/domain/transaction/transaction";
import { categoryKey } from "@coffer/dynamo/category/resolve-category";
import { createClient } from "@coffer/dynamo/table/client";
import { createTable, type Table } from "@coffer/dynamo/table/table";
import { creationOf } from "@coffer/dynamo/transaction/transactions";
import { createPasswords } from "../../src/adapters/passwords.ts";
import { notedEngine } from "../../src/local/data-folder.ts";
import { TABLE_NAME } from "../../src/local/database.ts";
import { runProduct } from "../running.ts";
import { type BenchProduct, benchProduct, onProduct, PASSWORD } from "./product.ts";
import { atMost, median, ms, print, quantile, type Row, timed } from "./table.ts";

const ROUNDS = 200;
const STARTS = 5;
const CALLERS = 16;
const BUSY_MS = 3_000;
/** Transactions in the measured month, whatever the account's size. */
const MONTH_ROWS = 100;
const MONTH = { first: "2026-11-01", last: "2026-11-30" };

/**
 * docs/promises.md P10 and P11: the main calls beside the same operation directly on the engine. Ratios, because
 * machines differ: at most `times` the floor's time for one caller, at least this `share` of its rate for sixteen.
 */
export async function api(sizes: readonly number[]): Promise<void> {
  for (const size of sizes) await onProduct((product) => measure(product, size));
}

async function measure(product: BenchProduct, size: number): Promise<void> {
  const ownerId = await product.signUp();
  const categoryId = await product.addCategory();
  await product.send("POST", "/api/budgets", { categoryId, month: 11, year: 2026, projected: 500 });
  const endpoint = notedEngine(product.dataDir)?.endpoint ?? "";
  const dynamo = createClient(endpoint);
  await fill(createTable(dynamo, TABLE_NAME), ownerId, categoryId, size);

  const bare = DynamoDBDocumentClient.from(dynamo);
  const pk = `BUDGET#${String(ownerId).padStart(16, "0")}`;
  const transaction = {
    description: "Bench",
    amount: 12.34,
    date: "2026-10-05",
    type: "expense",
    categoryId,
    notes: null,
  };
  const passwords = createPasswords();
  // Another user, because an account's eleventh session ends its oldest.
  const other = product.visitor();
  await other.signUp("other@example.com");
  const calls: Record<string, Compared> = {
    "the user (read by key)": {
      call: () => product.send("GET", "/api/user"),
      bare: () =>
        bare.send(
          new GetCommand({
            TableName: TABLE_NAME,
            Key: { pk: `USER#${String(ownerId).padStart(16, "0")}`, sk: "PROFILE" },
            ConsistentRead: true,
          }),
        ),
      aim: { times: 4.5, share: 0.16 },
    },
    [`a month of ${MONTH_ROWS} transactions`]: {
      call: () => product.send("GET", `/api/transactions?startDate=${MONTH.first}&endDate=${MONTH.last}`),
      bare: () =>
        bare.send(
          new QueryCommand({
            TableName: TABLE_NAME,
            IndexName: "byDate",
            KeyConditionExpression: "pk = :pk AND begins_with(#date, :month)",
            ExpressionAttributeNames: { "#date": "date" },
            ExpressionAttributeValues: { ":pk": pk, ":month": "2026-11" },
            ConsistentRead: true,
          }),
        ),
      aim: { times: 3.2, share: 0.31 },
    },
    "the month's budgets": {
      call: () => product.send("GET", "/api/budgets?month=11&year=2026"),
    },
    "a sign-in, beside one hash of a password": {
      call: () => other.send("POST", "/api/login", { email: "other@example.com", password: PASSWORD }),
      bare: () => passwords.verify(PASSWORD, undefined),
      aim: { times: 2, share: 0.5 },
    },
    "record a transaction (write)": {
      call: () => product.send("POST", "/api/transactions", transaction),
      bare: () =>
        bare.send(
          new TransactWriteCommand({
            ClientRequestToken: randomUUID(),
            TransactItems: [
              {
                ConditionCheck: {
                  TableName: TABLE_NAME,
                  Key: categoryKey(ownerId, categoryId),
                  ConditionExpression: "attribute_exists(pk)",
                },
              },
              {
                Put: {
                  TableName: TABLE_NAME,
                  Item: { pk: `BENCH#${randomUUID()}`, sk: "X", ...transaction },
                  ConditionExpression: "attribute_not_exists(pk)",
                },
              },
            ],
          }),
        ),
      aim: { times: 3, share: 0.25 },
    },
  };

  const rows: Row[] = [];
  for (const [what, compared] of Object.entries(calls)) rows.push(...(await compare(what, compared)));
  print(`API, an account of ${size.toLocaleString("en-US")} transactions (P10, P11)`, rows);
}

/** A call, the same operation directly on the engine, and how far apart they may be. */
type Compared = {
  call: () => Promise<Response>;
  bare?: () => Promise<unknown>;
  aim?: { times: number; share: number };
};

async function compare(what: string, { call, bare, aim }: Compared): Promise<Row[]> {
  const p50 = median(await timesOf(() => ok(call())));
  const floor50 = bare && median(await timesOf(bare));
  const times = floor50 && p50 / floor50;
  const rate = await perSecond(() => ok(call()));
  const floorRate = bare && (await perSecond(bare));
  const share = floorRate && rate / floorRate;
  return [
    {
      what: `${what}, 1 caller, p50`,
      figure: ms(p50) + (times === undefined ? "" : ` (${times.toFixed(1)} ×)`),
      ...(floor50 !== undefined && { floor: ms(floor50) }),
      ...(aim && times !== undefined && { aim: `≤ ${aim.times} ×`, met: times <= aim.times }),
    },
    {
      what: `${what}, ${CALLERS} callers`,
      figure: `${rate.toFixed(0)} /s${share === undefined ? "" : ` (${share.toFixed(2)} ×)`}`,
      ...(floorRate !== undefined && { floor: `${floorRate.toFixed(0)} /s` }),
      ...(aim && share !== undefined && { aim: `≥ ${aim.share} ×`, met: share >= aim.share }),
    },
  ];
}

/** Purchases of the years before the month: every account has the same rows in the month itself. */
function purchases(categoryId: number, size: number): Transaction[] {
  const first = toDay(2026, 10, 31);
  const days = Array.from(
    { length: size },
    (_, index): Day =>
      index < MONTH_ROWS ? addDays(toDay(2026, 11, 1), index % 30) : addDays(first, -(index % 3_000)),
  );
  return days.map((date, index) => ({
    id: idAt(Date.now() + index, Math.random),
    description: `Purchase ${index}`,
    amount: cents(100 + (index % 9_000)),
    date,
    type: "expense" as const,
    categoryId,
    notes: null,
    createdAt: Date.now(),
  }));
}

/** Adds them without updating plans or writing notices. */
export async function fill(table: Table, ownerId: number, categoryId: number, size: number): Promise<void> {
  const batches = [...inBatches(purchases(categoryId, size), 100)];
  await workThrough(batches, 8, (batch) => table.transact(batch.map((one) => creationOf(ownerId, one))));
}

export async function ok(response: Promise<Response>): Promise<void> {
  const answer = await response;
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`answered ${answer.status}`);
}

async function timesOf(run: () => Promise<unknown>): Promise<number[]> {
  for (let warm = 0; warm < 30; warm++) await run();
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) times.push((await timed(run)).took);
  return times;
}

async function perSecond(run: () => Promise<unknown>): Promise<number> {
  const until = performance.now() + BUSY_MS;
  let done = 0;
  await Promise.all(
    Array.from({ length: CALLERS }, async () => {
      while (performance.now() < until) {
        await run();
        done += 1;
      }
    }),
  );
  return (done * 1000) / BUSY_MS;
}

/** Time from `start` to ready, with everything installed and built, and again after a SIGKILL (R8). */
export async function readiness(): Promise<void> {
  const times: number[] = [];
  const recoveries: number[] = [];
  for (let round = 0; round < STARTS; round++) {
    const product = await benchProduct();
    times.push(product.readyAfter);
    await product.signUp();
    const killed = performance.now();
    await product.kill();
    const again = await runProduct(product.dataDir);
    recoveries.push(performance.now() - killed);
    await again.end();
    await product.end();
  }
  print(`Start (${STARTS} times)`, [
    atMost("from `start` to ready, built, p50", median(times), 3_000, ms),
    { what: "the slowest", figure: ms(quantile(times, 1)) },
    atMost("from SIGKILL to ready again, the slowest (R8)", quantile(recoveries, 1), 2_000, ms),
  ]);
}
