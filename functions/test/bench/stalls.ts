import { createEmailResolver } from "@coffer/core/mail/resolve-email";
import { CEILINGS, MOST_SETTLEMENTS, RESTORE_TIMES } from "@coffer/domain/ceilings";
import { MAX_MILESTONES } from "@coffer/domain/goal/definition";
import type { Id } from "@coffer/domain/id";
import { cents } from "@coffer/domain/money/money";
import { EXPORT_VERSION } from "@coffer/domain/portability/export";
import { MAX_RULES } from "@coffer/domain/rule/rule";
import { addDays, DAY_MS, type Day } from "@coffer/domain/time/day";
import { addMonthsTo, monthOfDay } from "@coffer/domain/time/month";
import { category, day, goal, subscription, transaction } from "../../../packages/test/fixtures.ts";
import { addThing, inBulk } from "../../../packages/test/store.ts";
import { renderEmail } from "../../src/email/render.ts";
import { withEngine } from "../with-engine.ts";
import { benchApp } from "./bench-app.ts";
import { ORIGIN } from "./bench-core.ts";
import { atMost, median, ms, print, type Row } from "./table.ts";

const TODAY = day("2026-11-21");
const NOW = Date.parse("2026-11-21T14:00:00Z");
const NOVEMBER = monthOfDay(TODAY);
const MONTH = "month=11&year=2026";
/** P28: the longest time for which a call may block others. */
const LONGEST_MS = 100;
const ROUNDS = 3;
const ROWS = 4_000;
const PLANS = 12_000;
/** A household that shares everything: its members, and all their purchases. */
const MEMBERS = 30;
const PURCHASES = 20_000;
/** The most rows of one call, with notes that fill its body. */
const FILE_ROWS = { match: 200, import: 200, restore: 2_000 };
const NOTES = { row: "帳".repeat(100), import: "帳".repeat(300), restore: "帳".repeat(700) };

type Calls = Record<string, (round: number) => Promise<unknown>>;
type App = Awaited<ReturnType<typeof benchApp>>;
type Person = Awaited<ReturnType<App["signUp"]>>;

/**
 * docs/promises.md P28: how long each call, from the request's bytes to the answer's, and each job holds the event loop,
 * at the ceilings and at ten times them.
 */
export const stalls = (): Promise<void> =>
  withEngine(async (endpoint) => {
    for (const times of [1, RESTORE_TIMES]) {
      const app = await benchApp(endpoint, NOW);
      const { person, size } = await filled(app, times);
      await report(size, {
        ...readingCalls(person),
        ...(await writingCalls(app, person)),
        ...jobs(app, person),
      });
    }
    const app = await benchApp(endpoint, NOW);
    await report(`${MEMBERS} members, ${PURCHASES} purchases`, await householdCalls(app));
  });

async function report(size: string, calls: Calls): Promise<void> {
  const rows: Row[] = [];
  for (const [what, call] of Object.entries(calls)) {
    const held: number[] = [];
    for (let round = 0; round < ROUNDS; round++) held.push(await longestTurn(() => call(round)));
    rows.push(atMost(what, median(held), LONGEST_MS, ms));
  }
  print(`The longest turn of the event loop in each call with ${size} (P28)`, rows);
}

/** Milliseconds of this thread's CPU, which a busy machine does not change. */
async function longestTurn(call: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let isRunning = true;
  let before = process.threadCpuUsage();
  const turn = () => {
    const { user, system } = process.threadCpuUsage(before);
    longest = Math.max(longest, user + system);
    before = process.threadCpuUsage();
    if (isRunning) setImmediate(turn);
  };
  setImmediate(turn);
  await call();
  await new Promise((resolve) => setTimeout(resolve, 5));
  isRunning = false;
  return longest / 1_000;
}

const ids = (count: number): Id[] => Array.from({ length: count }, (_, index) => index + 1);

/** A ledger in which every description shares a word with every subscription and rule, and everything is due daily. */
async function filled({ table, signUp }: App, times: number) {
  const person = await signUp();
  const counts = {
    categories: CEILINGS.category * times,
    subscriptions: CEILINGS.subscription * times,
    goals: CEILINGS.goal * times,
    rules: MAX_RULES * times,
    milestones: MAX_MILESTONES * times,
  };
  const name = (id: Id) => `A category with a long name, number ${id}`;
  const milestones = ids(counts.milestones).map((id) => ({ id, name: "Half", amount: 1, description: null }));
  const rules = ids(counts.rules).map((id) => ({ id, contains: `market ${id}`, categoryId: 1 }));
  // Items that only a restore can create.
  const first = { kind: "category", ...category({ id: 1 }) };
  const portableGoal = { kind: "goal", ...goal(), milestones };
  await person.call(
    "POST",
    "/api/restore",
    partOf("filled-batch", [first, { kind: "rules", rules }, portableGoal]),
  );
  await inBulk(table, async (bulk) => {
    for (const id of ids(counts.categories).slice(1))
      await addThing(bulk, person.id, "category", category({ id, name: name(id) }));
    for (const id of ids(counts.subscriptions)) {
      const rhythm = id % 2 ? ({ frequency: "daily" } as const) : ({ frequency: "quarterly" } as const);
      const of = { name: `Direct debit ${id}`, categoryId: id, startDate: TODAY, nextPaymentDate: TODAY };
      const sub = subscription({ id, ...of, ...rhythm, autoCreateTransaction: true, notes: NOTES.row });
      await addThing(bulk, person.id, "subscription", { ...sub, settledThrough: null });
    }
    for (const id of ids(counts.goals).slice(1))
      await addThing(bulk, person.id, "goal", { ...goal(), id, categoryId: id });
    for (const id of ids(ROWS)) {
      const description = `Debit at the market in the street number ${id}`;
      const row = { date: addDays(TODAY, -(id % 60)), categoryId: (id % 300) + 1, notes: NOTES.row };
      await addThing(bulk, person.id, "transaction", transaction({ id, description, ...row }));
    }
    for (const id of ids(PLANS)) {
      const month = addMonthsTo(NOVEMBER, -Math.floor((id - 1) / counts.categories));
      const categoryId = ((id - 1) % counts.categories) + 1;
      await addThing(bulk, person.id, "plan", { month, categoryId, projected: cents(1_00) });
    }
  });
  const size = `${Object.entries(counts)
    .map(([kind, count]) => `${count} ${kind}`)
    .join(", ")}, ${ROWS} rows, ${PLANS} plans`;
  return { person, size };
}

const partOf = (batch: string, items: readonly object[]): string =>
  JSON.stringify({ batch, version: EXPORT_VERSION, items });

const rowOf = (id: Id, date: Day, notes?: string) => ({
  date,
  description: `MARKET ${id}`,
  amount: 1,
  type: "expense",
  ...(notes && { notes }),
});

function readingCalls({ call }: Person): Calls {
  const rows = ids(FILE_ROWS.match).map((id) => rowOf(id, addDays(TODAY, -(id % 9))));
  const match = JSON.stringify({ rows });
  const get = (path: string) => () => call("GET", path);
  return {
    "GET /api/month": get(`/api/month?${MONTH}`),
    "GET /api/transactions, a month": get("/api/transactions?startDate=2026-11-01&endDate=2026-11-30"),
    "GET /api/budgets": get(`/api/budgets?${MONTH}`),
    "GET /api/suggestions": get("/api/suggestions"),
    "POST /api/imports/match": () => call("POST", "/api/imports/match", match),
    "GET /api/budgets/proposal": get(`/api/budgets/proposal?${MONTH}&from=average`),
    "GET /api/to-spend": get(`/api/to-spend?${MONTH}`),
    "GET /api/explain, to spend": get(`/api/explain?${MONTH}&card=to-spend`),
    "GET /api/explain, expenses": get(`/api/explain?${MONTH}&card=expenses`),
    "GET /api/year, five years": get("/api/year?from=2021-12&months=60"),
    "GET /api/categories": get("/api/categories"),
    "GET /api/subscriptions": get("/api/subscriptions"),
    "GET /api/rules": get("/api/rules"),
    "GET /api/financial-goals": get("/api/financial-goals"),
    "GET /api/financial-goals/1/milestones": get("/api/financial-goals/1/milestones"),
    "GET /api/transactions/search": get("/api/transactions/search?text=nothing&sort=-date"),
    "GET /api/budget-tips": get(`/api/budget-tips?${MONTH}`),
    "GET /api/activity": get("/api/activity?limit=100"),
    "GET /api/export": get("/api/export"),
  };
}

async function writingCalls({ signUp }: App, { call }: Person): Promise<Calls> {
  const rows = ids(FILE_ROWS.import).map((id) => ({
    ...rowOf(id, addDays(TODAY, -(id % 60)), NOTES.import),
    categoryId: id,
  }));
  const empty: Person[] = [];
  for (const _ of ids(ROUNDS)) empty.push(await signUp());
  const first = { kind: "category", ...category({ id: 1 }) };
  const purchases = ids(FILE_ROWS.restore - 1).map((id) => {
    const date = addDays(TODAY, -(id % 600));
    return { kind: "transaction", ...transaction({ id, date, notes: NOTES.restore }), amount: 1 };
  });
  const part = partOf("restored-batch", [first, ...purchases]);
  return {
    "POST /api/imports": (round) =>
      call("POST", "/api/imports", JSON.stringify({ batch: `batch-number-${round}`, source: "Bank", rows })),
    "POST /api/restore, a part": (round) => empty[round]?.call("POST", "/api/restore", part) ?? never(),
  };
}

/** Each round is a new day. */
function jobs({ store, core, time }: App, { id, email, signIn, call }: Person): Calls {
  const resolve = createEmailResolver(store, { clock: () => time.now, origin: ORIGIN });
  const composed = async () => {
    const mail = { kind: "digest-preview", to: email, day: TODAY } as const;
    const job = { id: "preview", mail, createdAt: NOW, userId: id };
    const resolved = await (await resolve(job))?.compose();
    if (!resolved) never();
    renderEmail(resolved.data);
  };
  return {
    "the daily summary": composed,
    "the daily job, notices": async () => {
      time.now += DAY_MS;
      if ((await core.notifyDaily(time.now)).people === 0) never();
    },
    "the daily job, payments": async () => {
      time.now += DAY_MS;
      if ((await core.postDue(time.now)).posted === 0) never();
    },
    "the clean-up of deleted categories": async (round) => {
      await signIn();
      await call("DELETE", `/api/categories/${round + 2}`);
      time.now += 31 * DAY_MS;
      await store.categories.cleanUp(id, time.now - 30 * DAY_MS);
    },
  };
}

async function householdCalls({ signUp, time, table }: App): Promise<Calls> {
  const owner = await signUp();
  const members = [owner.id];
  for (const _ of ids(MEMBERS - 1)) {
    const member = await signUp();
    const share = { email: member.email, permissionType: "member" };
    await owner.call("POST", "/api/share-budget", JSON.stringify(share));
    await member.call("GET", "/api/ledger", undefined, owner.id);
    members.push(member.id);
  }
  time.now += 60 * DAY_MS;
  await owner.signIn();
  const memberOf = (id: Id) => members[id % MEMBERS] ?? owner.id;
  await inBulk(table, async (bulk) => {
    await addThing(bulk, owner.id, "category", category({ id: 1 }));
    for (const id of ids(PURCHASES)) {
      const bought = { date: addDays(TODAY, 1 + (id % 50)), createdAt: time.now, paidBy: memberOf(id) };
      await addThing(bulk, owner.id, "transaction", transaction({ id, ...bought, amount: cents(id) }));
    }
    for (const id of ids(MOST_SETTLEMENTS - ROUNDS)) {
      const paid = { from: memberOf(id), to: memberOf(id + 1), amount: cents(1), date: addDays(TODAY, 55) };
      await addThing(bulk, owner.id, "settlement", { id, ...paid });
    }
  });
  const [from, to] = members;
  const settlement = JSON.stringify({ from, to, amount: 0.01, date: "2027-01-15" });
  return {
    "GET /api/balance": () => owner.call("GET", "/api/balance"),
    "GET /api/explain, balance": () => owner.call("GET", `/api/explain?${MONTH}&card=balance`),
    "POST /api/settlements": () => owner.call("POST", "/api/settlements", settlement),
    "GET /api/people": () => owner.call("GET", "/api/people"),
  };
}

function never(): never {
  throw new Error("the job did nothing");
}
