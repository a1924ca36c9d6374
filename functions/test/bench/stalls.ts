import { monitorEventLoopDelay } from "node:perf_hooks";
import { createCore } from "@coffer/core/core";
import { CEILINGS, RESTORE_TIMES } from "@coffer/domain/ceilings";
import { MAX_MILESTONES } from "@coffer/domain/goal/definition";
import type { Id } from "@coffer/domain/id";
import { cents } from "@coffer/domain/money/money";
import { MAX_RULES } from "@coffer/domain/rule/rule";
import { addDays } from "@coffer/domain/time/day";
import { monthOfDay } from "@coffer/domain/time/month";
import { createStore } from "@coffer/dynamo/table/store";
import { caller, category, day, goal, subscription, transaction } from "../../../packages/test/fixtures.ts";
import { addThing, freshTable, idsInARow, inBulk, newUser, ownLedger } from "../../../packages/test/store.ts";
import { passkeyVerifier } from "../../src/adapters/passkeys.ts";
import { createPasswords } from "../../src/adapters/passwords.ts";
import { withEngine } from "../with-engine.ts";
import { atMost, ms, print, type Row } from "./table.ts";

const TODAY = day("2026-11-21");
const NOW = Date.parse("2026-11-21T14:00:00Z");
const NOVEMBER = monthOfDay(TODAY);
/** P28: the longest that one call may hold everybody else up. */
const LONGEST_MS = 100;
const ROWS = 4_000;
/** The least of so many: what else the machine does holds calls up as well. */
const ROUNDS = 7;
/** Of a file that is matched, as many as one call takes. */
const FILE_ROWS = 200;

/** docs/promises.md P28: the longest stall of the event loop by each call, at the ceilings and at ten times them. */
export const stalls = (): Promise<void> =>
  withEngine(async (endpoint) => {
    for (const times of [1, RESTORE_TIMES]) {
      const { calls, size } = await filled(endpoint, times);
      const rows: Row[] = [];
      for (const [what, call] of Object.entries(calls)) {
        const stalls: number[] = [];
        for (let round = 0; round < ROUNDS; round++) stalls.push(await longestStall(call));
        rows.push(atMost(what, Math.min(...stalls), LONGEST_MS, ms));
      }
      print(`The longest stall of each call with ${size} (P28)`, rows);
    }
  });

async function longestStall(call: () => Promise<unknown>): Promise<number> {
  const delays = monitorEventLoopDelay({ resolution: 1 });
  delays.enable();
  await new Promise((resolve) => setTimeout(resolve, 20));
  delays.reset();
  JSON.stringify(await call());
  await new Promise((resolve) => setTimeout(resolve, 5));
  delays.disable();
  return delays.max / 1e6;
}

/** A ledger in which every description shares a word with every subscription and rule, and all is due every day. */
async function filled(endpoint: string, times: number) {
  const { client, name, table } = await freshTable(endpoint);
  const store = createStore(client, name);
  const core = createCore(store, {
    clock: () => NOW,
    ids: idsInARow(7_000_000_000_000_000),
    advisor: null,
    passwords: createPasswords(),
    passkeyVerifier,
    secondFactorForAdmins: true,
    origin: "https://budget.example.com",
    securityLog: () => undefined,
    throttle: false,
    afterwards: (_key, work) => work(),
  });
  const user = await newUser(store, { id: 1 });
  const ledger = ownLedger(user.id);
  const counts = {
    categories: CEILINGS.category * times,
    subscriptions: CEILINGS.subscription * times,
    goals: CEILINGS.goal * times,
  };
  const ids = (count: number): Id[] => Array.from({ length: count }, (_, index) => index + 1);
  const notes = "帳".repeat(100);
  await inBulk(table, async (bulk) => {
    for (const id of ids(counts.categories)) await addThing(bulk, 1, "category", category({ id }));
    for (const id of ids(counts.subscriptions)) {
      const rhythm = { frequency: id % 2 ? ("daily" as const) : ("quarterly" as const), startDate: TODAY };
      const sub = subscription({ id, name: `Direct debit ${id}`, categoryId: id, ...rhythm, notes });
      await addThing(bulk, 1, "subscription", { ...sub, nextPaymentDate: TODAY, settledThrough: null });
    }
    for (const id of ids(counts.goals)) await addThing(bulk, 1, "goal", { ...goal(), id, categoryId: id });
    for (const id of ids(ROWS)) {
      const description = `Debit at the market in the street number ${id}`;
      const date = addDays(TODAY, -(id % 60));
      await addThing(
        bulk,
        1,
        "transaction",
        transaction({ id, description, date, categoryId: (id % 300) + 1, notes }),
      );
    }
  });
  const milestone = { name: "Half", amount: cents(1_00), description: null };
  for (const _ of ids(MAX_MILESTONES)) await core.goals.addMilestone(ledger, 1, milestone);
  const rules = ids(MAX_RULES).map((id) => ({ contains: `market ${id}`, categoryId: id }));
  await core.rules.replace(ledger, rules);
  const file = ids(FILE_ROWS).map((id) => ({
    date: addDays(TODAY, -(id % 9)),
    description: `MARKET ${id}`,
    amount: cents(1_00),
    type: "expense" as const,
  }));
  const size = `${counts.categories} categories, ${counts.subscriptions} subscriptions, ${counts.goals} goals, ${ROWS} rows`;
  const calls = {
    "GET /api/month": () => core.figures.month(ledger, NOVEMBER),
    "GET /api/suggestions": () => core.suggestions.list(ledger),
    "POST /api/imports/match": () => core.imports.match(ledger, file),
    "GET /api/budgets/proposal": () => core.budgets.proposal(ledger, NOVEMBER, "average"),
    "GET /api/to-spend": () => core.figures.toSpend(ledger, NOVEMBER),
    "GET /api/explain, to spend": () => core.explain(ledger, NOVEMBER, { card: "to-spend" }),
    "GET /api/explain, expenses": () => core.explain(ledger, NOVEMBER, { card: "expenses" }),
    "GET /api/year, five years": () => core.figures.year(ledger, NOVEMBER, 60),
    "GET /api/categories": async () => core.figures.withKinds(ledger, await core.categories.list(ledger)),
    "GET /api/subscriptions": () => core.subscriptions.list(ledger),
    "GET /api/financial-goals": () => core.goals.list(ledger),
    "GET /api/financial-goals/1/milestones": () => core.goals.milestones(ledger, 1),
    "GET /api/transactions/search": () =>
      core.transactions.search(ledger, { sort: "-date", text: "nothing" }),
    "GET /api/budget-tips": () => core.tips.get(ledger, NOVEMBER),
    "GET /api/activity": () => core.activity.list(ledger, { limit: 100 }),
    "GET /api/export": () => core.portability.export(caller({ id: 1 }, NOW), ledger),
  };
  return { calls, size };
}
