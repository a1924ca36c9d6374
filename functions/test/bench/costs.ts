import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { UNKNOWN_DEVICE } from "@coffer/core/access";
import { LIMITS } from "@coffer/core/account/throttles";
import type { Id } from "@coffer/domain/id";
import { cents } from "@coffer/domain/money/money";
import { addMonthsTo, daysOf, monthOfDay } from "@coffer/domain/time/month";
import { category, day } from "../../../packages/test/fixtures.ts";
import { meteredClient } from "../../../packages/test/metered-client.ts";
import { freshTable, newUser, ownLedger } from "../../../packages/test/store.ts";
import { listAll } from "../../../packages/test/transactions.ts";
import { buildLambdas } from "../../build.ts";
import { CAPACITY_A_UNIT } from "../../src/api/fair-share.ts";
import { startStage } from "../drill/person.ts";
import { startFakeAws } from "../fake-aws.ts";
import { environmentOf, SECRETS } from "../lambda-process.ts";
import { withEngine } from "../with-engine.ts";
import { benchCore } from "./bench-core.ts";
import { type Weight, weighYear } from "./household-year.ts";
import { atMost, kilobytes, ms, print, type Row } from "./table.ts";

const NOW = Date.parse("2026-11-21T14:00:00Z");
const NOVEMBER = monthOfDay(day("2026-11-21"));

/** One active person's month (docs/operations.md, "What it costs"). */
const PERSON = { visits: 20, callsAVisit: 15, transactions: 40, writes: 60, mails: 16, tips: 8 };
/** Two in three share a budget; during a visit of three minutes their page polls every ten seconds. */
const SHARING = { people: 2 / 3, checksAVisit: 18 };
const CALL = {
  /** The billed time that is assumed; `takes` measures less. */
  milliseconds: 20,
  checkMilliseconds: 15,
  gigabyteSeconds: 0.02 * 1.73,
  checkGigabyteSeconds: 0.015 * 1.73,
  /** The start of an instance, which Lambda bills as well. */
  startGigabyteSeconds: 0.4 * 1.73,
  /** API Gateway's line of the access log, with CloudWatch's overhead. */
  accessLogBytes: 190,
  lineOverhead: 26,
  tokensIn: 2_000,
  tokensOut: 400,
};
/** Mornings with notices for a person, and those of them with a forecast. */
const DAYS = 30;
const DAILY = { looks: DAYS - 4, forecasts: 4 };
/** In write units. */
const WRITES = { signIn: 3, mail: 8 };
const GIGABYTES_OUT = 1.5e-3;
/** Visits that start an instance: with more people an instance is more often warm. */
const STAGES = [
  { people: 1_000, starts: 0.6, aim: 12 },
  { people: 10_000, starts: 0.2, aim: 90 },
  { people: 1_000_000, starts: 0.02, aim: 6_500 },
];
/** Fixed dollars a month (docs/operations.md, "What it costs"). */
const AT_REST = { any: 5.7, production: 6 + 1.3 + 0.8 };
/**
 * Copies elsewhere, in a month. In a bucket (packages/dynamo/src/copies.ts): whole ones, each kept for `days`, and each
 * day's changes, of which AWS charges what was written. In a vault instead (infra/backup-stack.ts): whole copies that
 * AWS Backup keeps here and elsewhere, and sends, and the key.
 */
const COPIES = { whole: 52 / 12, days: 42, vault: { kept: 2 + 6 + 5, sent: 30, key: 1 } };
/** List prices of us-east-1 in dollars. Check them against AWS's pages; they change. */
const PRICES = {
  readUnit: 0.125e-6,
  writeUnit: 0.625e-6,
  gigabyteStored: 0.25 + 0.2,
  apiCall: 1e-6,
  lambdaCall: 0.2e-6,
  gigabyteSecond: 13.3e-6,
  cloudFrontRequest: 1e-6 + 0.1e-6,
  gigabyteOut: 0.085,
  mail: 1e-4,
  tokenIn: 0.035e-6,
  tokenOut: 0.14e-6,
  gigabyteLogged: 0.5,
  gigabyteCopied: 0.1,
  gigabyteExported: 0.1,
  gigabyteInBucket: 0.023,
  gigabyteSent: 0.02,
  ruledRequest: 0.6e-6,
};

/**
 * Dollars a day that an account may cost which uses up its units of work (functions/src/api/fair-share.ts), by whatever
 * is dearest: calls, or the read and write units of the table that each unit of work may consume. The
 * mail and the model's calls of an account are few by limits of their own.
 */
const HOSTILE_LIMIT = 2;
const HOSTILE = {
  units: LIMITS["work-day"].times,
  mails: 100,
  modelCalls: 20,
  millisecondsAUnit: { read: 1.5, written: 2 },
};

/**
 * The cost of a day in which an account spends all its units on one call, for some calls that use the table most; the
 * calls' consumption is measured.
 */
function dearestCalls(calls: Record<string, Used>): Row[] {
  const lambda = (milliseconds: number) => (milliseconds / 1_000) * 1.73 * PRICES.gigabyteSecond;
  return Object.entries(calls).map(([what, { reads, writes }]) => {
    const units = 1 + Math.round(reads / CAPACITY_A_UNIT.read + writes / CAPACITY_A_UNIT.written);
    const table = reads * PRICES.readUnit + writes * PRICES.writeUnit;
    const { read, written } = HOSTILE.millisecondsAUnit;
    const call = PRICES.apiCall + PRICES.lambdaCall + PRICES.cloudFrontRequest + lambda(CALL.milliseconds);
    const day = ((call + table + lambda(reads * read + writes * written)) / units) * HOSTILE.units;
    const consumed = `${reads.toFixed(0)} R, ${writes.toFixed(0)} W, ${units} units`;
    return atMost(
      `a day of nothing but ${what} (${consumed})`,
      day,
      HOSTILE_LIMIT,
      (price) => `$${price.toFixed(2)}`,
    );
  });
}

function hostileDay(sessionReads: number): Row {
  const { units, mails, modelCalls, millisecondsAUnit } = HOSTILE;
  const lambda = (milliseconds: number) => (milliseconds / 1_000) * 1.73 * PRICES.gigabyteSecond;
  const call =
    PRICES.apiCall +
    PRICES.lambdaCall +
    PRICES.cloudFrontRequest +
    CALL.gigabyteSeconds * PRICES.gigabyteSecond +
    sessionReads * PRICES.readUnit;
  const read = PRICES.readUnit + lambda(millisecondsAUnit.read);
  const written = PRICES.writeUnit + lambda(millisecondsAUnit.written);
  const unit = Math.max(call, read * CAPACITY_A_UNIT.read, written * CAPACITY_A_UNIT.written);
  const model = CALL.tokensIn * PRICES.tokenIn + CALL.tokensOut * PRICES.tokenOut;
  const day = units * unit + mails * (PRICES.mail + WRITES.mail * PRICES.writeUnit) + modelCalls * model;
  return atMost("a hostile account, a day", day, HOSTILE_LIMIT, (price) => `$${price.toFixed(2)}`);
}

/** docs/promises.md P12 and P13. */
export const costs = (): Promise<void> =>
  withEngine(async (endpoint) => {
    const used = await consumed(endpoint);
    print("What calls consume (P12)", [
      row("the session, read units", used.session.reads, 2),
      row("the dashboard's month, read units", used.month.reads, 6),
      row("its round trips in a row, after the session's", used.month.trips, 2),
      row("a recorded transaction, write units", used.write.writes, 10),
      row("a check of what the other did, read units", used.check.reads, 1),
      { what: "six months of budgets, read units", figure: used.history.reads.toFixed(1) },
      { what: "the tips' facts, read units", figure: used.tips.reads.toFixed(1) },
      { what: "a daily summary, read and write units", figure: sum(used.summary).toFixed(1) },
    ]);
    print("How long Lambda is paid for a warm call of the built API", await takes(endpoint, used));
    const { kinds: year, copied } = await weighYear(endpoint);
    const bytes = bytesAYear(year);
    print("A person's first year in the table, indexes included", weights(year, bytes));
    const shareCopied = copied / total(year);
    const stages = STAGES.map((stage) => ({
      ...stage,
      ...prices(used, { bytes, shareCopied, ledger: ledgerBytes(year) }, stage.starts),
    }));
    const [first] = stages;
    if (first) print("A thousand active people for a month (P13)", first.rows);
    print("A month in all, after a year (P32)", stages.flatMap(inAll));
    print("What one account may cost (P33)", [
      hostileDay(used.session.reads),
      ...dearestCalls({
        "recorded transactions": used.write,
        "transactions with long notes": used.longWrite,
        "moves of fifty transactions with long notes": used.longMove,
        "months of them": used.longMonth,
      }),
    ]);
  });

/** A round trip from Lambda to DynamoDB in the same region, in milliseconds. */
const TRIP_MS = 4;
const REPEATS = 100;
const MONTH = "startDate=2026-11-01&endDate=2026-11-30";

/** The processor time of the built API, and the time of its round trips to the table on AWS. */
async function takes(engine: string, used: Awaited<ReturnType<typeof consumed>>): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), "coffer-costs-"));
  const aws = await startFakeAws({ ...SECRETS });
  try {
    const { name: tableName } = await freshTable(engine);
    const api = (await buildLambdas(folder)).find(({ name }) => name === "api");
    if (!api) throw new Error("there is no function api");
    const stage = await startStage(api, environmentOf({ tableName, engine, aws: aws.endpoint }));
    await stage.fill();
    /** The process' CPU time in hundredths of a second (proc_pid_stat(5)). */
    const ticks = () => {
      const fields = readFileSync(`/proc/${stage.pid()}/stat`, "utf8").split(" ");
      return Number(fields[13]) + Number(fields[14]);
    };
    const measure = async (trips: number, call: () => Promise<unknown>) => {
      for (let time = 0; time < REPEATS; time++) await call();
      const before = ticks();
      for (let time = 0; time < REPEATS; time++) await call();
      return ((ticks() - before) * 10) / REPEATS + (used.session.trips + trips) * TRIP_MS;
    };
    const get = (path: string) => () => stage.call("GET", `/api/${path}`);
    const month = await measure(used.month.trips, get("month?month=11&year=2026"));
    const list = await measure(used.month.trips, get(`transactions?${MONTH}`));
    const small = await measure(1, get("categories"));
    const check = await measure(used.check.trips, get("activity?limit=1"));
    const write = await measure(used.write.trips, () => stage.add("Market"));
    stage.end();
    const writes = PERSON.writes / PERSON.visits;
    const others = PERSON.callsAVisit - writes - 3;
    const call = (month + 2 * list + writes * write + others * small) / PERSON.callsAVisit;
    return [
      { what: "the dashboard's month", figure: ms(month) },
      { what: "a month of transactions", figure: ms(list) },
      { what: "a small list", figure: ms(small) },
      { what: "a recorded transaction", figure: ms(write) },
      atMost("a call of a visit, on average", call, CALL.milliseconds, ms),
      atMost("a check of what the other did", check, CALL.checkMilliseconds, ms),
    ];
  } finally {
    aws.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

type Used = { reads: number; writes: number; trips: number };
const sum = ({ reads, writes }: Used) => reads + writes;
const row = (what: string, units: number, limit: number): Row =>
  atMost(what, units, limit, (value) => value.toFixed(1));

/** A user with twelve categories, seven months of fifty transactions and a due summary. */
async function consumed(endpoint: string) {
  const { name } = await freshTable(endpoint);
  const { client, measure } = meteredClient(endpoint);
  const { store, core } = benchCore(client, name, () => NOW, true);
  const user = await newUser(store, { id: 1, emailNotifications: true });
  const account = await store.users.account(user.id);
  if (!account) throw new Error("no account");
  const session = await core.sessions.begin(account, false, UNKNOWN_DEVICE);
  const ledger = ownLedger(1);
  const { id: _, ...draft } = category({ id: 1 });
  const shopping = {
    description: "Weekly shopping",
    amount: cents(123_45),
    type: "expense" as const,
    notes: null,
  };
  for (let index = 0; index < 12; index++) {
    const { id: categoryId } = await core.categories.add(ledger, draft);
    for (let back = 0; back < 7; back++) {
      const month = addMonthsTo(NOVEMBER, -back);
      await core.budgets.save(ledger, { categoryId, month, projected: cents(1_000_00) });
      for (const date of daysOf(month).slice(0, 4))
        await core.transactions.add(ledger, { ...shopping, date, categoryId });
    }
  }
  const [food] = await core.categories.list(ledger);
  if (!food) throw new Error("there is no category");
  const [newest] = (await core.activity.list(ledger, { limit: 1 })).rows;
  const november = { startDate: "2026-11-01", endDate: "2026-11-30" };
  const used = {
    session: await measure(() => core.sessions.caller(user.id, session.id, undefined)),
    month: await measure(() => listAll(core.transactions, ledger, november)),
    history: await measure(() => core.budgets.history(ledger, NOVEMBER, 6)),
    screens: await measure(async () => {
      await core.categories.list(ledger);
      await core.budgets.list(ledger, NOVEMBER);
      await core.goals.list(ledger);
      await core.subscriptions.list(ledger);
    }),
    check: await measure(() => core.activity.list(ledger, { after: newest?.entry.id, limit: 1 })),
    write: await measure(() =>
      core.transactions.add(ledger, { ...shopping, date: day("2026-11-20"), categoryId: food.id }),
    ),
    daily: await measure(() => core.notifyDaily(NOW - 24 * 60 * 60_000)),
    forecast: await measure(() => core.notifyDaily(NOW)),
    // All users share the reads that find no due user.
    nobody: await measure(() => core.notifyDaily(NOW)),
    bell: await measure(() => core.notifications.list(user)),
    tips: await measure(() => core.tips.get(ledger, NOVEMBER)),
    summary: await measure(() => core.digests.tick(NOW)),
  };
  // Last, because the other calls would read what they leave.
  const notes = "帳".repeat(2_000);
  const long = { ...shopping, date: day("2026-01-20"), categoryId: food.id, notes };
  const rows: { id: Id }[] = [];
  for (let index = 0; index < 50; index++) rows.push(await core.transactions.add(ledger, long));
  const { id: other } = await core.categories.add(ledger, draft);
  const january = { startDate: "2026-01-01", endDate: "2026-01-31" };
  const dear = {
    longWrite: await measure(() => core.transactions.add(ledger, long)),
    longMonth: await measure(() => listAll(core.transactions, ledger, january)),
    longMove: await measure(() => core.transactions.changeTogether(ledger, rows, { categoryId: other })),
  };
  return { ...used, ...dear };
}

/** Dollars for a thousand people by service, and for one person the part that grows with each. */
function prices(
  used: Awaited<ReturnType<typeof consumed>>,
  { bytes, shareCopied, ledger }: { bytes: number; shareCopied: number; ledger: number },
  starts: number,
) {
  const { session, month, history, screens, write, check, bell, daily, forecast, nobody, tips } = used;
  const { visits, callsAVisit, writes, mails } = PERSON;
  const checks = visits * SHARING.people * SHARING.checksAVisit;
  const calls = visits * callsAVisit + checks;
  const visit = callsAVisit * session.reads + month.reads + history.reads + screens.reads + bell.reads;
  const reads =
    visits * visit +
    checks * (session.reads + check.reads) +
    writes * write.reads +
    DAILY.looks * (daily.reads - nobody.reads) +
    DAILY.forecasts * (forecast.reads - nobody.reads) +
    PERSON.tips * tips.reads +
    mails * (tips.reads + history.reads) +
    // Housekeeping counts a user's items once for each day with a visit.
    visits * (ledger / READ_UNIT);
  const written = writes * write.writes + visits * WRITES.signIn + mails * WRITES.mail + DAYS * daily.writes;
  const gigabytes = bytes / 1e9;
  const gigabyteSeconds =
    visits * callsAVisit * CALL.gigabyteSeconds +
    checks * CALL.checkGigabyteSeconds +
    visits * starts * CALL.startGigabyteSeconds;
  const requests = visits * 20 + checks;
  const perPerson = {
    "DynamoDB, reads": reads * PRICES.readUnit,
    "DynamoDB, writes": written * PRICES.writeUnit,
    "DynamoDB, storage and recovery": gigabytes * PRICES.gigabyteStored,
    "API Gateway": calls * PRICES.apiCall,
    "Lambda, starts included": calls * PRICES.lambdaCall + gigabyteSeconds * PRICES.gigabyteSecond,
    CloudFront: requests * PRICES.cloudFrontRequest + GIGABYTES_OUT * PRICES.gigabyteOut,
    SES: mails * PRICES.mail,
    "Bedrock, Nova Micro": PERSON.tips * (CALL.tokensIn * PRICES.tokenIn + CALL.tokensOut * PRICES.tokenOut),
    "Logs, two lines a call": ((calls * (REQUEST_LINE + CALL.accessLogBytes)) / 1e9) * PRICES.gigabyteLogged,
  };
  // A write unit is at most a kilobyte.
  const gigabytesChanged = (written * 1_024) / 1e9;
  const exported = COPIES.whole * gigabytes + gigabytesChanged;
  const inBucket = PRICES.gigabyteSent + (COPIES.days / 30) * PRICES.gigabyteInBucket;
  const { kept, sent } = COPIES.vault;
  const ofProduction = {
    copies: exported * (PRICES.gigabyteExported + shareCopied * inBucket),
    copiesInVault: gigabytes * (kept * PRICES.gigabyteCopied + sent * PRICES.gigabyteSent),
    rateRule: requests * PRICES.ruledRequest,
    // Each write once more, and its bytes.
    secondRegion: written * PRICES.writeUnit + gigabytes * (PRICES.gigabyteStored + PRICES.gigabyteSent / 12),
  };
  const inUse = Object.values(perPerson).reduce((all, price) => all + price, 0);
  return {
    inUse,
    ofProduction,
    rows: [
      ...Object.entries(perPerson).map(([what, price]) => ({ what, figure: dollars(1_000 * price) })),
      atMost("in all", 1_000 * inUse, 7, dollars),
    ],
  };
}

const dollars = (price: number) =>
  `$${price < 1_000 ? price.toFixed(2) : Math.round(price).toLocaleString("en-US")}`;

/** The line that the function logs for a call. */
const REQUEST_LINE =
  CALL.lineOverhead +
  JSON.stringify({
    level: "info",
    message: "request",
    requestId: "JKJaXmPLvHcESHA=",
    endpoint: "transactions.list",
    userId: 1795273200000123,
    status: 200,
    milliseconds: 14,
    coldStarts: 0,
    readUnits: 3.5,
    writeUnits: 0,
  }).length;

function inAll({
  people,
  aim,
  inUse,
  ofProduction,
}: (typeof STAGES)[number] & ReturnType<typeof prices>): Row[] {
  const { copies, copiesInVault, rateRule, secondRegion } = ofProduction;
  const small = people * inUse + AT_REST.any;
  const whole = small + people * (copies + rateRule) + AT_REST.production;
  const count = people.toLocaleString("en-US");
  return [
    atMost(`${count} people, without production's extras`, small, aim, dollars),
    { what: "  the rate rule's requests", figure: dollars(people * rateRule) },
    { what: "  copies in a bucket elsewhere", figure: dollars(people * copies) },
    atMost(`${count} people, production`, whole, aim, dollars),
    { what: "  in a vault instead", figure: dollars(people * (copiesInVault - copies) + COPIES.vault.key) },
    { what: "  a second region, where there is one", figure: dollars(people * secondRegion) },
  ];
}

type Year = Awaited<ReturnType<typeof weighYear>>["kinds"];
const total = (year: Year): number =>
  [...year.values()].reduce((sum, { table, indexes }) => sum + table + indexes, 0);
const READ_UNIT = 4096;

/** Scaled by transactions: the household records fewer than the person of the table above. */
function bytesAYear(year: Year): number {
  const each = (kind: string) => {
    const { items = 1, table = 0, indexes = 0 } = year.get(kind) ?? {};
    return (table + indexes) / items;
  };
  const others = [...year].filter(([kind]) => kind !== ENTRY && kind !== TRANSACTION);
  const rest = others.reduce((sum, [, { table, indexes }]) => sum + table + indexes, 0);
  return 12 * (PERSON.writes * each(ENTRY) + PERSON.transactions * each(TRANSACTION)) + rest;
}

/** Without the entries, and without the copies in indexes. */
const ledgerBytes = (year: Year): number =>
  [...year].filter(([kind]) => kind.startsWith("BUDGET ")).reduce((sum, [, { table }]) => sum + table, 0);
const [ENTRY, TRANSACTION] = ["ACTIVITY ENTRY", "BUDGET TX"];

function weights(year: Year, bytes: number): Row[] {
  const size = ({ table, indexes }: Weight) => table + indexes;
  const heaviest = [...year].sort(([, a], [, b]) => size(b) - size(a)).slice(0, 4);
  return [
    ...heaviest.map(([kind, weight]) => ({
      what: `the demo household: ${kind}, ${weight.items.toFixed(0)} items`,
      figure: kilobytes(size(weight)),
    })),
    {
      what: "the demo household in all",
      figure: kilobytes(total(year)),
    },
    {
      what: `with ${PERSON.transactions} transactions and ${PERSON.writes} writes a month`,
      figure: kilobytes(bytes),
    },
  ];
}
