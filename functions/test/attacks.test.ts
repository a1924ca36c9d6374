import { inBatches } from "@coffer/domain/batches";
import { creationOf } from "@coffer/dynamo/transaction/transactions";
import { beforeAll, expect, test } from "vitest";
import { day, transaction } from "../../packages/test/fixtures.ts";
import { idsInARow } from "../../packages/test/store.ts";
import { ANNOUNCEMENT, CATEGORY, freshAddress, makeAdmin, shareWith, tokenOf } from "./fixtures.ts";
import { type Product, startProduct, type Visitor } from "./harness.ts";

// docs/promises.md, "Doors": each attack that once went through, as its attacker makes it. They know nothing of what
// stops them: each test asserts that they do not get what they came for. The first needs a browser
// (web/test/doors.test.ts), the ninth a stopwatch, in place of which functions/test/probing.test.ts counts.

let product: Product;
beforeAll(async () => {
  product = await startProduct({ throttle: true });
});

let networks = 0;
/** Headers of a request from a new network. */
const elsewhere = () => ({ "x-test-address": `2001:db8:${(++networks).toString(16)}::1` });

async function register(given: { email?: string; firstName?: string; verified?: boolean } = {}) {
  const { verified = true, ...fields } = given;
  const visitor = product.visitor();
  const email = freshAddress();
  const details = { firstName: "Mallory", lastName: "Stone", phone: "555 0102030", email, ...fields };
  const password = "correct horse";
  const { status, body } = await visitor.post("/api/register", { ...details, password }, elsewhere());
  const { id } = Object(body);
  if (status !== 201 && !given.email && !given.firstName) throw new Error(`could not register: ${status}`);
  if (status === 201 && verified) await product.core.accounts.proveEmail(id, details.email);
  return { ...visitor, id: Number(id), email: details.email, password, status };
}
const logIn = (email: string, password: string) =>
  product.visitor().post("/api/login", { email, password }, elsewhere());
const share = (by: Visitor, email: string, permissionType = "full_access") =>
  by.post("/api/share-budget", { ...shareWith(email), permissionType });
/** The owner of an address resets the password with the newest mailed link. */
async function recover(email: string, password: string) {
  await product.visitor().post("/api/forgot-password", { email }, elsewhere());
  const token = tokenOf(await product.linkFor("reset-password", email));
  return (await product.visitor().post("/api/reset-password", { token, password }, elsewhere())).status;
}

test("2: registering the victim's address, to read along once the victim has it back", async () => {
  const accomplice = await register();
  const impostor = await register({ verified: false });
  await impostor.post("/api/categories", CATEGORY);
  await share(impostor, accomplice.email);
  const waiting = freshAddress();
  await share(impostor, waiting);
  expect(await recover(impostor.email, "the owner's horse")).toBe(200);

  const owner = product.visitor();
  await owner.post("/api/login", { email: impostor.email, password: "the owner's horse" }, elsewhere());
  expect((await owner.post("/api/categories", { ...CATEGORY, name: "Secret" })).status).toBe(201);
  for (const reader of [impostor, accomplice.asOwner(impostor.id)]) {
    expect(JSON.stringify((await reader.get("/api/categories")).body)).not.toContain("Secret");
  }
  expect(await product.mailsTo(waiting)).toEqual([]);
});

test("3: taking the account with a stolen session", async () => {
  const victim = await register();
  product.pass(60 * 60_000);
  const thiefs = freshAddress();
  const thief = victim;
  await thief.put("/api/user", { firstName: "Maya", lastName: "Stone", phone: "555 0102030", email: thiefs });
  await thief.post("/api/user/change-password", { currentPassword: "a guess", newPassword: "thief's horse" });
  await share(thief, (await register()).email);
  await thief.delete("/api/user");
  await product.visitor().post("/api/forgot-password", { email: thiefs }, elsewhere());

  expect(await product.mailsTo(thiefs)).toEqual([]);
  expect((await thief.get("/api/export")).status).toBe(403);
  expect((await thief.get("/api/shared-users")).body).toEqual([]);
  expect((await logIn(victim.email, "thief's horse")).status).toBe(401);
  expect((await logIn(victim.email, victim.password)).status).toBe(200);
});

const ONE_HOUR = 60 * 60_000;

test("14: writing to another person's budget from a tab that still shows the writer's own", async () => {
  const [alice, bob] = [await register(), await register()];
  // Bob signs in in another tab of the browser that shows Alice.
  await alice.post("/api/login", { email: bob.email, password: bob.password }, elsewhere());
  const answer = await alice.post("/api/categories", CATEGORY, { "x-user": String(alice.id) });
  expect([answer.status, answer.body]).toMatchObject([409, { code: "other-user" }]);
  expect((await bob.get("/api/categories")).body).toEqual([]);
  expect((await alice.post("/api/categories", CATEGORY, { "x-user": String(bob.id) })).status).toBe(201);
});

test("15: keeping access with a stolen session", async () => {
  const victim = await register();
  await makeAdmin(product, victim);
  const accomplice = await register();
  await share(victim, accomplice.email, "view_only");
  await victim.post("/api/login", { email: victim.email, password: victim.password });
  product.pass(ONE_HOUR);
  const thief = victim;
  const before = (await product.mails()).length;
  for (const permission of ["view_only", "full_access"])
    expect((await share(thief, freshAddress(), permission)).status).toBe(403);
  expect((await share(thief, accomplice.email, "full_access")).status).toBe(403);
  const mail = { ...ANNOUNCEMENT, test: false, sendToAll: true };
  expect((await thief.post("/api/admin/email", mail)).status).toBe(403);
  const [{ id: own }, { id: other }] = Object((await thief.get("/api/sessions")).body);
  expect((await thief.delete("/api/sessions")).status).toBe(403);
  expect((await thief.delete(`/api/sessions/${other}`)).status).toBe(403);
  expect((await thief.post("/api/restore", { batch: "stolen-batch-1", version: 1, items: [] })).status).toBe(
    403,
  );
  expect((await product.mails()).length).toBe(before);
  // Lowering a right, and leaving a budget oneself, need no recent password.
  expect((await share(thief, accomplice.email, "view_only")).status).toBe(201);
  expect((await thief.delete(`/api/sessions/${own}`)).status).toBe(204);
});

test("16: sharing without the owner's notice", async () => {
  const victim = await register();
  const accomplice = await register();
  await share(victim, accomplice.email, "view_only");
  await share(victim, accomplice.email, "full_access");
  const told = (await product.mailsTo(victim.email)).map((mail) => Object(mail).text);
  expect(told.filter((text) => text === `Your budget is now shared with ${accomplice.email}.`)).toHaveLength(
    2,
  );
  const change = { currentPassword: victim.password, newPassword: "the owner's horse", endShares: true };
  expect((await victim.post("/api/user/change-password", change)).status).toBe(200);
  expect((await accomplice.asOwner(victim.id).get("/api/categories")).status).toBe(403);
  expect((await victim.get("/api/shared-users")).body).toEqual([]);
});

test("17: filling the table", async () => {
  const stranger = await register({ verified: false });
  const row = { date: "2026-11-05", description: "Row", amount: 1, type: "expense", notes: null };
  const { id } = Object((await stranger.post("/api/categories", CATEGORY)).body);
  const rows = [{ ...row, categoryId: id }];
  expect((await stranger.post("/api/imports", { batch: "fill-batch-1", source: "x", rows })).status).toBe(
    403,
  );
  const items = [{ ...CATEGORY, kind: "category", id: 7 }];
  expect((await stranger.post("/api/restore", { batch: "fill-batch-1", version: 1, items })).status).toBe(
    403,
  );

  const attacker = await register();
  const categoryId = Object((await attacker.post("/api/categories", CATEGORY)).body).id;
  await product.core.quota.takeRows(attacker.id, 24_970);
  const many = Array.from({ length: 40 }, (_, n) => ({ ...row, categoryId, amount: n + 1 }));
  const portion = { batch: "fill-batch-2", source: "x", rows: many };
  const cut = await attacker.post("/api/imports", portion);
  expect([cut.status, cut.body]).toMatchObject([
    413,
    { message: expect.stringContaining("Continue tomorrow") },
  ]);
  product.pass(24 * ONE_HOUR);
  await attacker.post("/api/login", { email: attacker.email, password: attacker.password }, elsewhere());
  expect((await attacker.post("/api/imports", portion)).body).toMatchObject({ added: 40 });
  await product.core.quota.takeRows(attacker.id, 24_950);
  const statuses = await Promise.all(
    Array.from({ length: 20 }, () => attacker.post("/api/categories", CATEGORY)),
  );
  expect(statuses.filter(({ status }) => status === 201)).toHaveLength(10);
  expect(statuses.filter(({ status }) => status === 413)).toHaveLength(10);
});

test("18: hiding rows in another's import by its batch", async () => {
  const owner = await register();
  const editor = await register();
  await share(owner, editor.email, "edit_transactions");
  const categoryId = Object((await owner.post("/api/categories", CATEGORY)).body).id;
  const row = { date: "2026-11-05", description: "Row", type: "expense", notes: null, categoryId };
  const portion = (amount: number) => ({
    batch: "owners-batch-1",
    source: "Bank",
    rows: [{ ...row, amount }],
  });
  expect((await owner.post("/api/imports", portion(1))).body).toMatchObject({ added: 1 });
  const shared = editor.asOwner(owner.id);
  expect((await shared.post("/api/imports", portion(2))).status).toBe(409);
  // The portions are forgotten by then, the entry is not.
  product.pass(50 * 24 * ONE_HOUR);
  await editor.post("/api/login", { email: editor.email, password: editor.password }, elsewhere());
  expect((await shared.post("/api/imports", portion(3))).status).toBe(409);
});

test("19: reading data that was deleted before one's share began", async () => {
  const owner = await register();
  const { id } = Object((await owner.post("/api/categories", { ...CATEGORY, name: "Divorce lawyer" })).body);
  await owner.delete(`/api/categories/${id}`);
  const [viewer, editor] = [await register(), await register()];
  await share(owner, viewer.email, "view_only");
  await share(owner, editor.email, "edit_transactions");
  await owner.post("/api/categories", { ...CATEGORY, name: "Food since then" });
  const seenBy = async (person: Visitor, path = "/api/activity") =>
    JSON.stringify((await person.asOwner(owner.id).get(path)).body);
  expect(await seenBy(viewer)).toContain("Food since then");
  for (const path of ["/api/activity", "/api/activity?after=0000000000000001", "/api/activity?kind=category"])
    expect(await seenBy(viewer, path)).not.toContain("Divorce");
  expect(await seenBy(editor)).toContain("Divorce");
});

test("20: locking users out with a clock that ran ahead", async () => {
  const victim = await register();
  const guess = () => logIn(victim.email, "a guess");
  const ahead = 30 * 24 * ONE_HOUR;
  product.pass(ahead);
  for (let n = 0; n < 15; n++) await guess();
  product.pass(-ahead);
  expect((await logIn(victim.email, victim.password)).status).toBe(200);
});

test("21: registering from one network for days", async () => {
  const network = elsewhere();
  let made = 0;
  for (let hour = 0; hour < 7 * 24; hour++) {
    for (let n = 0; n < 6; n++) {
      const details = {
        firstName: "Mallory",
        lastName: "Stone",
        phone: "555 0102030",
        email: freshAddress(),
      };
      const body = { ...details, password: "correct horse" };
      if (hour % 4 === 0 && (await product.visitor().post("/api/register", body, network)).status === 201)
        made += 1;
    }
    product.pass(ONE_HOUR);
  }
  expect(made).toBeLessThanOrEqual(30);
});

test("25: restoring an item that breaks every member's screens", async () => {
  const attacker = await register();
  const partner = await register();
  await share(attacker, partner.email);
  const restore = (items: object[], batch: string) =>
    attacker.post("/api/restore", { batch, version: 1, items });
  const category = { ...CATEGORY, kind: "category", id: 1_000 };
  const row = { kind: "transaction", id: 2_000, description: "Row", amount: 1, type: "expense", notes: null };
  const whole = { ...row, categoryId: 1_000, date: "2026-11-05", createdAt: 1_700_000_000_000 };
  const broken = [
    { date: "9999-99-99" },
    { createdAt: 8.64e15 },
    { amount: -1 },
    { description: "x".repeat(5_000) },
  ];
  for (const [n, part] of broken.entries()) {
    const answer = await restore([category, { ...whole, ...part }], `broken-batch-${n}`);
    expect([JSON.stringify(part).slice(0, 40), answer.status]).toEqual([
      JSON.stringify(part).slice(0, 40),
      400,
    ]);
  }
  for (const path of ["/api/categories", "/api/transactions", "/api/budgets?month=11&year=2026"])
    expect((await partner.asOwner(attacker.id).get(path)).status).toBe(200);
});

test("30: decrypting a browser's data of a user who changed the password", async () => {
  const alice = await register();
  const keyOf = async (person: typeof alice): Promise<string> =>
    Object((await person.get("/api/offline-key")).body).key;
  const key = await keyOf(alice);
  expect(Buffer.from(key, "base64url")).toHaveLength(32);
  await alice.post("/api/user/change-password", {
    currentPassword: alice.password,
    newPassword: "a new password",
  });
  expect(await keyOf(alice)).toBe(key);
  expect(await keyOf(await register())).not.toBe(key);
  await alice.post("/api/logout");
  expect((await alice.get("/api/offline-key")).status).toBe(401);
});

test("4: having the victim verify the attacker's account", async () => {
  const impostor = await register({ verified: false });
  const token = tokenOf(await product.linkFor("verify-email", impostor.email));
  await product.visitor().get(`/api/verify-email/${token}`);
  expect((await impostor.get("/api/user")).body).toMatchObject({ emailVerified: false });
  await product.visitor().post("/api/verify-email/disown", { token });
  expect((await impostor.get("/api/user")).status).toBe(401);
  expect((await logIn(impostor.email, impostor.password)).status).toBe(401);
});

test("5: sending a victim texts through invitations", async () => {
  const victim = await register();
  const before = (await product.mailsTo(victim.email)).length;
  const lure = await register({ firstName: "Win at https://evil.example" });
  await share(lure, victim.email);
  for (let n = 0; n < 8; n++) {
    const sender = await register();
    const note = "Your prize: evil.example/prize";
    await sender.post("/api/share-budget", { ...shareWith(victim.email), note });
    await share(sender, victim.email);
  }
  const flood = (await product.mailsTo(victim.email)).slice(before);
  expect(flood.length).toBeLessThanOrEqual(3);
  expect(JSON.stringify(flood)).not.toContain("evil.example");
  for (let n = 0; n < 10; n++)
    await product.visitor().post("/api/forgot-password", { email: victim.email }, elsewhere());
  expect((await product.mailsTo(victim.email)).length - before - flood.length).toBeLessThanOrEqual(3);
  expect(await recover(victim.email, "the owner's horse")).toBe(200);
});

test("6: guessing a password from a new network with each guess", async () => {
  const victim = await register();
  const guesses = Array.from({ length: 40 }, (_, n) => (n === 39 ? victim.password : `guess ${n}`));
  const through: number[] = [];
  for (const guess of guesses) through.push((await logIn(victim.email, guess)).status);
  expect(through).not.toContain(200);
  expect(through.filter((status) => status === 401).length).toBeLessThanOrEqual(10);
});

test("7: crashing the server with a request", async () => {
  const attacker = await register();
  await makeAdmin(product, attacker);
  const statuses: number[] = [];
  for (const letter of ["\ufb2c", "\u0130"]) {
    const email = `${letter.repeat(240)}@example.com`;
    statuses.push((await register({ email, verified: false })).status);
    statuses.push((await product.visitor().post("/api/forgot-password", { email }, elsewhere())).status);
  }
  const mail = { ...ANNOUNCEMENT, htmlContent: "&".repeat(190_000) };
  statuses.push((await attacker.post("/api/admin/email", mail)).status);
  const target = 1_000;
  const ids = idsInARow(target - 1);
  const items = Array.from({ length: 106 }, () => ({ ...CATEGORY, kind: "category", id: ids() }));
  statuses.push(
    (await attacker.post("/api/restore", { batch: "many-categories", version: 1, items })).status,
  );
  for (const { id } of items.slice(1)) {
    product.pass(1_000);
    statuses.push((await attacker.delete(`/api/categories/${id}?moveTo=${target}`)).status);
  }
  for (const path of [
    "/api/categories",
    "/api/budgets?month=11&year=2026",
    `/api/categories/${target}/usage`,
  ])
    statuses.push((await attacker.get(path)).status);
  statuses.push((await attacker.delete(`/api/categories/${target}`)).status);
  expect(statuses.filter((status) => status >= 500)).toEqual([]);
  expect(product.logged.splice(0)).toEqual([]);
});

// A backtracking pattern would run for hours on this.
test("8: stalling the server with a pattern's worst case", async () => {
  const attacker = await register();
  await makeAdmin(product, attacker);
  for (const htmlContent of [`{{${" ".repeat(190_000)}`, "{{ ".repeat(60_000)]) {
    const { status } = await attacker.post("/api/admin/email", { ...ANNOUNCEMENT, htmlContent });
    expect(status).toBeLessThan(500);
  }
});

test("10: stalling others with many lists of a large account", async () => {
  const [attacker, neighbour] = [await register(), await register()];
  const categoryId = Object((await attacker.post("/api/categories", CATEGORY)).body).id;
  const ids = idsInARow(1_000_000);
  const rows = Array.from({ length: 2_050 }, () =>
    transaction({ id: ids(), categoryId, date: day("2026-11-05") }),
  );
  for (const some of inBatches(rows, 100))
    await product.table.transact(some.map((row) => creationOf(attacker.id, row)));
  let running = 8;
  const lists = Array.from({ length: 8 }, async () => {
    const answer = await attacker.get("/api/transactions?startDate=1900-01-01");
    running -= 1;
    return answer;
  });
  expect((await neighbour.get("/api/user")).status).toBe(200);
  expect(running).toBeGreaterThan(0);
  const answers = await Promise.all(lists);
  const lengths = answers.flatMap(({ status, body }) => (status === 200 ? [Object(body).length] : []));
  // A busy machine may refuse some of them temporarily.
  expect(answers.every(({ status }) => status === 200 || status === 503)).toBe(true);
  expect(lengths.length).toBeGreaterThan(0);
  // No request reads a whole account.
  expect(Math.max(...lengths)).toBeLessThan(rows.length);
});
