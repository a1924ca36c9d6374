import type { Endpoint } from "@coffer/contract/endpoint";
import type { Endpoints } from "@coffer/contract/endpoints";
import { NEXT_CURSOR_HEADER } from "@coffer/contract/error";
import { CEILINGS, RESTORE_TIMES } from "@coffer/domain/ceilings";
import { MAX_MILESTONES } from "@coffer/domain/goal/definition";
import type { Id } from "@coffer/domain/id";
import { cents } from "@coffer/domain/money/money";
import { MAX_POINTS } from "@coffer/domain/money-account/definition";
import { MAX_RULES } from "@coffer/domain/rule/rule";
import { addDays } from "@coffer/domain/time/day";
import { monthOfDay } from "@coffer/domain/time/month";
import type { InferInput } from "valibot";
import { beforeAll, expect, test } from "vitest";
import { atLength } from "../../packages/test/at-length.ts";
import { category, day, goal, subscription, transaction } from "../../packages/test/fixtures.ts";
import { addThing, inBulk } from "../../packages/test/store.ts";
import { makeAdmin, type Person, signedIn } from "./fixtures.ts";
import { startProduct } from "./harness.ts";

/** Lambda's limit of an answer, whose text is encoded as a JSON string again. */
const LAMBDA_BYTES = 6 * 1024 * 1024;

type HasList<T> = T extends readonly unknown[]
  ? true
  : T extends object
    ? true extends { [Key in keyof T]: HasList<T[Key]> }[keyof T]
      ? true
      : false
    : false;
type ListsOf<Noun extends keyof Endpoints & string> = {
  [Call in keyof Endpoints[Noun] & string]: Endpoints[Noun][Call] extends Endpoint & { method: "GET" }
    ? true extends HasList<InferInput<Endpoints[Noun][Call]["reply"]>>
      ? `${Noun}.${Call}`
      : never
    : never;
}[keyof Endpoints[Noun] & string];
type ListName = { [Noun in keyof Endpoints & string]: ListsOf<Noun> }[keyof Endpoints & string];

const MONTH = "month=11&year=2026";
/** Every call whose reply has a list. A missing call fails to compile. */
const LISTS: Record<ListName, string | string[]> = {
  "activity.list": "/api/activity?limit=100",
  "activity.people": "/api/people",
  "admin.failedMail": "/api/admin/failed-mail",
  "admin.users": "/api/admin/users",
  "balance.get": "/api/balance",
  "budgets.list": `/api/budgets?${MONTH}`,
  "budgets.history": `/api/budgets/history?${MONTH}&months=13`,
  "budgets.proposal": `/api/budgets/proposal?${MONTH}&from=average`,
  "categories.list": "/api/categories",
  "categories.kinds": "/api/categories/kinds",
  "devices.list": "/api/sessions",
  "explain.get": ["budget", "expenses", "to-spend", "balance", "line"].map(
    (card) => `/api/explain?${MONTH}&card=${card}`,
  ),
  "figures.year": "/api/year?from=2021-12&months=60",
  "figures.toSpend": `/api/to-spend?${MONTH}`,
  "goals.list": "/api/financial-goals",
  "goals.contributions": "/api/financial-goals/1/contributions",
  "goals.milestones": "/api/financial-goals/1/milestones",
  "moneyAccounts.list": "/api/accounts",
  "moneyAccounts.agreement": "/api/accounts/1/agreement",
  "lines.get": "/api/line?months=24",
  "months.view": `/api/month?${MONTH}`,
  "ledger.read": "/api/ledger",
  "notifications.list": "/api/notifications",
  "passkeys.list": "/api/passkeys",
  "payments.get": "/api/payments/1",
  "portability.export": "/api/export",
  "review.list": "/api/review",
  "rules.list": "/api/rules",
  "sharing.list": "/api/shared-users",
  "sharing.sharedWithMe": "/api/shared-with-me",
  "subscriptions.list": "/api/subscriptions",
  "subscriptions.suggestions": "/api/suggestions",
  "tips.get": `/api/budget-tips?${MONTH}`,
  "transactions.list": "/api/transactions?startDate=2020-01-01&endDate=2026-11-30",
  "transactions.search": "/api/transactions/search?sort=-date",
};

const ids = (count: number): Id[] => Array.from({ length: count }, (_, index) => index + 1);
/** The sizes of a restored budget, or of one at its ceilings. */
const TIMES = atLength(RESTORE_TIMES, 1);
const COUNTS = {
  categories: CEILINGS.category * TIMES,
  goals: CEILINGS.goal * TIMES,
  milestones: MAX_MILESTONES * TIMES,
  rules: MAX_RULES * TIMES,
};
/** Twice the ceiling does not fit in one answer, so ten times it is for `--long`. */
const SUBSCRIPTIONS = CEILINGS.subscription * atLength(2, 1);
/** More transactions than one answer holds. */
const ROWS = 500;
const CURSORS: Record<string, string> = { "activity.list": "before" };
const SIZES: Record<string, number> = {
  "categories.list": COUNTS.categories,
  "categories.kinds": COUNTS.categories,
  "subscriptions.list": SUBSCRIPTIONS,
  "goals.list": COUNTS.goals,
  "goals.milestones": COUNTS.milestones,
  "rules.list": COUNTS.rules,
  "transactions.list": ROWS,
};
const TODAY = day("2026-11-21");

/** A budget at its ceilings or ten times those, with the longest texts, mostly of `character`. */
async function longest(character: string): Promise<Person> {
  const product = await startProduct();
  const text = (most: number, id: Id) => `${id} ${character.repeat(most)}`.slice(0, most);
  const longFor = (id: Id) => ({ name: text(100, id), description: text(200, id) });
  const person = await product.person({ firstName: text(100, 1), lastName: text(100, 2) });
  await makeAdmin(product, person);
  const first = { kind: "category", ...category({ id: 1 }), ...longFor(1) };
  const rules = ids(COUNTS.rules).map((id) => ({ id, contains: `${id} ${"a".repeat(90)}`, categoryId: 1 }));
  const items = [first, { kind: "rules", rules }];
  const restored = await (await signedIn(person)).post("/api/restore", {
    batch: "longest-1",
    version: 1,
    items,
  });
  expect(restored).toMatchObject({ status: 200 });
  await inBulk(product.table, async (store) => {
    for (const id of ids(COUNTS.categories).slice(1)) {
      const entered = { ...category({ id }), ...longFor(id), group: text(100, id) };
      await addThing(store, person.id, "category", entered);
      await addThing(store, person.id, "plan", {
        month: monthOfDay(TODAY),
        categoryId: id,
        projected: cents(1),
      });
    }
    for (const id of ids(SUBSCRIPTIONS)) {
      const texts = {
        ...longFor(id),
        notes: text(2_000, id),
        website: `https://a.example/${"a".repeat(480)}`,
      };
      const due = { ...subscription({ id, categoryId: id }), startDate: TODAY, nextPaymentDate: TODAY };
      await addThing(store, person.id, "subscription", { ...due, ...texts, settledThrough: null });
    }
    const points = ids(MAX_POINTS).map((past) => ({
      date: addDays(TODAY, past - MAX_POINTS),
      amount: cents(past),
    }));
    const current = { kind: "current" as const, isSpendable: true };
    await addThing(store, person.id, "account", {
      id: 1,
      name: text(100, 1),
      ...current,
      points,
      explained: [],
    });
    for (const id of ids(COUNTS.goals))
      await addThing(store, person.id, "goal", { ...goal(), id, ...longFor(id) });
    for (const id of ids(COUNTS.milestones))
      await addThing(store, person.id, "milestone", { id, goalId: 1, amount: cents(id), ...longFor(id) });
    for (const id of ids(ROWS)) {
      const date = addDays(TODAY, -30 * (id % 4));
      const texts = { description: text(200, Math.floor(id / 4)), notes: text(2_000, id) };
      const lineOf = id <= 20 ? { paymentId: 1, date: TODAY } : { date };
      await addThing(
        store,
        person.id,
        "transaction",
        transaction({ id, categoryId: 1, ...texts, ...lineOf }),
      );
    }
  });
  return signedIn(person);
}

let person: Person;
beforeAll(async () => {
  person = await longest("\u0001");
}, 600_000);

const listIn = (body: unknown): unknown[] => [Object(body).rows ?? Object(body).items ?? body].flat();
/** Pages read of a list that SIZES does not count; functions/test/bounds.test.ts reads such lists to their end. */
const FIRST_PARTS = 2;

test.each(Object.entries(LISTS).flatMap(([name, paths]) => [paths].flat().map((path) => [name, path])))(
  "%s comes in complete pages that Lambda can send: %s",
  async (name, path) => {
    const whole = SIZES[name];
    const list: unknown[] = [];
    let next: string | null = "";
    for (let part = 0; next !== null && (whole || part < FIRST_PARTS); part++) {
      const at: string =
        next && `${path.includes("?") ? "&" : "?"}${CURSORS[name] ?? "cursor"}=${encodeURIComponent(next)}`;
      const { status, body, headers } = await person.get(`${path}${at}`);
      expect(status).toBe(200);
      expect(Buffer.byteLength(JSON.stringify(JSON.stringify(body)))).toBeLessThan(LAMBDA_BYTES);
      list.push(...listIn(body));
      next = headers.get(NEXT_CURSOR_HEADER) ?? Object(body).cursor ?? null;
    }
    if (!whole) return;
    expect(list.length).toBeGreaterThanOrEqual(whole);
    expect(new Set(list.map((item) => JSON.stringify(item))).size).toBe(list.length);
  },
);
