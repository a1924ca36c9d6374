import { createDelivery } from "@coffer/core/mail/delivery";
import type { EmailMessage } from "@coffer/core/mail/email";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@coffer/domain/time/day";
import { createStore } from "@coffer/dynamo/stores";
import { beforeEach, describe, expect, test } from "vitest";
import { signIn } from "../../../test/fixtures.ts";
import { type Product, startProduct, type Visitor } from "../../../test/harness.ts";
import { renderEmail } from "../../email/render.ts";

type Person = Awaited<ReturnType<Product["person"]>>;
type Told = { id: string; kind: string; text: string; link: string; read: boolean };

let product: Product;
let ana: Person;
let ben: Person;
beforeEach(async () => {
  product = await startProduct();
  ana = await product.person({ firstName: "Ana", lastName: "Ruiz" });
  ben = await product.person({ firstName: "Ben", lastName: "Okafor" });
});

const told = async (person: Visitor) => (await person.get("/api/notifications")).body as Told[];
const textsOf = async (person: Visitor) => (await told(person)).map(({ text }) => text);
const share = (permissionType = "full_access") =>
  ana.post("/api/share-budget", { email: ben.email, permissionType });
const livesWithAna = async () => {
  await share();
  await ben.asOwner(ana.id).get("/api/categories");
  await ben.put("/api/preferences", { homeBudget: ana.id });
  product.pass(1_000);
};

describe("notices that a transaction causes", () => {
  let categoryId: number;
  beforeEach(async () => {
    const food = { name: "Food", icon: "restaurant", color: "red", type: "expense" };
    const { body } = await ana.post("/api/categories", { ...food, projected: 100, month: 11, year: 2026 });
    categoryId = Object(body).id;
  });
  const spend = async (amount: number, more: object = {}) => {
    const draft = { description: "Dinner", amount, date: "2026-11-20", type: "expense", categoryId, ...more };
    return Object((await ana.post("/api/transactions", draft)).body).id;
  };

  test("are written once at 80% and once at 100% of a plan", async () => {
    await livesWithAna();
    await spend(79);
    expect(await textsOf(ana)).not.toContainEqual(expect.stringContaining("Food"));
    const id = await spend(1);
    await spend(5);
    const near = "Food has used 80% of its plan for November 2026: $80.00 of $100.00.";
    // Ana, who entered it, is not notified.
    expect(await textsOf(ana)).not.toContain(near);
    expect((await textsOf(ben))[0]).toBe(near);
    product.pass(1_000);
    // An edit counts as well.
    const draft = { description: "Dinner", amount: 20, date: "2026-11-20", type: "expense", categoryId };
    await ana.put(`/api/transactions/${id}`, draft);
    await spend(50);
    const inAnas = `&budget=${ana.id}`;
    expect((await told(ben)).filter(({ kind }) => kind.endsWith("plan"))).toMatchObject([
      {
        id: `at-plan:2026-11:${categoryId}`,
        text: "Food is $4.00 over its plan for November 2026.",
        link: `/budget?month=2026-11&why=difference-${categoryId}${inAnas}`,
        read: false,
      },
      { id: `near-plan:2026-11:${categoryId}`, link: `/budget?month=2026-11&why=${categoryId}${inAnas}` },
    ]);
  });

  test("count the carried amount", async () => {
    const food = { name: "Food", icon: "restaurant", color: "red", type: "expense" };
    await ana.put(`/api/categories/${categoryId}`, { ...food, carry: "surplus" });
    await ana.post("/api/budgets", { categoryId, projected: 40, month: 12, year: 2026 });
    // November leaves 50.
    await spend(50);
    product.pass(11 * DAY_MS);
    ana = await signIn(ana);
    await spend(60, { date: "2026-12-01" });
    await product.core.notifyDaily(product.clock());
    expect(await told(ana)).toEqual([]);
    await spend(20, { date: "2026-12-01" });
    expect(await told(ana)).toEqual([]);
    product.pass(DAY_MS);
    ana = await signIn(ana);
    await product.core.notifyDaily(product.clock());
    const text = "Food has used 88% of its plan and what it carried for December 2026: $80.00 of $90.00.";
    expect(await textsOf(ana)).toEqual([text]);
  });

  test("are for the current month only", async () => {
    await livesWithAna();
    await ben.put("/api/preferences", { notify: { "at-plan": false } });
    await spend(500, { date: "2026-10-31" });
    expect(await told(ana)).toMatchObject([{ kind: "share" }]);
    const cleo = await product.person({ firstName: "Cleo" });
    await ana.post("/api/share-budget", { email: cleo.email, permissionType: "full_access" });
    await cleo.asOwner(ana.id).get("/api/categories");
    await cleo.put("/api/preferences", { homeBudget: ana.id });
    await spend(500);
    expect((await told(cleo)).map(({ kind }) => kind).sort()).toEqual(["at-plan", "share"]);
    expect(await told(ben)).toMatchObject([{ kind: "share" }]);
  });
});

describe("notifies once when a plan's mark is reached by", () => {
  const food = { name: "Food", icon: "restaurant", color: "red", type: "expense" };
  const draft = { description: "Dinner", amount: 60, date: "2026-11-20", type: "expense" };
  const NOVEMBER = { month: 11, year: 2026 };
  const idOf = ({ body }: { body: unknown }): number => Object(body).id;
  const subscription = (categoryId: number, given: object) => ({
    name: "Paper",
    amount: 90,
    frequency: "monthly",
    startDate: "2026-11-22",
    categoryId,
    ...given,
  });
  const newest = async () => Object((await ana.get("/api/activity?limit=1")).body)[0].id;

  const WAYS: [string, (categoryId: number) => Promise<() => Promise<unknown>>][] = [
    [
      "the undo of a deletion",
      async (categoryId) => {
        const id = idOf(await ana.post("/api/transactions", { ...draft, categoryId }));
        await ana.delete(`/api/transactions/${id}`);
        const entry = await newest();
        await ana.post("/api/transactions", { ...draft, categoryId, amount: 30 });
        return () => ana.post(`/api/activity/${entry}/undo`);
      },
    ],
    [
      "the undo of a plan that was raised",
      async (categoryId) => {
        const plan = (projected: number) => ana.post("/api/budgets", { categoryId, ...NOVEMBER, projected });
        await plan(500);
        await ana.post("/api/transactions", { ...draft, categoryId, amount: 90 });
        await plan(100);
        await plan(400);
        return async () => ana.post(`/api/activity/${await newest()}/undo`);
      },
    ],
    [
      "an import",
      async (categoryId) => () =>
        ana.post("/api/imports", {
          batch: "november-1",
          source: "Bank",
          rows: [45, 46].map((amount) => ({ ...draft, categoryId, amount })),
        }),
    ],
    [
      "transactions that are moved together",
      async (categoryId) => {
        const other = idOf(await ana.post("/api/categories", food));
        const transactions = [
          { id: idOf(await ana.post("/api/transactions", { ...draft, categoryId: other })) },
          { id: idOf(await ana.post("/api/transactions", { ...draft, categoryId: other, amount: 30 })) },
        ];
        return () => ana.post("/api/transactions/move", { transactions, categoryId });
      },
    ],
    [
      "a payment that is marked as paid",
      async (categoryId) => {
        const id = idOf(await ana.post("/api/subscriptions", subscription(categoryId, {})));
        return () => ana.post(`/api/subscriptions/${id}/pay`, { dueDate: "2026-11-22" });
      },
    ],
    [
      "a payment that records itself",
      async (categoryId) => {
        const auto = { autoCreateTransaction: true, startDate: "2026-11-22" };
        await ana.post("/api/subscriptions", subscription(categoryId, auto));
        product.pass(DAY_MS);
        await Promise.all([ana, ben].map(signIn));
        return () => product.core.postDue(product.clock());
      },
    ],
  ];

  test.each(WAYS)("%s", async (what, prepare) => {
    await livesWithAna();
    const near = async (person: Person) => (await told(person)).filter(({ kind }) => kind === "near-plan");
    const category = { ...food, projected: 100, ...NOVEMBER };
    const reach = await prepare(idOf(await ana.post("/api/categories", category)));
    expect(await near(ana)).toEqual([]);
    await reach();
    const tellings = () => Promise.all([ana, ben].map(near));
    const once = [{ text: expect.stringContaining("of $100.00.") }];
    expect(await tellings()).toMatchObject([what === "a payment that records itself" ? once : [], once]);
    await product.core.notifyDaily(product.clock() + DAY_MS);
    expect(await tellings()).toMatchObject([once, once]);
  });

  test("a mark that a payment reaches at night is mailed in the morning", async () => {
    const categoryId = idOf(await ana.post("/api/categories", { ...food, projected: 100, ...NOVEMBER }));
    await ana.put("/api/preferences", { notifyBy: "mail" });
    const auto = { autoCreateTransaction: true, startDate: "2026-11-22" };
    await ana.post("/api/subscriptions", subscription(categoryId, auto));
    // 01:00 in New York.
    product.pass(15 * HOUR_MS);
    await product.core.postDue(product.clock());
    expect(Object((await (await signIn(ana)).get("/api/transactions")).body)).toHaveLength(1);
    expect((await product.mailsTo(ana.email)).filter(({ kind }) => kind === "notice")).toEqual([]);
    product.pass(6 * HOUR_MS);
    await product.core.notifyDaily(product.clock());
    expect((await product.mailsTo(ana.email)).filter(({ kind }) => kind === "notice")).toMatchObject([
      { about: "near-plan" },
    ]);
  });
});

test("a notice that is mailed at once is queued once", async () => {
  const food = { name: "Food", icon: "restaurant", color: "red", type: "expense" };
  const { body } = await ana.post("/api/categories", { ...food, projected: 100, month: 11, year: 2026 });
  await ana.put("/api/preferences", { notifyBy: "mail" });
  const sent: EmailMessage[] = [];
  const workers = Array.from({ length: 4 }, () =>
    createDelivery(createStore(product.table.client, product.tableName), {
      clock: product.clock,
      origin: product.origin,
      mailer: { send: async (message) => void sent.push(message) },
      renderEmail,
    }),
  );
  const deliver = () => Promise.all(workers.map((worker) => worker.sweep()));
  const spend = (amount: number) =>
    ana.post("/api/transactions", {
      description: "Dinner",
      amount,
      date: "2026-11-20",
      type: "expense",
      categoryId: Object(body).id,
    });
  await deliver();
  sent.length = 0;
  await spend(85);
  await Promise.all([spend(1), spend(1), deliver()]);
  await deliver();
  product.pass(DAY_MS);
  await product.core.notifyDaily(product.clock());
  await deliver();
  expect(sent).toMatchObject([
    {
      to: ana.email,
      subject: "Food has used 80% of its plan",
      text: expect.stringContaining("Food has used 8"),
      headers: { "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" },
    },
  ]);
});

test("the others are notified once when a contribution reaches a goal's target", async () => {
  await livesWithAna();
  const before = await textsOf(ana);
  const goal = { name: "Bicycle", targetAmount: 100, startDate: "2026-11-01", targetDate: "2027-05-01" };
  const looks = { icon: "savings", color: "green" };
  const { body } = await ana.post("/api/financial-goals", { ...goal, ...looks });
  const set = (currentAmount: number) =>
    ana.put(`/api/financial-goals/${Object(body).id}`, { ...goal, ...looks, currentAmount });
  await set(99);
  await set(100);
  await set(50);
  await set(120);
  expect(await textsOf(ana)).toEqual(before);
  const reached = (await textsOf(ben)).filter((text) => text.includes("Bicycle"));
  expect(reached).toEqual(["Bicycle has reached its target of $100.00."]);
});

describe("a share", () => {
  test("notifies the other side when it is offered, accepted or ended", async () => {
    await share();
    expect(await textsOf(ben)).toEqual(["Ana Ruiz has shared a budget with you."]);
    expect((await ben.get("/api/shared-with-me")).body).toMatchObject([{ ownerId: ana.id, opened: false }]);
    const open = () => ben.asOwner(ana.id).get("/api/categories");
    await Promise.all([open(), open(), open()]);
    expect((await ben.get("/api/shared-with-me")).body).toMatchObject([{ opened: true }]);
    const accepted = "Ben Okafor has accepted your invitation and can open your budget now.";
    expect(await textsOf(ana)).toEqual([accepted]);
    const activity = Object((await ana.get("/api/activity")).body);
    expect(activity).toMatchObject([
      { kind: "share", action: "changed", by: { id: ben.id }, after: { opened: true } },
      { kind: "share", action: "created", by: { id: ana.id } },
    ]);
    product.pass(1_000);
    await ana.delete(`/api/shared-users/${activity[0].entityId}`);
    expect(await textsOf(ben)).toEqual([
      "Ana Ruiz no longer shares a budget with you.",
      "Ana Ruiz has shared a budget with you.",
    ]);
  });

  test("notifies its owner when it is declined or left", async () => {
    await share();
    await ben.delete(`/api/shared-with-me/${ana.id}`);
    expect(await textsOf(ana)).toEqual([`${ben.email} has declined your invitation.`]);
    product.pass(1_000);
    await share();
    await ben.asOwner(ana.id).get("/api/categories");
    product.pass(1_000);
    await ben.delete(`/api/shared-with-me/${ana.id}`);
    expect((await textsOf(ana))[0]).toBe("Ben Okafor has left your budget.");
  });
});

describe("a home budget", () => {
  test("must be the person's own budget or an opened one", async () => {
    expect((await ben.get("/api/user")).body).toMatchObject({ homeBudget: null });
    const refused = { status: 400, body: { issues: [{ path: "homeBudget" }] } };
    expect(await ben.put("/api/preferences", { homeBudget: ana.id })).toMatchObject(refused);
    await share();
    expect(await ben.put("/api/preferences", { homeBudget: ana.id })).toMatchObject(refused);
    await ben.asOwner(ana.id).get("/api/categories");
    const { body } = await ben.put("/api/preferences", { homeBudget: ana.id });
    expect(body).toMatchObject({ homeBudget: ana.id });
    expect((await ben.put("/api/preferences", { homeBudget: null })).body).toMatchObject({
      homeBudget: null,
    });
  });
});

test("changes of password and address write notices", async () => {
  await ana.post("/api/user/change-password", {
    currentPassword: ana.password,
    newPassword: "another horse",
  });
  product.pass(1_000);
  const profile = { firstName: "Ana", lastName: "Ruiz", phone: "555 0102030" };
  await ana.put("/api/user", { ...profile, email: "new@example.com" });
  expect(await textsOf(ana)).toEqual(["Your email address was changed.", "Your password was changed."]);
});

test("a long import writes a notice when it is finished", async () => {
  const { body } = await ana.post("/api/categories", {
    name: "Food",
    icon: "restaurant",
    color: "red",
    type: "expense",
  });
  const row = (description: string) => ({
    date: "2026-11-03",
    description,
    amount: 5,
    type: "expense",
    categoryId: Object(body).id,
  });
  const portion = { batch: "november-1", source: "bank.csv" };
  await ana.post("/api/imports", { ...portion, rows: [row("Tea"), row("Coffee")] });
  expect(await told(ana)).toEqual([]);
  // Whoever watches it end gets no notice.
  const short = { batch: "november-0", source: "card.csv", rows: [row("Soap")] };
  await ana.post("/api/imports", short);
  await ana.post("/api/imports", { ...short, rows: [row("Salt")], last: true });
  expect(await told(ana)).toEqual([]);
  product.pass(MINUTE_MS);
  const last = { ...portion, rows: [row("Cake")], last: true };
  await ana.post("/api/imports", last);
  await ana.post("/api/imports", last);
  expect(await textsOf(ana)).toEqual(["Your import from bank.csv is finished: 3 transactions added."]);
});

describe("notifications", () => {
  test("can be marked as read", async () => {
    for (let n = 0; n < 3; n++) {
      await ana.post("/api/user/change-password", {
        currentPassword: ana.password,
        newPassword: ana.password,
      });
      product.pass(1_000);
    }
    const [newest, ...older] = await told(ana);
    expect((await ana.post("/api/notifications/read", { ids: [newest?.id, "unknown"] })).status).toBe(204);
    expect((await told(ana)).map(({ read }) => read)).toEqual([true, false, false]);
    await ben.post("/api/notifications/read", { ids: older.map(({ id }) => id) });
    expect((await told(ana)).map(({ read }) => read)).toEqual([true, false, false]);
    expect((await ana.post("/api/notifications/read", { all: true })).status).toBe(204);
    expect((await told(ana)).map(({ read }) => read)).toEqual([true, true, true]);
  });

  test.each([[{}], [{ all: false }], [{ ids: "all" }], [{ ids: [7] }]])(
    "are not marked by %j",
    async (body) => {
      expect((await ana.post("/api/notifications/read", body)).status).toBe(400);
    },
  );

  test("are deleted with the account", async () => {
    await share();
    await ben.send("DELETE", "/api/user", { password: ben.password });
    product.pass(8 * 24 * 60 * 60_000);
    await product.core.leaving.removeDue(product.clock());
    const pk = `USER#${String(ben.id).padStart(16, "0")}`;
    expect((await product.items()).filter((item) => item.pk === pk)).toEqual([]);
  });
});

test("the choice of kinds is saved kind by kind", async () => {
  await ana.put("/api/preferences", { notify: { share: false } });
  const { body } = await ana.put("/api/preferences", { notify: { import: false }, notifyBy: "summary" });
  expect(body).toMatchObject({ notify: { share: false, import: false }, notifyBy: "summary" });
  expect((await ana.put("/api/preferences", { notifyBy: "pigeon" })).status).toBe(400);
  expect((await ana.put("/api/preferences", { notify: { share: 1 } })).status).toBe(400);
});
