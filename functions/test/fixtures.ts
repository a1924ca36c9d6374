import { createUserStore } from "@coffer/dynamo/account/users";
import type { Product, Visitor } from "./harness.ts";

export type Person = Awaited<ReturnType<Product["person"]>>;
export type Fixtures = Awaited<ReturnType<typeof createFixtures>>;

export const CATEGORY = { name: "Food", icon: "restaurant", color: "red", type: "expense" };
export const GOAL = { name: "House", targetAmount: 500, startDate: "2026-01-01", targetDate: "2027-01-01" };
export const ACCOUNT = { name: "Everyday", kind: "current", isSpendable: true } as const;
export const ROW = { date: "2026-11-20", description: "REWE SAGT DANKE", amount: 12.34, type: "expense" };
export const MILESTONE = { name: "Half way", amount: 250 };

/** People with different rights, and functions that create what calls are about in the owner's budget. */
export async function createFixtures(product: Product) {
  const owner = await product.person({ firstName: "Olga" });
  /** Shares a budget of their own with others. */
  const inviter = await product.person({ firstName: "Ines" });
  const other = await product.person({ firstName: "Otto" });
  const admin = await product.person({ firstName: "Ada" });
  await makeAdmin(product, admin);

  async function make(path: string, body: object, by: Visitor = owner): Promise<number> {
    const answer = await by.post(path, body);
    if (answer.status > 202) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return Object(answer.body).id;
  }
  const category = (given: object = {}) => make("/api/categories", { ...CATEGORY, ...given });
  const goal = () => make("/api/financial-goals", GOAL);
  /** An account with a balance of November 1. */
  async function account(): Promise<number> {
    const id = await make("/api/accounts", ACCOUNT);
    await owner.put(`/api/accounts/${id}/points/2026-11-01`, { amount: 812.4 });
    return id;
  }

  /** One with a second balance, and a row imported in between. */
  async function agreedAccount(): Promise<number> {
    const accountInFile = freshAddress();
    const id = await make("/api/accounts", { ...ACCOUNT, accountInFile });
    for (const date of ["2026-11-01", "2026-11-20"])
      await owner.put(`/api/accounts/${id}/points/${date}`, { amount: 812.4 });
    const row = { ...transactionOf(await category()), date: "2026-11-10", account: accountInFile };
    await make("/api/imports", { batch: `batch-${id}`, source: "Bank", rows: [row] });
    return id;
  }

  return {
    product,
    owner,
    inviter,
    other,
    admin,
    category,
    goal,
    account,
    agreedAccount,

    async transaction() {
      const categoryId = await category();
      const id = await make("/api/transactions", { ...transactionOf(categoryId) });
      return { id, categoryId };
    },
    async reviewRow() {
      const categoryId = await category();
      const description = `Row ${categoryId}`;
      const rows = [{ ...ROW, description }];
      await make("/api/review", { batch: `review-${categoryId}`, source: "Bank", rows });
      const { body } = await owner.get("/api/review");
      return {
        id: Object(body).rows.find((row: typeof ROW) => row.description === description).id,
        categoryId,
      };
    },
    async payment() {
      const categoryId = await category();
      return { id: await make("/api/payments", paymentOf(categoryId)), categoryId };
    },
    /** The entry of a transaction that was recorded, by its id. */
    async entry(): Promise<string> {
      const categoryId = await category();
      await make("/api/transactions", { ...transactionOf(categoryId) });
      const { body } = await owner.get("/api/activity?limit=1");
      return String(Object(body)[0].id);
    },
    budget: async () => String(await make("/api/budgets", { ...budgetOf(await category()) })),
    async milestone() {
      const id = await goal();
      return { id, milestoneId: await make(`/api/financial-goals/${id}/milestones`, MILESTONE) };
    },
    async subscription() {
      const categoryId = await category();
      return { id: await make("/api/subscriptions", subscriptionOf(categoryId)), categoryId };
    },
    /** The id of what three payments a month apart suggest. */
    async suggestion(): Promise<string> {
      const categoryId = await category();
      const name = `gym${[...String(categoryId)].map((digit) => "abcdefghij"[Number(digit)]).join("")}`;
      for (const date of ["2026-09-04", "2026-10-04", "2026-11-04"])
        await make("/api/transactions", { ...transactionOf(categoryId), description: name, date });
      return `subscription:${name}`;
    },
    /** The id of a price that a charge suggests. */
    async price(): Promise<string> {
      const categoryId = await category();
      const name = `film${[...String(categoryId)].map((digit) => "abcdefghij"[Number(digit)]).join("")}`;
      const id = await make("/api/subscriptions", {
        ...subscriptionOf(categoryId),
        name,
        amount: 10,
        startDate: "2026-10-10",
      });
      const charge = { ...transactionOf(categoryId), description: name, amount: 12.99, date: "2026-11-10" };
      await make("/api/transactions", charge);
      return `price:${id}:1299`;
    },
    /** The items of the owner's export. */
    async exported(): Promise<object[]> {
      await category();
      return Object((await (await signedIn(owner)).get("/api/export")).body).items.slice(0, 20);
    },
    async rule() {
      const categoryId = await category();
      return { id: await make("/api/rules", { contains: "Market", categoryId }), categoryId };
    },
    /** Signs the person in elsewhere; the id of that session. */
    async otherDevice(person: Person): Promise<string> {
      const { email, password } = person;
      // If eleven sessions began at the same instant, any of them could be the one that ends.
      await (await signedIn(person)).delete("/api/sessions");
      await make("/api/login", { email, password }, product.visitor());
      const { body } = await person.get("/api/sessions");
      return Object(body).find(({ current }: { current: boolean }) => !current).id;
    },
    share: (email = freshAddress()) => make("/api/share-budget", shareWith(email)),
    /** The id of somebody who has opened the owner's budget. */
    async participant(given: object = {}): Promise<number> {
      const person = await product.person();
      await make("/api/share-budget", { ...shareWith(person.email), ...given });
      await person.asOwner(owner.id).get("/api/categories");
      return person.id;
    },
    announcement: () => make("/api/admin/email", ANNOUNCEMENT, admin),

    /** The token of a link to the inviter's budget. */
    async invitation(): Promise<string> {
      const email = freshAddress();
      await make("/api/share-budget", shareWith(email), inviter);
      return tokenOf(await product.linkFor("invitation", email));
    },
    shareFromInviter: (email: string) => make("/api/share-budget", shareWith(email), inviter),
    async resetLink(): Promise<string> {
      await product.visitor().post("/api/forgot-password", { email: other.email });
      return tokenOf(await product.linkFor("reset-password", other.email));
    },
    async takeBackLink(): Promise<string> {
      const mover = await product.person();
      await mover.put("/api/user", { ...newUser(), email: freshAddress() });
      return tokenOf(await product.linkFor("email-changed", mover.email));
    },
    async endSharesLink(): Promise<string> {
      const leaver = await product.person();
      await leaver.send("DELETE", "/api/user", { password: leaver.password });
      return tokenOf(await product.linkFor("account-leaving", leaver.email, "endShares"));
    },
    async verificationLink(): Promise<string> {
      const { email } = await product.person({ verified: false });
      return tokenOf(await product.linkFor("verify-email", email));
    },
    unsubscribeLink: () => product.unsubscribeToken(other.id),
  };
}

/** Writes to the store: the API makes nobody the first administrator. */
export async function makeAdmin({ table }: Pick<Product, "table">, { id }: { id: number }): Promise<void> {
  const users = createUserStore(table);
  const account = await users.account(id);
  if (!account) throw new Error("nobody there");
  await users.save(account, { ...account, user: { ...account.user, isAdmin: true } }, {});
}

/** Signs the person in unless their browser has a session. */
export const signedIn = async (person: Person): Promise<Person> =>
  person.jar.has("session") ? person : signIn(person);

export async function signIn(person: Person): Promise<Person> {
  const { status } = await person.post("/api/login", { email: person.email, password: person.password });
  if (status !== 200) throw new Error(`could not sign in: ${status}`);
  return person;
}

let addresses = 0;
export const freshAddress = (): string => `somebody-${++addresses}@example.com`;
/** Somebody's registration, at a new address. */
export const newUser = () => ({
  firstName: "Ana",
  lastName: "Ruiz",
  email: freshAddress(),
  phone: "555 0102030",
  password: "correct horse",
});

/** A field of a call, a value that it refuses, and the message. */
export type InvalidField = [field: string, value: unknown, message: string];

/** The body of a 400 about one field. */
export const invalidField = (path: string, message: string) => ({ message, issues: [{ path, message }] });

/** The last segment of a mailed link's path. */
export const tokenOf = (path: string): string => path.split("/").at(-1) ?? "";

export const transactionOf = (categoryId: number) => ({
  description: "Market",
  amount: 12.5,
  date: "2026-11-20",
  type: "expense",
  categoryId,
});
export const paymentOf = (categoryId: number) => ({
  description: "Market",
  date: "2026-11-20",
  lines: [
    { type: "expense", categoryId, amount: 12.5 },
    { type: "expense", categoryId, amount: 2.25, refund: true },
  ],
});
export const budgetOf = (categoryId: number) => ({ categoryId, month: 11, year: 2026, projected: 100 });
export const subscriptionOf = (categoryId: number) => ({
  name: "Paper",
  amount: 9.99,
  frequency: "monthly",
  startDate: "2026-12-01",
  categoryId,
});
export const shareWith = (email: string) => ({ email, permissionType: "view_only", isHousehold: false });
export const ANNOUNCEMENT = { subject: "News", htmlContent: "<p>Hello</p>", test: true };
