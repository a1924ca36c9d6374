import { ENTRY_HEADER } from "@coffer/contract/error";
import { inBatches } from "@coffer/domain/batches";
import { ledgerKey } from "@coffer/dynamo/table/item";
import { AT_ONCE, put } from "@coffer/dynamo/table/writes";
import { beforeAll, describe, expect, test } from "vitest";
import { subscription } from "../../../../packages/test/fixtures.ts";
import { addThing, inBulk } from "../../../../packages/test/store.ts";
import { type Product, startProduct } from "../../../test/harness.ts";

let product: Product;
let ana: Awaited<ReturnType<Product["person"]>>;
let categoryId: number;
const SUBSCRIPTIONS = "/api/subscriptions";
beforeAll(async () => {
  product = await startProduct({ now: Date.parse("2026-11-21T15:00:00Z") });
  ana = await product.person({ firstName: "Ana" });
  const category = { name: "Fun", icon: "movie", color: "blue", type: "expense" };
  categoryId = ((await ana.post("/api/categories", category)).body as { id: number }).id;
});

const music = (given = {}) => ({
  name: "Music",
  amount: 9.99,
  frequency: "monthly",
  startDate: "2026-11-30",
  categoryId,
  ...given,
});
const add = async (given = {}) =>
  (await ana.post(SUBSCRIPTIONS, music(given))).body as { id: number; nextPaymentDate: string };
const transactions = async () =>
  (await ana.get("/api/transactions?startDate=2026-01-01&endDate=2030-01-01")).body as object[];

describe("subscriptions", () => {
  test("are created with a computed next payment", async () => {
    const { status, body } = await ana.post(SUBSCRIPTIONS, music({ nextPaymentDate: "1999-01-01" }));
    expect(status).toBe(201);
    expect(body).toEqual({
      ...music(),
      id: expect.any(Number),
      endDate: null,
      nextPaymentDate: "2026-11-30",
      notifyBeforeDays: 3,
      autoCreateTransaction: false,
      active: true,
      description: null,
      website: null,
      notes: null,
    });
  });

  test.each([
    ["name", { name: "" }, "Name is required"],
    ["amount", { amount: 0 }, "Amount must be greater than 0"],
    ["amount", { amount: 1.005 }, "Use at most two decimals"],
    ["amount", { amount: undefined }, "Amount must be greater than 0"],
    ["frequency", { frequency: "hourly" }, "Frequency is required"],
    ["startDate", { startDate: undefined }, "Start date is required"],
    ["endDate", { endDate: "2026-11-29" }, "End date must not be before the start date"],
    ["categoryId", { categoryId: 0 }, "Category is required"],
    ["categoryId", { categoryId: null }, "Category is required"],
    ["categoryId", { categoryId: 12345 }, "Choose a category of this budget"],
    ["notifyBeforeDays", { notifyBeforeDays: -1 }, "Notify days must be a whole number of 0 or more"],
    ["notifyBeforeDays", { notifyBeforeDays: 1.5 }, "Notify days must be a whole number of 0 or more"],
    ["website", { website: "javascript:alert(1)" }, "Use an address that starts with http:// or https://"],
  ])("answer a bad %s with its own message: %j", async (path, given, message) => {
    const { status, body } = await ana.post(SUBSCRIPTIONS, music(given));
    expect(status).toBe(400);
    expect(body).toEqual({ message, issues: [{ path, message }] });
  });

  test("are created once under one Idempotency-Key", async () => {
    const key = { "idempotency-key": "subscription-0001" };
    const first = await ana.post(SUBSCRIPTIONS, music(), key);
    expect((await ana.post(SUBSCRIPTIONS, music(), key)).body).toEqual(first.body);
    expect((await ana.post(SUBSCRIPTIONS, music({ amount: 1 }), key)).status).toBe(409);
  });

  test("can be changed and deleted", async () => {
    const { id } = await add();
    const changed = await ana.put(
      `${SUBSCRIPTIONS}/${id}`,
      music({ name: "Radio", website: "https://radio.example" }),
    );
    expect(changed.body).toMatchObject({ id, name: "Radio", website: "https://radio.example" });
    expect((await ana.delete(`${SUBSCRIPTIONS}/${id}`)).status).toBe(204);
    const again = await ana.put(`${SUBSCRIPTIONS}/${id}`, music());
    expect([again.status, again.body]).toEqual([404, { message: "Subscription not found" }]);
  });

  test("are listed beyond the megabyte that one query reads", async () => {
    const rich = await product.person();
    // Each emoji is two characters and four bytes: 2,000 characters are 4 KB.
    const long = { notes: "😀".repeat(1_000), categoryId: categoryId };
    await inBulk(product.table, async (store) => {
      for (let id = 1; id <= 300; id++)
        await addThing(store, rich.id, "subscription", {
          ...subscription({ ...long, id }),
          settledThrough: null,
        });
    });
    expect((await rich.get(SUBSCRIPTIONS)).body).toHaveLength(300);
  });
});

describe("payments", () => {
  const nextOf = async (id: number) =>
    Object((await ana.get(SUBSCRIPTIONS)).body).find((one: { id: number }) => one.id === id).nextPaymentDate;
  const typed = (given = {}) => ({
    description: "Typed",
    amount: 10.49,
    date: "2026-11-20",
    type: "expense",
    categoryId,
    ...given,
  });
  const undoOf = async (id: string | null) => ana.post(`/api/activity/${id}/undo`, {});

  test("can be settled by the transaction that pays them", async () => {
    const { id, nextPaymentDate: dueDate } = await add();
    const key = { "idempotency-key": "entered-payment-0001" };
    const body = typed({ description: "Entered", pays: id, dueDate });
    const first = await ana.post("/api/transactions", body, key);
    expect([first.status, first.body]).toMatchObject([201, { subscriptionId: id, amount: 10.49 }]);
    expect((await ana.post("/api/transactions", body, key)).body).toEqual(first.body);
    expect(await nextOf(id)).toBe("2026-12-30");
    expect(await ana.post("/api/transactions", body)).toMatchObject({
      status: 409,
      body: { message: "That payment is no longer the next one due" },
    });
    expect((await undoOf(first.headers.get(ENTRY_HEADER))).status).toBe(200);
    expect(await nextOf(id)).toBe(dueDate);
    expect(await transactions()).not.toContainEqual(expect.objectContaining({ description: "Entered" }));
  });

  test("can be an existing transaction, which an undo keeps", async () => {
    const { id, nextPaymentDate: dueDate } = await add();
    const { body } = await ana.post("/api/transactions", typed({ description: "Entered before" }));
    const transactionId = Object(body).id;
    const paid = await ana.post(`${SUBSCRIPTIONS}/${id}/pay`, { dueDate, transactionId });
    expect([paid.status, await nextOf(id)]).toEqual([200, "2026-12-30"]);
    const entered = async () =>
      (await transactions()).filter((one) => "id" in one && one.id === transactionId);
    expect(await entered()).toMatchObject([{ subscriptionId: id, date: "2026-11-20" }]);
    expect((await undoOf(paid.headers.get(ENTRY_HEADER))).status).toBe(200);
    expect([await nextOf(id), await entered()]).toMatchObject([dueDate, [{ amount: 10.49 }]]);
    expect((await entered())[0]).not.toHaveProperty("subscriptionId");
  });

  test.each<[string, object, number, string]>([
    ["a refund", { refund: true }, 400, "Typed went the other way"],
    ["another's", { pays: "other" }, 409, "Typed is recorded as a payment already"],
    ["a deleted transaction", { gone: true }, 404, "Transaction not found"],
  ])("are not %s: %#", async (_, given: { pays?: string; gone?: boolean }, status, message) => {
    const [{ id, nextPaymentDate: dueDate }, other] = [await add(), await add()];
    const sent = typed({ ...given, ...(given.pays && { pays: other.id }) });
    const { body } = await ana.post("/api/transactions", sent);
    const transactionId = given.gone ? 4711 : Object(body).id;
    expect(await ana.post(`${SUBSCRIPTIONS}/${id}/pay`, { dueDate, transactionId })).toMatchObject({
      status,
      body: { message },
    });
    expect(await nextOf(id)).toBe(dueDate);
  });

  test("can be settled only by those who may mark them as paid", async () => {
    const guest = await product.person();
    await ana.post("/api/share-budget", { email: guest.email, permissionType: "edit_transactions" });
    const { id } = await add();
    const as = guest.asOwner(ana.id);
    expect((await as.post("/api/transactions", typed({ pays: id }))).status).toBe(403);
    expect((await as.post("/api/transactions", typed())).status).toBe(201);
    expect(await ana.post("/api/transactions", typed({ pays: id, refund: true }))).toMatchObject({
      status: 400,
      body: { issues: [{ path: "pays" }] },
    });
  });

  test("are recorded once when marked as paid", async () => {
    const { id, nextPaymentDate: dueDate } = await add({ name: "Rent", amount: 0.3 });
    const paid = await ana.post(`${SUBSCRIPTIONS}/${id}/pay`, { dueDate });
    expect([paid.status, paid.body]).toMatchObject([200, { nextPaymentDate: "2026-12-30" }]);
    const again = await ana.post(`${SUBSCRIPTIONS}/${id}/pay`, { dueDate });
    expect([again.status, again.body]).toEqual([
      409,
      { message: "That payment is no longer the next one due" },
    ]);
    const recorded = (await transactions()).filter(
      (one) => "description" in one && one.description === "Rent",
    );
    expect(recorded).toMatchObject([
      { amount: 0.3, type: "expense", date: "2026-11-21", categoryId, subscriptionId: id },
    ]);
  });

  test("are not recorded when skipped", async () => {
    const before = await transactions();
    const { id, nextPaymentDate: dueDate } = await add();
    expect((await ana.post(`${SUBSCRIPTIONS}/${id}/skip`, { dueDate })).body).toMatchObject({
      nextPaymentDate: "2026-12-30",
    });
    expect(await transactions()).toEqual(before);
  });

  test("require an actual due date", async () => {
    const { id } = await add();
    const { status, body } = await ana.post(`${SUBSCRIPTIONS}/${id}/pay`, { dueDate: "soon" });
    expect([status, body]).toMatchObject([
      400,
      { message: "Use a real date from 1900 to 2999, as yyyy-MM-dd" },
    ]);
  });

  test("with auto-create are recorded by the daily job", async () => {
    const { id: subscriptionId } = await add({
      name: "Gym",
      autoCreateTransaction: true,
      startDate: "2026-12-01",
      frequency: "weekly",
    });
    await product.core.postDue(Date.parse("2026-12-15T12:00:00Z"));
    const recorded = (await transactions()).filter(
      (one) => "description" in one && one.description === "Gym",
    );
    expect(recorded).toMatchObject(
      ["2026-12-15", "2026-12-08", "2026-12-01"].map((date) => ({ date, subscriptionId })),
    );
  });

  test("of a deleted category wait until the subscription has another", async () => {
    const spare = { name: "Spare", icon: "home", color: "red", type: "expense" };
    const { body } = await ana.post("/api/categories", spare);
    const { id: spareId } = body as { id: number };
    const { id, nextPaymentDate: dueDate } = await add({ categoryId: spareId });
    await ana.delete(`/api/categories/${spareId}`);
    expect(await ana.get(SUBSCRIPTIONS)).toMatchObject({
      body: expect.arrayContaining([expect.objectContaining({ id, categoryId: null })]),
    });
    const refused = await ana.post(`${SUBSCRIPTIONS}/${id}/pay`, { dueDate });
    expect([refused.status, refused.body]).toMatchObject([400, { message: "Category is required" }]);
    await ana.put(`${SUBSCRIPTIONS}/${id}`, music());
    expect((await ana.post(`${SUBSCRIPTIONS}/${id}/pay`, { dueDate })).status).toBe(200);
  });
});

describe("an unpaid payment", () => {
  /** A bill of 26 November that nobody paid, on 3 December. */
  async function unpaid(given = {}) {
    const product = await startProduct({ now: Date.parse("2026-11-21T15:00:00Z") });
    const owner = await product.person();
    const category = { name: "Fun", icon: "movie", color: "blue", type: "expense" };
    const { id: categoryId } = Object((await owner.post("/api/categories", category)).body);
    const bill = music({ categoryId, startDate: "2026-11-26", ...given });
    const { id } = Object((await owner.post(SUBSCRIPTIONS, bill)).body);
    const days = async (count: number) => {
      product.pass(count * 86_400_000);
      await owner.post("/api/login", { email: owner.email, password: owner.password });
    };
    await days(12);
    const change = async (more: object) =>
      Object((await owner.put(`${SUBSCRIPTIONS}/${id}`, { ...bill, ...more })).body);
    const pay = async (dueDate: string) =>
      Object((await owner.post(`${SUBSCRIPTIONS}/${id}/pay`, { dueDate })).body);
    return { product, days, change, pay };
  }

  test.each([
    [{ startDate: "2026-11-27" }, "2026-11-27"],
    [{ frequency: "weekly" }, "2026-11-26"],
    [{ frequency: "annually" }, "2026-11-26"],
    [{ trialEndDate: "2026-12-05" }, "2026-12-05"],
    // Before it was entered nothing was due.
    [{ startDate: "2026-11-01" }, "2026-12-01"],
  ])("stays due when dates change: %j", async (given, next) => {
    const { change } = await unpaid();
    expect(await change(given)).toMatchObject({ nextPaymentDate: next, active: true });
  });

  test("of a month's second day stays due when that day changes", async () => {
    const { change } = await unpaid({ frequency: "semimonthly", secondDay: 10 });
    const next = "2026-11-26";
    expect(await change({ secondDay: 12, frequency: "semimonthly" })).toMatchObject({
      nextPaymentDate: next,
    });
  });

  test("stays due through a pause", async () => {
    const { days, change, pay } = await unpaid();
    await change({ active: false });
    expect(await change({ active: true })).toMatchObject({ nextPaymentDate: "2026-11-26", active: true });
    await change({ active: false });
    await days(40);
    expect(await change({ active: true })).toMatchObject({ nextPaymentDate: "2026-11-26" });
    expect(await pay("2026-11-26")).toMatchObject({ nextPaymentDate: "2027-01-26" });
  });

  test("becomes due again when a later end is set", async () => {
    const { product, days, change } = await unpaid({ endDate: "2026-11-30" });
    expect(await product.core.postDue(Date.parse("2026-12-03T12:00:00Z"))).toMatchObject({ ended: 1 });
    expect(await change({ endDate: "2026-12-01" })).toMatchObject({ active: false });
    const revived = { nextPaymentDate: "2026-11-26", active: true };
    expect(await change({ endDate: "2027-06-30", active: false })).toMatchObject(revived);
    await change({ active: false, endDate: "2027-06-30" });
    await days(5);
    expect(await change({ endDate: null, active: false })).toMatchObject({ active: false });
  });
});

describe("the terms of a subscription", () => {
  test("put the first payment at the end of a trial", async () => {
    const terms = { type: "expense", trialEndDate: "2027-01-15", cancelNoticeDays: 14 };
    const { id, ...added } = await add(terms);
    expect(added).toMatchObject({ ...terms, nextPaymentDate: "2027-01-15" });
    const { body } = await ana.put(`${SUBSCRIPTIONS}/${id}`, music({ name: "Radio" }));
    expect(body).toMatchObject({ ...terms, name: "Radio", nextPaymentDate: "2027-01-15" });
    const sooner = await ana.put(`${SUBSCRIPTIONS}/${id}`, music({ trialEndDate: null }));
    expect(sooner.body).toMatchObject({ trialEndDate: null, nextPaymentDate: "2026-11-30" });
  });

  test("have their category's type", async () => {
    const draft = { name: "Side job", icon: "payments", color: "green", type: "income" };
    const { id: categoryId } = Object((await ana.post("/api/categories", draft)).body);
    const { id, ...added } = await add({ name: "Side job", categoryId });
    expect(added).toMatchObject({ type: "income" });
    await ana.put(`${SUBSCRIPTIONS}/${id}`, music({ name: "Side job", categoryId, active: false }));
    const { body } = await ana.put(`${SUBSCRIPTIONS}/${id}`, music({ name: "Second job", categoryId }));
    expect(body).toMatchObject({ name: "Second job", active: false, type: "income" });
  });

  test("keep the price before the last change", async () => {
    const { id } = await add();
    const dearer = await ana.put(`${SUBSCRIPTIONS}/${id}`, music({ amount: 11.49 }));
    const change = { previousAmount: 9.99, amountChangedOn: "2026-11-21" };
    expect(dearer.body).toMatchObject({ amount: 11.49, ...change });
    const renamed = await ana.put(`${SUBSCRIPTIONS}/${id}`, music({ amount: 11.49, name: "Radio" }));
    expect(renamed.body).toMatchObject(change);
  });

  test("are suggested for repeating payments and new prices until dismissed", async () => {
    const owner = await product.person({ firstName: "Ada" });
    const fun = { name: "Fun", icon: "movie", color: "blue", type: "expense" };
    const { id: categoryId } = (await owner.post("/api/categories", fun)).body as { id: number };
    const charge = (description: string, amount: number, date: string) =>
      owner.post("/api/transactions", { description, amount, date, type: "expense", categoryId });
    for (const month of ["09", "10", "11"]) await charge(`NETFLIX ${month}77`, 15.99, `2026-${month}-04`);
    const spotify = music({ name: "Spotify", amount: 10.99, startDate: "2026-10-10", categoryId });
    const { id } = (await owner.post(SUBSCRIPTIONS, spotify)).body as { id: number };
    await charge("SPOTIFY AB", 12.99, "2026-11-10");
    expect((await owner.get("/api/suggestions")).body).toMatchObject([
      { id: `price:${id}:1299`, kind: "price", amount: 12.99, subscriptionId: id },
      { id: "subscription:netflix", kind: "subscription", amount: 15.99, frequency: "monthly" },
    ]);
    const { body: told } = await owner.get("/api/notifications");
    expect(told).toContainEqual(
      expect.objectContaining({ text: "Spotify was charged $12.99 where $10.99 was expected." }),
    );
    expect((await owner.post("/api/suggestions/subscription:netflix/dismiss")).status).toBe(204);
    await charge("NETFLIX 1277", 15.99, "2026-11-20");
    expect((await owner.get("/api/suggestions")).body).toMatchObject([{ name: "Spotify" }]);
    const more = Array.from({ length: 1_999 }, (_, n) =>
      put({ ...ledgerKey(owner.id, `DISMISSED#${n}`), suggestion: `subscription:${n}` }),
    );
    for (const some of inBatches(more, AT_ONCE)) await product.table.transact(some);
    expect((await owner.post(`/api/suggestions/price:${id}:1299/dismiss`)).status).toBe(409);
  });

  test.each(["automatic", "still due"])(
    "take a raised price from the bank's charge, which replaces the payment that is %s",
    async (how) => {
      const product = await startProduct({ now: Date.parse("2026-11-09T15:00:00Z") });
      const owner = await product.person();
      const fun = { name: "Fun", icon: "movie", color: "blue", type: "expense" };
      const { id: categoryId } = Object((await owner.post("/api/categories", fun)).body);
      const draft = { name: "Netflix", amount: 12.99, startDate: "2026-11-10", categoryId };
      const bill = music({ ...draft, autoCreateTransaction: how === "automatic" });
      const { id } = Object((await owner.post(SUBSCRIPTIONS, bill)).body);
      if (how === "automatic") await product.core.postDue(Date.parse("2026-11-10T18:00:00Z"));
      const charge = {
        description: "NETFLIX COM",
        amount: 15.99,
        date: "2026-11-09",
        type: "expense",
        categoryId,
      };
      await owner.post("/api/transactions", charge);
      const rows = async () =>
        Object((await owner.get("/api/transactions?startDate=2026-11-01&endDate=2026-11-30")).body).map(
          ({ amount }: { amount: number }) => amount,
        );
      const before = await rows();
      const [suggestion] = Object((await owner.get("/api/suggestions")).body);
      const taken = await owner.post(`/api/suggestions/${suggestion.id}/take`);
      expect(taken.body).toMatchObject({ id, amount: 15.99, nextPaymentDate: "2026-12-10" });
      expect(await rows()).toEqual([15.99]);
      expect((await owner.get("/api/suggestions")).body).toEqual([]);
      expect((await owner.post(`/api/suggestions/${suggestion.id}/take`)).status).toBe(404);
      const entry = taken.headers.get("x-activity-id");
      expect((await owner.post(`/api/activity/${entry}/undo`, undefined)).status).toBe(200);
      expect(await rows()).toEqual(before);
    },
  );

  test("are suggested for yearly and half-yearly payments", async () => {
    const owner = await product.person();
    const home = { name: "Home", icon: "home", color: "blue", type: "expense" };
    const { id: categoryId } = (await owner.post("/api/categories", home)).body as { id: number };
    const charge = (description: string, amount: number, date: string) =>
      owner.post("/api/transactions", { description, amount, date, type: "expense", categoryId });
    for (const date of ["2024-10-29", "2025-10-27", "2026-10-28"]) await charge("ALLIANZ", 420, date);
    for (const date of ["2025-11-03", "2026-05-04", "2026-11-03"]) await charge("Water works", 88, date);
    expect((await owner.get("/api/suggestions")).body).toMatchObject([
      { name: "Water works", amount: 88, frequency: "semiannually", categoryId },
      { name: "ALLIANZ", amount: 420, frequency: "annually", categoryId },
    ]);
  });

  test.each([
    ["2026-12-31", 30],
    ["2026-12-30", 31],
    ["2026-12-31", 31],
  ])("twice a month on the same day are refused: %s and the %d", async (startDate, secondDay) => {
    const message =
      "Choose two days that differ in every month: the 28th to the 31st can be the same day in February";
    expect(
      await ana.post(SUBSCRIPTIONS, music({ frequency: "semimonthly", startDate, secondDay })),
    ).toMatchObject({ status: 400, body: { message, issues: [{ path: "secondDay", message }] } });
  });

  test("need a category when they are new", async () => {
    const message = "Category is required";
    const owner = await product.person();
    const add = (given: object) => owner.post(SUBSCRIPTIONS, music({ frequency: "annually", ...given }));
    expect(await add({ categoryId: null })).toMatchObject({ status: 400, body: { message } });
    const home = { name: "Home", icon: "home", color: "blue", type: "expense" };
    const categories = [];
    for (const _ of [1, 2]) categories.push(Object((await owner.post("/api/categories", home)).body).id);
    const [first, second] = categories;
    const { body } = await add({ categoryId: first, startDate: "2026-11-23" });
    const { id, nextPaymentDate, ...bill } = Object(body);
    await owner.delete(`/api/categories/${first}`);
    const pay = () => owner.post(`${SUBSCRIPTIONS}/${id}/pay`, { dueDate: nextPaymentDate });
    expect(await pay()).toMatchObject({ status: 400, body: { message } });
    expect((await owner.get("/api/to-spend?month=11&year=2026")).body).toMatchObject({ due: bill.amount });
    await owner.put(`${SUBSCRIPTIONS}/${id}`, { ...bill, nextPaymentDate, categoryId: second });
    expect((await pay()).status).toBeLessThan(300);
  });

  test("of income need a category of income", async () => {
    const message = "Choose a category of type income";
    expect(await ana.post(SUBSCRIPTIONS, music({ type: "income" }))).toMatchObject({
      status: 400,
      body: { message, issues: [{ path: "categoryId", message }] },
    });
    const draft = { name: "Salary", icon: "payments", color: "green", type: "income" };
    const { id: salary } = Object((await ana.post("/api/categories", draft)).body);
    const { status, body } = await ana.post(
      SUBSCRIPTIONS,
      music({ name: "Salary", type: "income", categoryId: salary }),
    );
    expect({ status, body }).toMatchObject({ status: 201, body: { type: "income", categoryId: salary } });
  });

  test("record income on its pay day without auto-create", async () => {
    const [salary] = Object((await ana.get("/api/categories")).body).filter(
      ({ name }: { name: string }) => name === "Salary",
    );
    const pay = { name: "Pay", type: "income", categoryId: salary.id, startDate: "2026-12-20" };
    const { id: subscriptionId } = await add(pay);
    await product.core.postDue(Date.parse("2026-12-20T12:00:00Z"));
    const recorded = (await transactions()).filter((one) => Object(one).description === "Pay");
    expect(recorded).toMatchObject([{ type: "income", date: "2026-12-20", subscriptionId }]);
    const [first] = recorded;
    const edited = { ...first, amount: 12, subscriptionId: 7 };
    const changed = await ana.put(`/api/transactions/${Object(first).id}`, edited);
    expect(changed.body).toMatchObject({ amount: 12, subscriptionId });
  });

  test.each([
    ["type", "gift", "Type must be income or expense"],
    ["trialEndDate", "2026-02-30", "Use a real date from 1900 to 2999, as yyyy-MM-dd"],
    ["cancelNoticeDays", 366, "Notice days must be a whole number of 0 to 365"],
  ])("with %s %j are 400", async (field, value, message) => {
    const answer = await ana.post(SUBSCRIPTIONS, music({ [field]: value }));
    expect(answer).toMatchObject({ status: 400, body: { message } });
  });
});

describe("a payment that is due once", () => {
  const once = (given: object = {}) => add({ name: "Sofa", amount: 900, frequency: "once", ...given });
  const now = async (id: number) =>
    Object((await ana.get(SUBSCRIPTIONS)).body).find((one: { id: number }) => one.id === id);

  test.each(["2026-10-05", "2026-11-21", "2027-01-14"])("is due on its start date %s", async (startDate) => {
    const { id, nextPaymentDate } = await once({ startDate });
    expect(nextPaymentDate).toBe(startDate);
    expect(await now(id)).toMatchObject({ active: true, frequency: "once" });
    const pay = () => ana.post(`${SUBSCRIPTIONS}/${id}/pay`, { dueDate: startDate });
    const paid = await pay();
    expect(paid).toMatchObject({ status: 200, body: { active: false } });
    expect((await pay()).status).toBe(409);
    const moved = await ana.put(`${SUBSCRIPTIONS}/${id}`, {
      ...(paid.body as object),
      startDate: "2027-03-01",
    });
    expect(moved.body).toMatchObject({ active: true, nextPaymentDate: "2027-03-01" });
    const back = await ana.put(`${SUBSCRIPTIONS}/${id}`, {
      ...(moved.body as object),
      active: undefined,
      startDate,
    });
    expect(back.body).toMatchObject({ active: false });
  });

  test("can be skipped, undone and made monthly", async () => {
    const { id } = await once({ startDate: "2026-12-10" });
    const skipped = await ana.post(`${SUBSCRIPTIONS}/${id}/skip`, { dueDate: "2026-12-10" });
    expect(skipped.body).toMatchObject({ active: false });
    expect((await ana.post(`/api/activity/${skipped.headers.get(ENTRY_HEADER)}/undo`)).status).toBe(200);
    expect(await now(id)).toMatchObject({ active: true, nextPaymentDate: "2026-12-10" });
    const monthly = { ...(await now(id)), frequency: "monthly" };
    expect((await ana.put(`${SUBSCRIPTIONS}/${id}`, monthly)).body).toMatchObject({
      active: true,
      nextPaymentDate: "2026-12-10",
    });
    const again = { ...monthly, frequency: "once", startDate: "2026-11-02" };
    expect((await ana.put(`${SUBSCRIPTIONS}/${id}`, again)).body).toMatchObject({
      active: true,
      nextPaymentDate: "2026-11-02",
    });
  });

  test("is recorded once by the daily job, even after its day", async () => {
    const one = await startProduct({ now: Date.parse("2026-11-21T15:00:00Z") });
    const ben = await one.person();
    const fun = { name: "Fun", icon: "movie", color: "blue", type: "expense" };
    const { id } = Object((await ben.post("/api/categories", fun)).body);
    const due = { ...music({ frequency: "once", categoryId: id }), autoCreateTransaction: true };
    for (const startDate of ["2026-11-10", "2026-11-21", "2026-11-23"])
      await ben.post(SUBSCRIPTIONS, { ...due, startDate });
    const recorded = async () =>
      Object((await ben.get("/api/transactions?startDate=2026-01-01&endDate=2030-01-01")).body).map(
        ({ date }: { date: string }) => date,
      );
    expect(await one.core.postDue(one.clock())).toMatchObject({ posted: 2 });
    expect(await one.core.postDue(one.clock())).toMatchObject({ posted: 0 });
    expect(await recorded()).toEqual(["2026-11-21", "2026-11-10"]);
    one.pass(3 * 24 * 60 * 60 * 1_000);
    expect(await one.core.postDue(one.clock())).toMatchObject({ posted: 1 });
  });
});
