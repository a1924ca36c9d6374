import { type Caller, type OpenBudget, openBudget, UNKNOWN_DEVICE } from "@coffer/core/access";
import type { Core } from "@coffer/core/core";
import { inBatches } from "@coffer/domain/batches";
import type { Category } from "@coffer/domain/category/category";
import { cents } from "@coffer/domain/money/money";
import type { Frequency } from "@coffer/domain/subscription/rhythm";
import { addDays, addMonthsAnchored } from "@coffer/domain/time/day";
import { DAY_MS } from "@coffer/domain/time/duration";
import { firstDay, monthOfDay } from "@coffer/domain/time/month";
import { composeLocal } from "./compose.ts";
import { markFinished, markUnfinished } from "./data-folder.ts";
import { CATEGORIES, type DemoTransaction, demoMonths, demoTransactions, planned } from "./demo-household.ts";
import type { Settings } from "./settings.ts";

const ANA = { firstName: "Ana", lastName: "Rivera", email: "ana@coffer.example", phone: "555 010 0117" };
const BEN = { firstName: "Ben", lastName: "Rivera", email: "ben@coffer.example", phone: "555 010 0118" };
const PASSWORD = "coffer-demo-household";
export const DEMO_ACCOUNT = { email: ANA.email, password: PASSWORD };
export const DEMO_SIGN_IN = `${ANA.email} (or ${BEN.email}), password ${PASSWORD}`;

/** Transactions recorded at once; the engine writes one at a time, so that more only wait. */
const AT_ONCE = 16;

export const hasDemo = async (core: Core): Promise<boolean> =>
  (await core.accounts.find(ANA.email)) !== undefined;

/** Goes through the product's own use cases, with a clock that begins thirteen months ago. */
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
    // Nobody is notified of what lies in the past; the daily job notifies of the rest.
    afterwards: async () => {},
  });
  say("Creating the demo household …");

  const { user: ana, session } = await newUser(core, ANA);
  const { user: ben } = await newUser(core, BEN);
  const budget = openBudget({ user: ana, share: null }, undefined, "owner", now);
  const { share } = await core.sharing.share({ user: ana, session }, budget, {
    email: ben.email,
    permission: "full_access",
    note: "Our household",
  });
  await core.sharing.open({ user: ben, share });
  await core.accounts.updatePreferences(ben.id, { homeBudget: ana.id });

  const categories = await createCategories(core, budget);
  const bens = openBudget({ user: ben, share }, ana.id, "manage", now);
  await recordTransactions(core, { ana: budget, ben: bens }, categories, time, say);
  await createGoals(core, { ana: budget, ben: bens }, time);
  time.now = now;
  await createSubscriptions(core, budget, categories);
  markFinished(settings.dataDir);
}

async function newUser(core: Core, person: typeof ANA): Promise<Pick<Caller, "user" | "session">> {
  const account = await core.accounts.register({ ...person, password: PASSWORD }, "demo");
  const session = await core.sessions.begin(account, false, UNKNOWN_DEVICE);
  return { user: await core.accounts.proveEmail(account.user.id, account.user.email), session };
}

type Categories = Map<string, Category>;

async function createCategories(core: Core, budget: OpenBudget): Promise<Categories> {
  const created: Categories = new Map();
  for (const demo of CATEGORIES) {
    const { projected: _, ...draft } = demo;
    const category = await core.categories.add(budget, draft);
    created.set(demo.name, category);
    await Promise.all(
      demoMonths(budget.today).map((month) =>
        core.budgets.save(budget, { categoryId: category.id, month, projected: planned(demo, month) }),
      ),
    );
  }
  return created;
}

async function recordTransactions(
  core: Core,
  budgets: Record<DemoTransaction["by"], OpenBudget>,
  categories: Categories,
  time: { now: number },
  say: (line: string) => void,
): Promise<void> {
  const all = demoTransactions(budgets.ana.today);
  let recorded = 0;
  for (const batch of inBatches(all, AT_ONCE)) {
    // Ids are made of the clock: the newest transaction gets the newest id.
    time.now = Math.min(Date.now(), Date.parse(`${batch[0]?.date}T18:00:00Z`));
    await Promise.all(
      batch.map(({ category, by, ...transaction }) => {
        const { id: categoryId, type } = named(categories, category);
        return core.transactions.add(budgets[by], { ...transaction, type, categoryId, notes: null });
      }),
    );
    const quartersOf = (count: number) => Math.floor((4 * count) / all.length);
    const isNextQuarter = quartersOf(recorded + batch.length) > quartersOf(recorded);
    recorded += batch.length;
    if (isNextQuarter) say(`  ${recorded} of ${all.length} transactions`);
  }
}

/** Dollars put aside for the emergency fund, or taken out, on a day of each of the last months. */
const PUT_ASIDE = [620, 620, 620, 620, 620, -250, 620, 620, 620, 620, 620];

const NOTHING_ELSE = { description: null, categoryId: null };

async function createGoals(
  core: Core,
  budgets: Record<DemoTransaction["by"], OpenBudget>,
  time: { now: number },
): Promise<void> {
  const budget = budgets.ana;
  const { today: day } = budget;
  const ago = (months: number) => addMonthsAnchored(day, -months);
  await saveForEmergencies(core, budgets, time);
  const lisbon = await core.goals.add(budget, {
    ...NOTHING_ELSE,
    name: "Two weeks in Lisbon",
    targetAmount: cents(320_000),
    currentAmount: cents(96_000),
    startDate: ago(4),
    targetDate: addMonthsAnchored(day, 3),
    icon: "flag",
    color: "blue",
    status: "in-progress",
  });
  await core.goals.addMilestone(budget, lisbon.id, milestone("Flights", 900));
  const bike = {
    ...NOTHING_ELSE,
    name: "A bicycle for Ben",
    targetAmount: cents(95_000),
    currentAmount: cents(95_000),
    startDate: ago(10),
    targetDate: ago(2),
    icon: "target",
    color: "purple",
  } as const;
  await core.goals.add(budget, { ...bike, status: "completed" });
  await core.goals.add(budget, {
    ...bike,
    name: "New kitchen",
    targetAmount: cents(800_000),
    currentAmount: cents(40_000),
    icon: "trending-up",
    color: "yellow",
    status: "cancelled",
  });
}

async function saveForEmergencies(
  core: Core,
  { ana: budget, ben }: Record<DemoTransaction["by"], OpenBudget>,
  time: { now: number },
): Promise<void> {
  const { today: day } = budget;
  const eveningOf = (monthsAgo: number) => Date.parse(`${addMonthsAnchored(day, -monthsAgo)}T18:00:00Z`);
  time.now = eveningOf(PUT_ASIDE.length);
  const { id } = await core.goals.add(budget, {
    ...NOTHING_ELSE,
    name: "Emergency fund",
    description: "Three months of what we spend",
    targetAmount: cents(1_200_000),
    currentAmount: cents(150_000),
    startDate: addMonthsAnchored(day, -PUT_ASIDE.length),
    targetDate: addMonthsAnchored(day, 7),
    icon: "savings",
    color: "green",
    status: "in-progress",
  });
  for (const [index, dollars] of PUT_ASIDE.entries()) {
    time.now = eveningOf(PUT_ASIDE.length - 1 - index) - DAY_MS;
    await core.goals.contribute(index % 3 === 1 ? ben : budget, id, cents(dollars * 100));
  }
  time.now = Date.now();
  await core.goals.addMilestone(budget, id, milestone("One month", 4_000));
  await core.goals.addMilestone(budget, id, milestone("Two months", 8_000));
  await core.goals.addMilestone(budget, id, milestone("Three months", 12_000));
}

const milestone = (name: string, dollars: number) => ({
  name,
  amount: cents(dollars * 100),
  description: null,
});

/** Name, dollars, frequency, category, and the days until the next payment. */
const SUBSCRIPTIONS: readonly [string, number, Frequency, string, number][] = [
  ["Film club", 13.99, "monthly", "Entertainment", 2],
  ["Music for two", 14.99, "monthly", "Entertainment", 5],
  ["Climbing hall", 58, "monthly", "Fitness", 11],
  ["Vegetable box", 24.5, "weekly", "Groceries", 3],
  ["Bicycle insurance", 31, "quarterly", "Transport", 40],
  ["The Morning Paper", 119, "annually", "Learning", 74],
  ["Photo storage", 2.99, "monthly", "Utilities", 19],
  ["Language course", 22, "monthly", "Learning", -2],
];
const AUTO_RECORDED = "Film club";
const PAUSED = "Photo storage";
const ON_TRIAL = "Music for two";
/** Entered nine days ago and overdue by now. */
const OVERDUE = "Language course";
/** Entered seventeen days ago, and marked as paid each time since. */
const PAID = "Vegetable box";
/** Had another price until today. */
const DEARER = { name: "Climbing hall", before: cents(5_200) };

async function createSubscriptions(core: Core, budget: OpenBudget, categories: Categories): Promise<void> {
  const { today: day } = budget;
  const earlier = { ...budget, today: addDays(day, -9) };
  const longAgo = { ...budget, today: addDays(day, -17) };
  const plain = { endDate: null, description: null, website: null, notes: null, notifyBeforeDays: 3 };
  for (const [name, dollars, frequency, category, dueIn] of SUBSCRIPTIONS) {
    const draft = {
      ...plain,
      name,
      amount: cents(Math.round(dollars * 100)),
      frequency,
      startDate: addMonthsAnchored(addDays(day, dueIn), -12),
      categoryId: named(categories, category).id,
      autoCreateTransaction: name === AUTO_RECORDED,
      active: name !== PAUSED,
      ...(name === ON_TRIAL && { trialEndDate: addDays(day, dueIn), cancelNoticeDays: 2 }),
    };
    const from = { [OVERDUE]: earlier, [PAID]: longAgo }[name] ?? budget;
    const amount = name === DEARER.name ? DEARER.before : draft.amount;
    const { id, nextPaymentDate } = await core.subscriptions.add(from, { ...draft, amount });
    if (name === DEARER.name) await core.subscriptions.update(budget, id, draft);
    if (name !== PAID) continue;
    for (let due = nextPaymentDate; due < day; ) {
      due = (await core.subscriptions.pay(budget, id, due)).nextPaymentDate;
    }
  }
  await core.subscriptions.add(budget, {
    ...plain,
    name: "Pay, Ana · Northlight Studio",
    type: "income",
    amount: cents(362_000),
    frequency: "monthly",
    startDate: addMonthsAnchored(firstDay(monthOfDay(day)), -12),
    categoryId: named(categories, "Salary").id,
    autoCreateTransaction: false,
    active: true,
  });
}

function named(categories: Categories, name: string): Category {
  const category = categories.get(name);
  if (!category) throw new Error(`the demo has no category ${name}`);
  return category;
}
