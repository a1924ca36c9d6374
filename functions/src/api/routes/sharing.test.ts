import { createUserStore } from "@coffer/dynamo/account/users";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Product, startProduct, type Visitor } from "../../../test/harness.ts";

type Person = Awaited<ReturnType<Product["person"]>>;
type Entry = { id: number; status: string; permissionType: string; sharedWithUser: object | null };

let product: Product;
let ana: Person;
let ben: Person;
async function open() {
  product = await startProduct();
  ana = await product.person({ firstName: "Ana", lastName: "Ruiz" });
  ben = await product.person({ firstName: "Ben", lastName: "Okafor" });
}

const DAY = 24 * 60 * 60_000;
const share = (to: string, permissionType = "view_only", given = {}) =>
  ana.post("/api/share-budget", {
    email: to,
    permissionType,
    note: "From settings",
    isHousehold: false,
    ...given,
  });
const shares = async () => (await ana.get("/api/shared-users")).body as Entry[];
/** The token of the newest invitation mailed to an address. */
const tokenFor = async (to: string) => (await product.linkFor("invitation", to)).split("/").at(-1) ?? "";
const accept = (person: Visitor, token: string) => person.post("/api/invitations/accept", { token });
const mailsTo = async (to: string) => (await product.mails()).filter(({ mail }) => Object(mail).to === to);

describe("sharing with a verified account", () => {
  beforeEach(open);

  test("opens the budget at once", async () => {
    expect((await share(ben.email)).status).toBe(201);
    expect((await ben.get("/api/shared-with-me")).body).toEqual([
      {
        ownerId: ana.id,
        firstName: "Ana",
        lastName: "Ruiz",
        name: "Ana's budget",
        currency: "USD",
        permissionType: "view_only",
        opened: false,
      },
    ]);
    expect((await ben.asOwner(ana.id).get("/api/categories")).status).toBe(200);
    expect((await mailsTo(ben.email)).map(({ mail }) => mail)).toContainEqual({
      kind: "budget-shared",
      ownerEmail: ana.email,
      ledgerName: null,
      to: ben.email,
      firstName: "Ben",
      ledgerId: ana.id,
      ownerName: "Ana Ruiz",
      permission: "view_only",
      link: `${product.origin}/?budget=${ana.id}`,
      note: "From settings",
    });
  });

  test("shows the owner the address until the budget is opened", async () => {
    await share(ben.email);
    await ben.get("/api/user");
    await ben.get("/api/shared-with-me");
    expect(await shares()).toMatchObject([
      { status: "invited", sharedWithUser: { email: ben.email, firstName: null, lastName: null } },
    ]);
    await ben.asOwner(ana.id).get("/api/budgets?month=11&year=2026");
    expect(await shares()).toMatchObject([
      { status: "active", sharedWithUser: { email: ben.email, firstName: "Ben", lastName: "Okafor" } },
    ]);
  });

  test("again changes the permission of the same entry", async () => {
    const first = await share(ben.email);
    await ben.asOwner(ana.id).get("/api/categories");
    const second = await share(ben.email.toUpperCase(), "edit_categories");
    expect(second.body).toMatchObject({
      id: Object(first.body).id,
      status: "active",
      permissionType: "edit_categories",
    });
    expect(await shares()).toHaveLength(1);
    const category = { name: "Food", icon: "restaurant", color: "red", type: "expense" };
    expect((await ben.asOwner(ana.id).post("/api/categories", category)).status).toBe(201);
  });

  test("ends at the recipient's next request once it is removed", async () => {
    await share(ben.email, "full_access");
    const opened = ben.asOwner(ana.id);
    expect((await opened.get("/api/transactions")).status).toBe(200);
    const [entry] = await shares();
    expect((await ana.delete(`/api/shared-users/${entry?.id}`)).status).toBe(204);
    expect((await opened.get("/api/transactions")).status).toBe(403);
    expect((await ben.get("/api/shared-with-me")).body).toEqual([]);
    expect(await shares()).toEqual([]);
    const again = await ana.delete(`/api/shared-users/${entry?.id}`);
    expect([again.status, again.body]).toEqual([404, { message: "Share not found" }]);
  });

  test("is not mailed once it is removed", async () => {
    await share(ben.email);
    const cleo = await product.person();
    const { body } = await share(cleo.email);
    await ana.delete(`/api/shared-users/${Object(body).id}`);
    const offers = (await product.deliver()).filter(({ subject }) => subject.includes("shared a budget"));
    expect(offers.map(({ to }) => to)).toEqual([ben.email]);
  });

  test("ends when the recipient leaves", async () => {
    await share(ben.email);
    expect((await ben.delete(`/api/shared-with-me/${ana.id}`)).status).toBe(204);
    expect((await ben.asOwner(ana.id).get("/api/categories")).status).toBe(403);
    expect((await ben.delete(`/api/shared-with-me/${ana.id}`)).status).toBe(404);
    expect(await shares()).toEqual([]);
  });

  test("follows the account to its new address", async () => {
    await share(ben.email);
    await ben.asOwner(ana.id).get("/api/categories");
    const profile = { firstName: "Ben", lastName: "Okafor", phone: "555 0102030", email: "new@example.com" };
    expect((await ben.put("/api/user", profile)).status).toBe(200);
    expect((await ben.asOwner(ana.id).get("/api/categories")).status).toBe(200);
    expect(await shares()).toMatchObject([{ sharedWithUser: { email: "new@example.com" } }]);
    await share("new@example.com", "full_access");
    expect(await shares()).toMatchObject([{ permissionType: "full_access", status: "active" }]);
  });

  test("looks the same to owner and recipient after concurrent changes", async () => {
    const removal = async () => {
      for (const { id } of await shares()) await ana.delete(`/api/shared-users/${id}`);
    };
    for (let round = 0; round < 5; round++) {
      const calls = [() => share(ben.email), () => share(ben.email), removal, removal];
      const leave = () => ben.delete(`/api/shared-with-me/${ana.id}`);
      const answers = await Promise.all([...calls, leave, ...calls].map((call) => call()));
      for (const answer of answers) expect(answer?.status ?? 200).toBeLessThan(500);
      const entries = await shares();
      const { status } = await ben.asOwner(ana.id).get("/api/categories");
      expect(entries.length).toBeLessThanOrEqual(1);
      expect(status).toBe(entries.length === 1 ? 200 : 403);
      expect((await ben.get("/api/shared-with-me")).body).toHaveLength(entries.length);
    }
  });
});

describe("sharing with any other address", () => {
  beforeEach(open);

  test("mails a link that opens the budget once", async () => {
    await share("carla@example.com", "edit_transactions");
    const token = await tokenFor("carla@example.com");
    expect((await product.visitor().get(`/api/invitations/${token}`)).body).toEqual({
      valid: true,
      ownerName: "Ana Ruiz",
      email: "carla@example.com",
      permissionType: "edit_transactions",
    });
    expect((await accept(product.visitor(), token)).status).toBe(401);
    const accepted = await accept(ben, token);
    expect([accepted.status, accepted.body]).toEqual([
      200,
      {
        ownerId: ana.id,
        firstName: "Ana",
        lastName: "Ruiz",
        name: "Ana's budget",
        currency: "USD",
        permissionType: "edit_transactions",
        opened: true,
      },
    ]);
    expect(await shares()).toMatchObject([
      { status: "active", sharedWithUser: { email: ben.email, firstName: "Ben", lastName: "Okafor" } },
    ]);
    const carla = await product.person({ email: "carla@example.com" });
    const again = await accept(carla, token);
    expect([again.status, again.body]).toMatchObject([
      400,
      { message: "This invitation has expired or was already used" },
    ]);
    expect((await product.visitor().get(`/api/invitations/${token}`)).body).toMatchObject({ valid: false });
  });

  test("is accepted by one of twenty concurrent attempts", async () => {
    await share("carla@example.com");
    const token = await tokenFor("carla@example.com");
    const people = await Promise.all(Array.from({ length: 5 }, () => product.person()));
    const answers = await Promise.all(people.flatMap((one) => [1, 2, 3, 4].map(() => accept(one, token))));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(19);
    expect(await shares()).toHaveLength(1);
  });

  test("does not open to the verified address without the link", async () => {
    await share("carla@example.com");
    const carla = await product.person({ email: "carla@example.com", verified: true });
    expect((await carla.get("/api/shared-with-me")).body).toEqual([]);
    expect((await carla.asOwner(ana.id).get("/api/categories")).status).toBe(403);
    const unverified = await product.person({ email: "dan@example.com", verified: false });
    await share("dan@example.com");
    expect((await unverified.asOwner(ana.id).get("/api/categories")).status).toBe(403);
  });

  test("verifies the recipient's address", async () => {
    await share("carla@example.com");
    const carla = await product.person({ email: "carla@example.com", verified: false });
    await accept(carla, await tokenFor("carla@example.com"));
    expect((await carla.get("/api/user")).body).toMatchObject({ emailVerified: true });
    await share("dan@example.com");
    const other = await product.person({ verified: false });
    await accept(other, await tokenFor("dan@example.com"));
    expect((await other.get("/api/user")).body).toMatchObject({ emailVerified: false });
  });

  test("lasts seven days", async () => {
    await share("carla@example.com");
    const token = await tokenFor("carla@example.com");
    product.pass(7 * DAY - 1);
    expect((await product.visitor().get(`/api/invitations/${token}`)).body).toMatchObject({ valid: true });
    product.pass(1);
    expect((await product.visitor().get(`/api/invitations/${token}`)).body).toEqual({
      valid: false,
      ownerName: null,
      email: null,
      permissionType: null,
    });
    const late = await product.person();
    expect((await accept(late, token)).status).toBe(400);
  });

  test("again voids the older link", async () => {
    const first = await share("carla@example.com");
    const older = await tokenFor("carla@example.com");
    product.pass(1_000);
    const second = await share("carla@example.com", "full_access");
    expect(Object(second.body).id).toBe(Object(first.body).id);
    expect((await accept(ben, older)).status).toBe(400);
    expect((await accept(ben, await tokenFor("carla@example.com"))).body).toMatchObject({
      permissionType: "full_access",
    });
  });

  test("is revoked by removing the entry", async () => {
    await share("carla@example.com");
    const [entry] = await shares();
    expect((await ana.delete(`/api/shared-users/${entry?.id}`)).status).toBe(204);
    expect((await accept(ben, await tokenFor("carla@example.com"))).status).toBe(400);
  });

  test("merges with a share that the recipient already has", async () => {
    await share(ben.email, "view_only");
    await share("carla@example.com", "full_access");
    await accept(ben, await tokenFor("carla@example.com"));
    expect(await shares()).toMatchObject([{ permissionType: "full_access", status: "active" }]);
    expect((await ben.get("/api/shared-with-me")).body).toMatchObject([{ permissionType: "full_access" }]);
  });
});

describe("what the owner sees", () => {
  beforeEach(open);

  test("does not tell whether an address has an account", async () => {
    await product.person({ email: "some@example.com", verified: false });
    const answers = [];
    for (const email of [ben.email, "nobody@example.com", "some@example.com"]) {
      const before = await shares();
      const { status, body, headers } = await share(email);
      const again = await share(email, "full_access");
      const listed = (await shares()).slice(before.length);
      const masked = JSON.stringify([status, body, again.body, listed])
        .replaceAll(email, "ADDRESS")
        .replaceAll(/"id":\d+/g, '"id":0');
      answers.push([masked, [...headers.keys()].sort()]);
    }
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
  });

  test("does not depend on the order or age of the entries", async () => {
    for (const email of ["a@example.com", ben.email, "z@example.com"]) {
      await share(email);
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    product.pass(30 * DAY);
    ana = { ...ana, ...product.visitor() };
    await ana.post("/api/login", { email: ana.email, password: ana.password });
    const addresses = (await shares()).map(({ sharedWithUser }) => Object(sharedWithUser).email);
    expect(addresses).toEqual(["a@example.com", ben.email, "z@example.com"]);
  });
});

describe("sharing is refused", () => {
  beforeAll(open);

  test.each([
    ["email", { email: "not an address" }, "Please enter a valid email address"],
    ["email", { email: "a@b.com\r\nBcc: x@y.com" }, "Please enter a valid email address"],
    ["email", { email: "\u202aana@example.com\u202c" }, "Please enter a valid email address"],
    ["email", { email: "ana@exam\u200bple.com" }, "Please enter a valid email address"],
    ["email", { email: "\uff41na@example.com" }, "Please enter a valid email address"],
    ["email", { email: undefined }, "Please enter a valid email address"],
    ["permissionType", { permissionType: "owner" }, "Choose a permission"],
    ["note", { note: "x".repeat(501) }, "Use at most 500 characters"],
  ])("for a bad %s: %j", async (path, given, message) => {
    const { status, body } = await share("carla@example.com", "view_only", given);
    expect([status, body]).toEqual([400, { message, issues: [{ path, message }] }]);
  });

  test("with oneself", async () => {
    const message = "You cannot share your budget with yourself";
    const { status, body } = await share(ana.email.toUpperCase());
    expect([status, body]).toEqual([400, { message, issues: [{ path: "email", message }] }]);
  });

  test("by accepting an invitation that the person sent", async () => {
    await share("carla@example.com");
    const token = await tokenFor("carla@example.com");
    expect((await accept(ana, token)).body).toMatchObject({
      message: "You cannot accept your own invitation",
    });
    expect((await accept(ben, token)).status).toBe(200);
  });

  test("to guests with any permission", async () => {
    await share(ben.email, "full_access");
    const opened = ben.asOwner(ana.id);
    expect((await opened.get("/api/shared-users")).status).toBe(403);
    expect(
      (await opened.post("/api/share-budget", { email: "x@example.com", permissionType: "full_access" }))
        .status,
    ).toBe(403);
    const [entry] = await shares();
    expect((await opened.delete(`/api/shared-users/${entry?.id}`)).status).toBe(403);
    const carla = await product.person();
    expect((await carla.delete(`/api/shared-users/${entry?.id}`)).status).toBe(404);
  });

  test.each(["Win at evil.com", "https://evil.example", "see www.evil"])(
    "with a note like %j",
    async (note) => {
      const message = "Write the note without a link";
      const { status, body } = await share("carla@example.com", "view_only", { note });
      expect([status, body]).toEqual([400, { message, issues: [{ path: "note", message }] }]);
    },
  );

  test("with an address that was invited three times this week by anybody", async () => {
    const strict = await startProduct({ throttle: true });
    const people = await Promise.all([1, 2, 3, 4].map(() => strict.person()));
    const [first, , , fourth] = people;
    const send = (by: Visitor | undefined, permissionType = "view_only") =>
      by?.post("/api/share-budget", { email: "carla@example.com", permissionType });
    for (const one of people.slice(0, 3)) expect((await send(one))?.status).toBe(201);
    expect((await send(fourth))?.status).toBe(429);
    const link = await strict.linkFor("invitation", "carla@example.com");
    // A change is saved without another mail; the mailed link stays valid.
    expect((await send(first, "edit_transactions"))?.body).toMatchObject({
      permissionType: "edit_transactions",
    });
    expect(await strict.mailsTo("carla@example.com")).toHaveLength(3);
    const [, , token] = link.split("/");
    expect((await strict.visitor().get(`/api/invitations/${token}`)).body).toMatchObject({ valid: true });
    strict.pass(7 * DAY);
    await fourth?.post("/api/login", { email: fourth.email, password: fourth.password });
    expect((await send(fourth))?.status).toBe(201);
  });

  test("after twenty within a day", async () => {
    const strict = await startProduct({ throttle: true });
    const owner = await strict.person();
    const send = (n: number) =>
      owner.post("/api/share-budget", { email: `friend${n}@example.com`, permissionType: "view_only" });
    for (let n = 0; n < 20; n++) expect((await send(n)).status).toBe(201);
    strict.pass(DAY / 2 - 1);
    await owner.post("/api/reauthenticate", { password: owner.password });
    const { status, headers } = await send(20);
    expect(status).toBe(429);
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
  });

  test("for links that were never mailed", async () => {
    for (const token of ["", "x", "x".repeat(43), "%00", "../../x", "a".repeat(5_000)]) {
      const { status, body } = await product.visitor().get(`/api/invitations/${encodeURIComponent(token)}`);
      expect([status, status === 200 ? Object(body).valid : false]).toEqual([
        token === "" ? 404 : 200,
        false,
      ]);
    }
    expect((await accept(ben, "x".repeat(43))).status).toBe(400);
    expect((await accept(ben, "short")).body).toMatchObject({ message: "This link is not valid" });
  });

  test("under a stored name with a link in it", async () => {
    const store = createUserStore(product.table);
    const account = await store.account(ana.id);
    if (account)
      await store.save(account, { ...account, user: { ...account.user, lastName: "evil.com" } }, {});
    expect((await share("carla@example.com")).body).toEqual({
      message: "Your name has a link in it. Please change it in Settings, then share.",
    });
  });
});

describe("each permission", () => {
  beforeAll(open);

  const category = { name: "Food", icon: "restaurant", color: "red", type: "expense" };
  const goal = { name: "Bicycle", targetAmount: 1, startDate: "2026-11-01", targetDate: "2026-12-01" };

  test.each([
    ["view_only", { read: 200, transactions: 403, categories: 403, goals: 403 }],
    ["edit_transactions", { read: 200, transactions: 201, categories: 403, goals: 403 }],
    ["edit_categories", { read: 200, transactions: 201, categories: 201, goals: 403 }],
    ["full_access", { read: 200, transactions: 201, categories: 201, goals: 201 }],
  ])("%s allows what its name says", async (permission, expected) => {
    const { body } = await ana.post("/api/categories", category);
    await share(ben.email, permission);
    const opened = ben.asOwner(ana.id);
    const transaction = {
      description: "Lunch",
      amount: 1,
      date: "2026-11-21",
      type: "expense",
      categoryId: Object(body).id,
    };
    expect({
      read: (await opened.get("/api/financial-goals")).status,
      transactions: (await opened.post("/api/transactions", transaction)).status,
      categories: (await opened.post("/api/categories", category)).status,
      goals: (await opened.post("/api/financial-goals", goal)).status,
    }).toEqual(expected);
    // The writer's own budget stays empty.
    expect((await ben.get("/api/financial-goals")).body).toEqual([]);
    expect((await ben.get("/api/categories")).body).toEqual([]);
  });
});
