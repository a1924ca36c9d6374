import { type Caller, type OpenLedger, openLedger, UNKNOWN_DEVICE } from "@coffer/core/access";
import type { Core } from "@coffer/core/core";
import type { GoalDraft } from "@coffer/core/goal/goals";
import type { Category } from "@coffer/domain/category/category";
import type { Id } from "@coffer/domain/id";
import { cents, minus, ZERO } from "@coffer/domain/money/money";
import {
  addDays,
  addMonthsAnchored,
  compareDays,
  DAY_MS,
  type Day,
  MINUTE_MS,
} from "@coffer/domain/time/day";
import { addMonthsTo, firstDay, type Month, monthOfDay } from "@coffer/domain/time/month";
import { composeLocal } from "./compose.ts";
import { markFinished, markUnfinished } from "./data-folder.ts";
import { ANA, BEN, PASSWORD } from "./demo-accounts.ts";
import {
  ACCOUNTS,
  CATEGORIES,
  DEARER,
  type DemoTransaction,
  demoMonths,
  demoTransactions,
  ON_TRIAL,
  PAID,
  PAUSED,
  planned,
  SAVINGS,
  SUBSCRIPTIONS,
  TRIP,
  tripBegins,
} from "./demo-household.ts";
import type { Settings } from "./settings.ts";

/** Calls the product's own use cases, with a clock that starts thirteen months ago. */
export async function createDemo(
  settings: Settings,
  endpoint: string,
  origin: string,
  say: (line: string) => void,
): Promise<void> {
  markUnfinished(settings.dataDir);
  const now = Date.now();
  const time = { now: now - 400 * DAY_MS };
  const { core } = composeLocal(settings, endpoint, origin, {
    clock: () => time.now,
    securityLog: () => undefined,
    // Past events notify nobody; the daily job sends today's notices.
    afterwards: async () => {},
  });
  say("Creating the demo household …");

  const { user: ana, session } = await newUser(core, ANA);
  const { user: ben } = await newUser(core, BEN);
  const ledger = openLedger({ user: ana, share: null }, undefined, "owner", now);
  const { share } = await core.sharing.share({ user: ana, session, share: null }, ledger, {
    email: ben.email,
    permission: "member",
    note: "Our household",
  });
  const bens = await core.sharedWithMe.open({ user: ben, share }, ana.id, "owner");
  await core.accounts.updatePreferences(ben.id, { homeBudget: ana.id });
  await core.households.change(ledger, { name: "Home" });

  const steps = householdSteps(core, ledger.today);
  const inOrder = steps.toSorted((a, b) => compareDays(a.day, b.day));
  let done = 0;
  for (const [day, ofDay] of Map.groupBy(inOrder, (step) => step.day)) {
    const evening = Math.min(Date.parse(`${day}T18:00:00Z`), now - ofDay.length * MINUTE_MS);
    for (const [index, step] of ofDay.entries()) {
      // Ids contain the time, so later ones sort after earlier ones.
      time.now = evening + index * MINUTE_MS;
      await step.run({ ana: { ...ledger, today: day }, ben: { ...bens, today: day } });
      done += 1;
      if (done % Math.floor(steps.length / 4) === 0) say(`  ${done} of ${steps.length} steps`);
    }
  }
  time.now = now;
  await settleUp(core, ledger, cents(83_20));
  markFinished(settings.dataDir);
}

async function newUser(core: Core, person: typeof ANA): Promise<Pick<Caller, "user" | "session">> {
  const account = await core.accounts.register({ ...person, password: PASSWORD }, ["demo"]);
  const session = await core.sessions.begin(account, false, UNKNOWN_DEVICE);
  return { user: await core.accounts.proveEmail(account.user.id, account.user.email), session };
}

async function settleUp(core: Core, ledger: OpenLedger, left = ZERO): Promise<void> {
  const [debt] = await core.balances.get(ledger);
  if (!debt || debt.amount <= left) return;
  await core.balances.settle(ledger, { ...debt, amount: minus(debt.amount, left), date: ledger.today });
}

type Budgets = Record<DemoTransaction["by"], OpenLedger>;
type Step = { day: Day; run: (budgets: Budgets) => Promise<unknown> };
type Made = { categories: Map<string, Category>; goals: Map<string, Id> };

function householdSteps(core: Core, today: Day): Step[] {
  const made: Made = { categories: new Map(), goals: new Map() };
  return [
    ...planSteps(core, made, today),
    ...goalSteps(core, made, today),
    ...demoTransactions(today).map((one) => recordStep(core, made, one)),
    ...subscriptionSteps(core, made, today),
    ...accountSteps(core, today),
  ];
}

function accountSteps(core: Core, today: Day): Step[] {
  return ACCOUNTS.flatMap(({ held, ...draft }): Step[] => {
    const ids = new Map<string, Id>();
    const months = demoMonths(today).map((_, ago) => ago);
    const balance = (ago: number): Step => {
      const day = addMonthsAnchored(today, -ago);
      return {
        day,
        run: ({ ana }) => core.moneyAccounts.setPoint(ana, named(ids, draft.name), day, held(ago)),
      };
    };
    const add: Step["run"] = async ({ ana }) =>
      ids.set(draft.name, (await core.moneyAccounts.add(ana, draft)).id);
    return [
      { day: addMonthsAnchored(today, 1 - months.length), run: add },
      ...months.toReversed().map(balance),
    ];
  });
}

function planSteps(core: Core, { categories }: Made, today: Day): Step[] {
  const plansOf = (month: Month) =>
    CATEGORIES.map((demo) => ({
      categoryId: named(categories, demo.name).id,
      projected: planned(demo, month, today),
    }));
  const monthly = (run: (budgets: Budgets, month: Month) => Promise<unknown>): Step[] =>
    demoMonths(today).map((month) => ({ day: firstDay(month), run: (budgets) => run(budgets, month) }));
  return [
    ...CATEGORIES.map(({ projected: _, ...draft }) => ({
      day: demoStart(today),
      run: async ({ ana }: Budgets) => categories.set(draft.name, await core.categories.add(ana, draft)),
    })),
    ...monthly(({ ana }, month) => core.budgets.planMonth(ana, month, plansOf(month))),
    ...monthly(({ ben }) => settleUp(core, ben)),
  ];
}

const demoStart = (today: Day): Day => firstDay(addMonthsTo(monthOfDay(today), -12));

/** A transaction in a goal's category also counts as a contribution. */
const recordStep = (core: Core, made: Made, { by, category, ...transaction }: DemoTransaction): Step => ({
  day: transaction.date,
  async run({ [by]: ledger }) {
    const { id: categoryId, type } = named(made.categories, category);
    await core.transactions.add(ledger, { ...transaction, type, categoryId, notes: null });
  },
});

function goalSteps(core: Core, { categories, goals }: Made, today: Day): Step[] {
  const ago = (months: number) => addMonthsAnchored(today, -months);
  const goal = (
    name: string,
    dollars: number,
    icon: GoalDraft["icon"],
    color: GoalDraft["color"],
    startDate: Day,
    targetDate: Day,
    saved = 0,
    description: string | null = null,
  ) => ({
    name,
    icon,
    color,
    startDate,
    targetDate,
    description,
    status: "in-progress" as const,
    targetAmount: cents(dollars * 100),
    currentAmount: cents(saved * 100),
  });
  const add = (draft: ReturnType<typeof goal>, milestones: Record<string, number> = {}): Step => ({
    day: draft.startDate,
    async run({ ana }) {
      const categoryId = categories.get(draft.name)?.id ?? null;
      const { id } = await core.goals.add(ana, { ...draft, categoryId });
      goals.set(draft.name, id);
      for (const [name, dollars] of Object.entries(milestones))
        await core.goals.addMilestone(ana, id, { name, amount: cents(dollars * 100), description: null });
    },
  });
  const later = (months: number, name: string, run: (ana: OpenLedger, id: Id) => Promise<unknown>): Step => ({
    day: ago(months),
    run: ({ ana }) => run(ana, named(goals, name)),
  });
  const [start, trip] = [demoStart(today), firstDay(tripBegins(today))];
  const why = "Three months of what we spend";
  const savings = goal(SAVINGS, 18_000, "savings", "green", start, ago(-7), 1_500, why);
  const lisbon = goal(TRIP, 5_600, "flag", "blue", trip, ago(-3));
  const bike = goal("A bicycle for Ben", 950, "target", "purple", ago(10), ago(2), 300);
  const kitchen = goal("New kitchen", 8_000, "trending-up", "yellow", ago(10), ago(2), 400);
  return [
    add(savings, { "One month": 6_000, "Two months": 12_000, "Three months": 18_000 }),
    add(bike),
    add(kitchen),
    later(5, SAVINGS, (ledger, id) => core.goals.contribute(ledger, id, cents(-25_000))),
    add(lisbon, { Flights: 1_800 }),
    later(3, kitchen.name, (ledger, id) => core.goals.setStatus(ledger, id, "cancelled")),
    later(2, bike.name, (ledger, id) => core.goals.contribute(ledger, id, cents(65_000))),
    later(2, bike.name, (ledger, id) => core.goals.setStatus(ledger, id, "completed")),
  ];
}

function subscriptionSteps(core: Core, { categories }: Made, today: Day): Step[] {
  const plain = { endDate: null, description: null, website: null, notes: null, notifyBeforeDays: 3 };
  const ids = new Map<string, Id>();
  const steps = SUBSCRIPTIONS.flatMap(([name, dollars, frequency, category, dueIn, enteredAgo]): Step[] => {
    const due = addDays(today, dueIn);
    const draft = (amount: number) => ({
      ...plain,
      name,
      amount: cents(Math.round(amount * 100)),
      frequency,
      startDate: name === PAID ? addDays(due, -28) : addMonthsAnchored(due, -12),
      categoryId: named(categories, category).id,
      autoCreateTransaction: name === "Film club",
      active: name !== PAUSED,
      ...(name === ON_TRIAL && { trialEndDate: due, cancelNoticeDays: 2 }),
    });
    const ago = (days: number, run: (ledger: OpenLedger, day: Day) => Promise<unknown>): Step => {
      const day = addDays(today, -days);
      return { day, run: ({ ana }) => run(ana, day) };
    };
    const pay = (ledger: OpenLedger, day: Day) => core.subscriptions.pay(ledger, named(ids, name), day);
    const raise = (ledger: OpenLedger) => core.subscriptions.update(ledger, named(ids, name), draft(dollars));
    return [
      ago(enteredAgo, async (ledger) =>
        ids.set(name, (await core.subscriptions.add(ledger, draft(name === DEARER ? 52 : dollars))).id),
      ),
      ...(name === DEARER ? [ago(1, raise)] : []),
      ...(name === PAID ? [ago(11, pay), ago(4, pay)] : []),
    ];
  });
  const payDay = firstDay(monthOfDay(today));
  const addPay: Step["run"] = ({ ana }) =>
    core.subscriptions.add(ana, {
      ...plain,
      name: "Pay, Ana · Northlight Studio",
      type: "income",
      amount: cents(362_000),
      frequency: "monthly",
      startDate: addMonthsAnchored(payDay, -12),
      categoryId: named(categories, "Salary").id,
      autoCreateTransaction: false,
      active: true,
    });
  return [...steps, { day: payDay, run: addPay }];
}

function named<Value>(made: ReadonlyMap<string, Value>, name: string): Value {
  const found = made.get(name);
  if (found === undefined) throw new Error(`the demo has no ${name}`);
  return found;
}
