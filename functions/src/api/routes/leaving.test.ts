import { DAY_MS, HOUR_MS, MINUTE_MS } from "@coffer/domain/time/day";
import { beforeEach, describe, expect, test } from "vitest";
import {
  CATEGORY,
  freshAddress,
  makeAdmin,
  type Person,
  shareWith,
  signIn,
  tokenOf,
  transactionOf,
} from "../../../test/fixtures.ts";
import { type Product, startProduct } from "../../../test/harness.ts";

let product: Product;
let ana: Person;
let ben: Person;
beforeEach(async () => {
  product = await startProduct();
  ana = await product.person({ firstName: "Ana" });
  ben = await product.person({ firstName: "Ben" });
});

const leave = (person: Person, password = person.password) =>
  person.send("DELETE", "/api/user", { password });
const login = ({ email, password }: Person) => product.visitor().post("/api/login", { email, password });
const housekeep = () => product.core.leaving.removeDue(product.clock());
const kinds = async (person: Person) => (await product.mailsTo(person.email)).map(({ kind }) => kind);
/** Everything in the table that mentions a person. */
const tracesOf = async ({ id, email }: Person) =>
  (await product.items()).filter((item) => {
    const text = JSON.stringify(item);
    return text.includes(String(id)) || text.includes(email);
  });

describe("deleting one's account", () => {
  test("mails a link that ends the shares without signing in", async () => {
    await ana.post("/api/share-budget", shareWith(ben.email));
    const other = await product.person();
    await ana.post("/api/share-budget", shareWith(other.email));
    await leave(ana);
    const token = tokenOf(await product.linkFor("account-leaving", ana.email, "endShares"));
    const end = () => product.visitor().post("/api/leaving/end-shares", { token });
    expect((await end()).status).toBe(200);
    expect((await ben.asOwner(ana.id).get("/api/categories")).status).toBe(403);
    const expired = { message: "This link has expired or was already used." };
    expect(await end()).toMatchObject({ status: 400, body: expired });

    // Keeping the account voids the link.
    await leave(ben);
    const kept = tokenOf(await product.linkFor("account-leaving", ben.email, "endShares"));
    await login(ben);
    const late = await product.visitor().post("/api/leaving/end-shares", { token: kept });
    expect(late).toMatchObject({ status: 400, body: expired });
  });

  test("removes everything after seven days", async () => {
    await ana.post("/api/categories", CATEGORY);
    await ana.post("/api/share-budget", shareWith(ben.email));
    await ana.post("/api/share-budget", shareWith("nobody@example.com"));
    await ben.post("/api/share-budget", shareWith(ana.email));
    const { status, body } = await leave(ana);
    expect([status, body]).toEqual([202, { goesAt: product.clock() + 7 * DAY_MS }]);
    expect((await ana.get("/api/user")).status).toBe(401);
    expect(await kinds(ana)).toContain("account-leaving");

    product.pass(7 * DAY_MS - 1);
    await housekeep();
    await signIn(ben);
    expect((await ben.asOwner(ana.id).get("/api/categories")).status).toBe(200);

    product.pass(1);
    await housekeep();
    await housekeep();
    expect((await login(ana)).status).toBe(401);
    expect(await product.account(ana.email)).toBeUndefined();
    await signIn(ben);
    expect((await ben.get("/api/shared-with-me")).body).toEqual([]);
    expect((await kinds(ben)).filter((kind) => kind === "budget-gone")).toHaveLength(1);

    product.pass(2 * HOUR_MS);
    await product.core.housekeep(product.clock());
    const left = (await tracesOf(ana)).map(({ pk }) => String(pk));
    expect(
      left.filter((pk) => /^(USER|BUDGET|EMAIL|REMOVAL)#/.test(pk) && !pk.includes(String(ben.id))),
    ).toEqual([]);
  });

  test("is mailed to those who opened the budget, without links in names", async () => {
    const [offered, unproven] = [await product.person(), await product.person({ verified: false })];
    await ana.put("/api/ledger", { name: "Win at evil.example.com" });
    for (const { email } of [ben, offered]) await ana.post("/api/share-budget", shareWith(email));
    expect((await ben.asOwner(ana.id).get("/api/categories")).status).toBe(200);
    await unproven.put("/api/ledger", { name: "Mine" });
    await unproven.post("/api/share-budget", shareWith(offered.email));
    await offered.asOwner(unproven.id).get("/api/categories");
    await leave(ana);
    await leave(unproven);
    product.pass(7 * DAY_MS);
    await housekeep();
    const gone = (await product.mails())
      .map(({ mail }) => Object(mail))
      .filter(({ kind }) => kind === "budget-gone");
    expect(gone).toMatchObject([{ to: ben.email, ownerName: "Ana Stone", ledgerName: null }]);
  });

  test("removes the address from others' activity and notifications", async () => {
    const family = await product.person({ firstName: "Zenobia", lastName: "Quill" });
    await ben.post("/api/share-budget", shareWith(family.email));
    await family.asOwner(ben.id).get("/api/categories");
    await family.post("/api/share-budget", shareWith(ben.email));
    expect(JSON.stringify((await ben.get("/api/notifications")).body)).toContain("Zenobia");
    await leave(family);
    product.pass(7 * DAY_MS);
    await housekeep();
    await signIn(ben);
    const seen = ["/api/activity", "/api/notifications", "/api/shared-users"].map((path) => ben.get(path));
    const left = JSON.stringify(await Promise.all(seen));
    expect(left).toContain("Former member no longer shares a budget with you.");
    expect(left).not.toMatch(/Zenobia|Quill/);
    expect(left).not.toContain(family.email);
  });

  test("keeps an address that ends with the deleted one", async () => {
    const mine = freshAddress();
    const [gone, stays] = [
      await product.person({ email: `m.1${mine}` }),
      await product.person({ email: `tom.1${mine}` }),
    ];
    for (const person of [gone, stays]) {
      await ben.post("/api/share-budget", shareWith(person.email));
      expect((await person.delete(`/api/shared-with-me/${ben.id}`)).status).toBe(204);
    }
    await leave(gone);
    product.pass(7 * DAY_MS);
    await housekeep();
    await signIn(ben);
    const left = JSON.stringify([
      (await ben.get("/api/notifications")).body,
      (await ben.get("/api/activity")).body,
    ]);
    expect(left).toContain(`${stays.email} has declined your invitation.`);
    expect(left).not.toContain(`"${gone.email}`);
  });

  test("removes the name from notifications of a budget that the person had left", async () => {
    const cleo = await product.person({ firstName: "Zenobia", lastName: "Quill" });
    for (const member of [ben, cleo]) {
      await ana.post("/api/share-budget", { ...shareWith(member.email), permissionType: "member" });
      expect((await member.asOwner(ana.id).get("/api/categories")).status).toBe(200);
    }
    expect((await ana.delete(`/api/ledger/members/${ana.id}`)).status).toBe(204);
    expect((await cleo.delete(`/api/shared-with-me/${ana.id}`)).status).toBe(204);
    const bens = ben.asOwner(ana.id);
    const seen = async () =>
      JSON.stringify(
        await Promise.all(["/api/activity", "/api/notifications"].map((path) => bens.get(path))),
      );
    expect(await seen()).toMatch(/Zenobia Quill has left.*Zenobia Quill has accepted/);
    await leave(cleo);
    await leave(ana);
    product.pass(7 * DAY_MS);
    await housekeep();
    await signIn(ben);
    const left = await seen();
    expect(left).toContain("Former member has left your budget.");
    expect(left).not.toMatch(/Zenobia|Quill/);
    expect(left).not.toContain(cleo.email);
    expect(left).not.toContain(ana.email);
  });

  test("deletes the mail that waits for the account", async () => {
    await makeAdmin(product, ben);
    await signIn(ben);
    const mail = { userId: ana.id, subject: "News", htmlContent: "<p>Hello</p>", sendToAll: false };
    const { id } = Object((await ben.post("/api/admin/email", mail)).body);
    await leave(ana);
    expect(await kinds(ana)).toEqual(expect.arrayContaining(["account-leaving", "announcement"]));
    product.pass(7 * DAY_MS);
    await housekeep();
    expect(await kinds(ana)).toEqual([]);
    await signIn(ben);
    expect((await ben.get(`/api/admin/email/${id}`)).body).toMatchObject({
      total: 1,
      suppressed: 1,
      done: true,
    });
  });

  test("keeps the person's entries in others' budgets as a former member's", async () => {
    const { id: categoryId } = Object((await ben.post("/api/categories", CATEGORY)).body);
    await ben.post("/api/share-budget", { ...shareWith(ana.email), permissionType: "full_access" });
    await ana.asOwner(ben.id).post("/api/transactions", transactionOf(categoryId));
    await leave(ana);
    product.pass(7 * DAY_MS);
    await housekeep();
    await signIn(ben);
    const entries = Object((await ben.get("/api/activity")).body);
    expect(entries.find(({ kind }: { kind: string }) => kind === "transaction").by).toEqual({
      id: ana.id,
      firstName: "Former member",
      lastName: "",
    });
  });

  test("is cancelled by signing in within seven days", async () => {
    await ana.post("/api/categories", CATEGORY);
    await leave(ana);
    product.pass(7 * DAY_MS - 1);
    expect((await login(ana)).status).toBe(200);
    expect(await kinds(ana)).toContain("account-kept");
    product.pass(7 * DAY_MS);
    await housekeep();
    await ana.post("/api/login", { email: ana.email, password: ana.password });
    expect((await ana.get("/api/categories")).body).toHaveLength(1);
  });

  test("cannot be cancelled after seven days, even before anything is removed", async () => {
    await leave(ana);
    product.pass(7 * DAY_MS);
    const [gone, unknown] = [await login(ana), await login({ ...ana, email: "unknown@example.com" })];
    expect([gone.status, gone.body]).toEqual([401, unknown.body]);
  });

  test("spares whoever has an address of before by then", async () => {
    const moved = { firstName: "Ana", lastName: "Stone", phone: "555 0102030", email: freshAddress() };
    await ana.put("/api/user", moved);
    await product.core.accounts.proveEmail(ana.id, moved.email);
    product.pass(8 * DAY_MS);
    await product.core.housekeep(product.clock());
    const cleo = await product.person({ email: ana.email });
    await signIn({ ...ana, email: moved.email });
    expect((await leave(ana)).status).toBe(202);
    product.pass(7 * DAY_MS);
    await housekeep();
    expect(await product.account(moved.email)).toBeUndefined();
    expect((await login(cleo)).status).toBe(200);
  });

  test("makes its mailed links invalid, before and after it is removed", async () => {
    await leave(ana);
    product.pass(7 * DAY_MS - MINUTE_MS);
    await product.visitor().post("/api/forgot-password", { email: ana.email });
    const token = tokenOf(await product.linkFor("reset-password", ana.email));
    product.pass(MINUTE_MS);
    const message = "This password reset link has expired or is invalid. Please request a new one.";
    const reset = { token, password: "another horse" };
    const expectInvalid = async () => {
      const { status, body } = await product.visitor().post("/api/reset-password", reset);
      expect([status, body]).toEqual([400, { message }]);
    };
    await expectInvalid();
    await housekeep();
    await expectInvalid();
  });

  test("ends summaries and announcements at once, not what others write to the person", async () => {
    const morning = { emailNotifications: true, notificationTime: "07:30", timeZone: "Europe/Paris" };
    await ana.put("/api/notification-preferences", morning);
    await makeAdmin(product, ben);
    await leave(ana);
    product.pass(DAY_MS);
    await product.core.digests.tick(product.clock());
    await signIn(ben);
    const announcement = { subject: "News", htmlContent: "<p>Hello</p>", sendToAll: true };
    await ben.post("/api/admin/email", announcement, { "idempotency-key": "announcement" });
    await ben.post("/api/admin/email", {
      ...announcement,
      subject: "To you",
      sendToAll: false,
      userId: ana.id,
    });
    await ben.post("/api/share-budget", shareWith(ana.email));
    await product.core.campaigns.fanOut();
    const subjects = (await product.deliver()).flatMap(({ to, subject }) =>
      to === ana.email ? subject : [],
    );
    expect(subjects.sort()).toEqual([
      "Ben Stone shared a budget with you",
      "To you",
      "Your account will be deleted on November 28, 2026",
    ]);
  });

  test("requires the password", async () => {
    const { status, body } = await leave(ana, "not this one");
    expect([status, body]).toEqual([
      400,
      { message: "Password is incorrect", issues: [{ path: "password", message: "Password is incorrect" }] },
    ]);
    expect((await ana.get("/api/user")).status).toBe(200);
  });

  test("is refused to an administrator", async () => {
    await makeAdmin(product, ana);
    expect((await leave(ana)).status).toBe(409);
  });
});

describe("an administrator", () => {
  test("deletes a user's account, which its owner can still keep", async () => {
    await makeAdmin(product, ana);
    expect((await ana.delete(`/api/admin/users/${ben.id}`)).status).toBe(202);
    expect((await ben.get("/api/user")).status).toBe(401);
    expect((await product.mailsTo(ben.email)).find(({ kind }) => kind === "account-leaving")).toMatchObject({
      byAdministrator: true,
      goesOn: "2026-11-28",
    });
    expect((await login(ben)).status).toBe(200);
    expect((await ana.delete(`/api/admin/users/${ana.id}`)).status).toBe(403);
    expect((await ana.delete("/api/admin/users/7")).status).toBe(404);
  });
});
