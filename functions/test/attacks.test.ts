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
/** Headers of a request from a network of its own. */
const elsewhere = () => ({ "x-test-address": `2001:db8:0:${(++networks).toString(16)}::1` });

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
/** The owner of an address forgets the password, and sets another by the newest link in the mailbox. */
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

test("3: taking the account with a session that was stolen", async () => {
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

test("4: letting the victim's click verify the account that the attacker registered", async () => {
  const impostor = await register({ verified: false });
  const token = tokenOf(await product.linkFor("verify-email", impostor.email));
  await product.visitor().get(`/api/verify-email/${token}`);
  expect((await impostor.get("/api/user")).body).toMatchObject({ emailVerified: false });
  await product.visitor().post("/api/verify-email/disown", { token });
  expect((await impostor.get("/api/user")).status).toBe(401);
  expect((await logIn(impostor.email, impostor.password)).status).toBe(401);
});

test("5: writing to a victim through invitations, flooding the mailbox, and holding up the victim's own reset", async () => {
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

test("7: sending what makes the server fail", async () => {
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

// With a pattern that goes back over what it has read, this one would run for hours.
test("8: stopping the server with two braces and many spaces", async () => {
  const attacker = await register();
  await makeAdmin(product, attacker);
  for (const htmlContent of [`{{${" ".repeat(190_000)}`, "{{ ".repeat(60_000)]) {
    const { status } = await attacker.post("/api/admin/email", { ...ANNOUNCEMENT, htmlContent });
    expect(status).toBeLessThan(500);
  }
});

test("10: stalling others with many endless lists of one large account", async () => {
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
  for (const { status, body } of await Promise.all(lists)) {
    expect(status).toBe(200);
    // Nobody gets all of an account with one request.
    expect(Object(body).length).toBeLessThan(rows.length);
  }
});
