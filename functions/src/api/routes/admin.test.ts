import { MISSING_CONTENT } from "@coffer/contract/admin";
import { createDelivery } from "@coffer/core/mail/delivery";
import { userKey } from "@coffer/dynamo/account/user-directory";
import { createStore } from "@coffer/dynamo/stores";
import { beforeAll, describe, expect, test } from "vitest";
import { type Product, startProduct } from "../../../test/harness.ts";
import { renderEmail } from "../../email/render.ts";

type Person = Awaited<ReturnType<Product["person"]>>;

/** Makes a person an administrator in the store, like `pnpm admin grant`. */
async function promote(product: Product, { id }: Person): Promise<void> {
  await product.table.update({
    Key: userKey(id),
    UpdateExpression: "SET isAdmin = :yes",
    ExpressionAttributeValues: { ":yes": true },
  });
}

/** Delivers the queued mail and returns it. */
async function post(product: Product) {
  const sent: { to: string; subject: string; html: string; text: string }[] = [];
  const store = createStore(product.table.client, product.tableName);
  const delivery = createDelivery(store, {
    clock: product.clock,
    origin: product.origin,
    renderEmail,
    mailer: {
      async send(message) {
        sent.push(message);
      },
    },
  });
  await product.core.campaigns.fanOut();
  await delivery.sweep();
  return sent.filter(({ html }) => html.includes("because you have a Coffer account."));
}

describe("an administrator", () => {
  let product: Product;
  let admin: Person;
  let ben: Person;
  beforeAll(async () => {
    product = await startProduct();
    admin = await product.person({ firstName: "Ada" });
    ben = await product.person({ firstName: "Ben <b>" });
    await promote(product, admin);
  });

  test("sees the current statistics", async () => {
    const category = { name: "Food", icon: "restaurant", color: "green", type: "expense" };
    const { id: categoryId } = (await ben.post("/api/categories", category)).body as { id: number };
    await ben.post("/api/budgets", { categoryId, month: 11, year: 2026, projected: 200, actual: 0 });
    for (let day = 1; day <= 3; day++)
      await ben.post("/api/transactions", {
        description: "Shop",
        amount: 5,
        type: "expense",
        categoryId,
        date: `2026-11-0${day}`,
      });
    await ben.put("/api/notification-preferences", {
      emailNotifications: true,
      notificationTime: "09:00",
      timeZone: "Europe/Paris",
    });
    expect((await admin.get("/api/admin/stats")).body).toEqual({
      totalUsers: 2,
      leftOut: 0,
      activeUsers: 2,
      newUsers: 2,
      totalBudgets: 1,
      totalTransactions: 3,
      averageTransactionsPerUser: 1.5,
      emailsNotificationsEnabled: 1,
      countedAt: product.clock(),
    });
  });

  test("lists all users, newest first, with the contract's fields only", async () => {
    const users = (await admin.get("/api/admin/users")).body as Record<string, unknown>[];
    expect(users.map(({ id }) => id)).toEqual([ben.id, admin.id]);
    expect(Object.keys(users[0] ?? {}).sort()).toEqual(
      ["id", "firstName", "lastName", "email", "isAdmin", "emailNotifications"].sort(),
    );
  });

  test("cannot change their own role", async () => {
    const own = await admin.post("/api/admin/set-admin", { userId: admin.id, isAdmin: false });
    expect([own.status, own.body]).toEqual([403, { message: "Cannot change your own admin status" }]);
    expect((await admin.post("/api/admin/set-admin", { userId: 12, isAdmin: true })).status).toBe(404);
  });

  test.each([
    [{ subject: " ", htmlContent: "<p>x</p>" }],
    [{ subject: "x", htmlContent: " " }],
    [{ subject: "x", htmlContent: "<script>only()</script>" }],
    [{ subject: "x", htmlContent: "<p>&nbsp;<br></p><img>" }],
  ])("needs both subject and content: %o", async (mail) => {
    const { status, body } = await admin.post("/api/admin/email", { ...mail, sendToAll: true });
    expect(status).toBe(400);
    expect(body).toMatchObject({ issues: [{ message: MISSING_CONTENT }] });
  });

  test("cannot appoint a user whose address is not verified", async () => {
    const apart = await startProduct();
    const [chief, unverified] = [await apart.person(), await apart.person({ verified: false })];
    await promote(apart, chief);
    const appointment = { userId: unverified.id, isAdmin: true };
    const { status, body } = await chief.post("/api/admin/set-admin", appointment);
    expect([status, body]).toEqual([
      409,
      { message: "This person has not verified their email address yet" },
    ]);
  });

  test("makes nobody an administrator whose account is to be deleted, until they keep it", async () => {
    const apart = await startProduct();
    const [chief, leaving] = [await apart.person(), await apart.person()];
    await promote(apart, chief);
    await leaving.send("DELETE", "/api/user", { password: leaving.password });
    const appointment = { userId: leaving.id, isAdmin: true };
    const { status, body } = await chief.post("/api/admin/set-admin", appointment);
    expect([status, body]).toEqual([
      409,
      {
        message:
          "This person's account is to be deleted. Once they sign in, which keeps it, they can become an administrator.",
      },
    ]);
    const { email, password } = leaving;
    await leaving.post("/api/login", { email, password });
    expect((await chief.post("/api/admin/set-admin", appointment)).status).toBe(200);
    expect((await leaving.send("DELETE", "/api/user", { password })).status).toBe(409);
  });

  test("has no rights while their new address is unverified", async () => {
    const apart = await startProduct();
    const [ada, ben] = [await apart.person({ firstName: "Ada" }), await apart.person()];
    await promote(apart, ada);
    const moved = { firstName: "Ada", lastName: "Stone", phone: "555 0102030", email: "ada@new.example" };
    expect((await ada.put("/api/user", moved)).body).toMatchObject({ isAdmin: true, emailVerified: false });
    const refusal = { message: "Verify your email address to use your administrator rights" };
    const users = await ada.get("/api/admin/users");
    expect([users.status, users.body]).toEqual([403, refusal]);
    const grant = { userId: ben.id, isAdmin: true };
    expect((await ada.post("/api/admin/set-admin", grant)).status).toBe(403);
    // The write itself checks as well: the address may change between the two.
    const { admin: store } = createStore(apart.table.client, apart.tableName);
    expect(await store.setAdmin(ada.id, ben.id, true, undefined)).toBe("forbidden");
    await apart.core.accounts.proveEmail(ada.id, moved.email);
    expect((await ada.post("/api/admin/set-admin", grant)).body).toMatchObject({ isAdmin: true });
  });

  test("cannot send mail that is too large after sanitizing", async () => {
    const large = { subject: "News", htmlContent: `<p>${"&".repeat(190_000)}</p>`, test: true };
    const { status, body } = await admin.post("/api/admin/email", large);
    expect([status, body]).toEqual([413, { message: "This email has 951 KB. At most 350 KB can be sent." }]);
  });

  test("writes to one person in sanitized HTML with that person's figures", async () => {
    const food = { name: "Food", icon: "restaurant", color: "red", type: "expense" };
    const plan = { projected: 100, month: 10, year: 2026 };
    const { body: category } = await ben.post("/api/categories", { ...food, ...plan });
    const lunch = { description: "Lunch", amount: 100.4, date: "2026-10-05", type: "expense" };
    await ben.post("/api/transactions", { ...lunch, categoryId: Object(category).id });
    const queued = await admin.post("/api/admin/email", {
      userId: ben.id,
      subject: "Hello {{firstName}}",
      htmlContent:
        '<p onclick="x()">{{firstName}} spent {{spent}} ({{percentSpent}}) in {{month}}</p><script>x()</script>',
      sendToAll: false,
    });
    expect(queued.status).toBe(202);
    expect(queued.body).toMatchObject({ total: 1, sent: 0, done: false });
    const [mail] = await post(product);
    expect(mail).toMatchObject({ to: ben.email, subject: "Hello Ben <b>" });
    const spent =
      '<a href="http://coffer.test/?month=2026-10&#38;why=expenses" style="color:inherit">$100.40</a>';
    expect(mail?.html).toContain(`<p>Ben &#60;b&#62; spent ${spent} (100%) in October 2026</p>`);
    expect(mail?.html).not.toContain("script");
    const { id } = queued.body as { id: number };
    expect((await admin.get(`/api/admin/email/${id}`)).body).toMatchObject({ total: 1, sent: 1, done: true });
  });

  test("writes to all once if the request is repeated", async () => {
    const mail = { subject: "News", htmlContent: "<p>Hi</p>", sendToAll: true };
    const key = { "idempotency-key": "mail-to-all-1" };
    const first = await admin.post("/api/admin/email", mail, key);
    const again = await admin.post("/api/admin/email", mail, key);
    expect(again.body).toEqual(first.body);
    expect((await post(product)).map(({ to }) => to).sort()).toEqual([admin.email, ben.email].sort());
    expect(await post(product)).toEqual([]);
  });

  test("can send themselves a test", async () => {
    await admin.post("/api/admin/email", { subject: "Try", htmlContent: "<p>Hi</p>", test: true });
    expect((await post(product)).map(({ to }) => to)).toEqual([admin.email]);
  });

  test("gets 404 for mail that does not exist", async () => {
    expect((await admin.get("/api/admin/email/12345")).status).toBe(404);
    expect((await admin.post("/api/admin/failed-mail/nothing/retry")).status).toBe(404);
    expect((await admin.get("/api/admin/failed-mail")).body).toEqual([]);
  });
});

test("a demotion takes effect at the next request", async () => {
  const product = await startProduct();
  const [ada, bea] = [await product.person(), await product.person()];
  await promote(product, ada);
  await promote(product, bea);
  const outcomes = await Promise.all([
    ada.post("/api/admin/set-admin", { userId: bea.id, isAdmin: false }),
    bea.post("/api/admin/set-admin", { userId: ada.id, isAdmin: false }),
  ]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual([200, 403]);
  const left = await Promise.all([ada.get("/api/admin/users"), bea.get("/api/admin/users")]);
  expect(left.map(({ status }) => status).sort()).toEqual([200, 403]);
});
