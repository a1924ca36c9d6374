import { appointAdmin } from "@coffer/core/admin/admin";
import { createStore } from "@coffer/dynamo/stores";
import { beforeEach, expect, test } from "vitest";
import { idsInARow } from "../../packages/test/store.ts";
import { ANNOUNCEMENT, makeAdmin, newUser, type Person, shareWith } from "./fixtures.ts";
import { type Product, startProduct, type Visitor } from "./harness.ts";
import { addPasskey } from "./second-factors.ts";

// docs/promises.md S16: signs of attacks are logged without personal data.

const ADDRESS = "203.0.113.77";
const AGENT = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0";
const FROM = { "x-test-address": ADDRESS, "user-agent": AGENT };
const MINUTE = 60_000;

let product: Product;
let ana: Person;
let ben: Person;
/** Values that no line may contain. */
let personal: string[];
beforeEach(async () => {
  product = await startProduct({ throttle: true });
  ana = await product.person({ firstName: "Anastasia", lastName: "Riverstone" });
  ben = await product.person({ firstName: "Benedikt", lastName: "Feldmann" });
  personal = ["Anastasia", "Riverstone", "Benedikt", "Feldmann", "stranger@example.com"];
  product.securityLines.splice(0);
  personal.push(ana.email, ben.email, ana.password, ADDRESS, "192.0.2.1", "Firefox", "Linux");
});

/** The lines since the last call, without the fields that every line has. */
function logged(): object[] {
  return product.securityLines.splice(0).map((line) => {
    for (const secret of [...personal, "@"]) expect(line).not.toContain(secret);
    const { level, message, at, network, ...event } = JSON.parse(line);
    expect([level, message, Date.parse(at)]).toEqual(["info", "security", expect.any(Number)]);
    expect(["203.0.113.0/24", "192.0.2.0/24", undefined]).toContain(network);
    return event;
  });
}
const signIn = (email: string, password: string, by: Visitor = product.visitor()) =>
  by.post("/api/login", { email, password }, FROM);

test("logs failed sign-ins", async () => {
  await signIn(ana.email, "wrong horse");
  await signIn("stranger@example.com", "wrong horse");
  expect(logged()).toEqual([
    { event: "sign-in-failed", userId: ana.id },
    { event: "sign-in-failed", userId: null },
  ]);
  for (let tried = 0; tried < 5; tried++) await signIn(ana.email, "wrong horse");
  expect(logged().slice(-2)).toEqual([
    { event: "sign-in-failed", userId: ana.id },
    { event: "throttled", userId: null, endpoint: "users.login" },
  ]);
});

test("logs refused rights", async () => {
  await ana.asOwner(ben.id).get("/api/categories", FROM);
  await ana.get("/api/admin/users", FROM);
  product.pass(11 * MINUTE);
  await ana.get("/api/export", FROM);
  await ana.post("/api/goals", {}, { ...FROM, "sec-fetch-site": "cross-site" });
  const refused = { event: "refused", userId: ana.id };
  expect(logged()).toEqual([
    { ...refused, endpoint: "categories.list" },
    { ...refused, endpoint: "admin.users" },
    { ...refused, endpoint: "portability.export", code: "reauthenticate" },
    { event: "refused", userId: null, endpoint: null },
  ]);
});

test("logs limits, including silent ones", async () => {
  const [forgot, change] = ["/api/forgot-password", "/api/user/change-password"];
  for (let tried = 0; tried < 4; tried++) await ana.post(forgot, { email: ana.email }, FROM);
  expect(logged()).toEqual([{ event: "held-back", userId: null, limit: "forgot" }]);
  const body = { currentPassword: "wrong horse", newPassword: "another horse" };
  for (let tried = 0; tried < 6; tried++) await ana.post(change, body, FROM);
  expect(logged().at(-1)).toEqual({ event: "throttled", userId: ana.id, endpoint: "users.changePassword" });
});

test("logs wrong passwords within a session", async () => {
  const password = "wrong horse";
  const change = { currentPassword: password, newPassword: "another horse" };
  const theirs = await addPasskey(ben);
  logged();
  await ana.post("/api/reauthenticate", { password }, FROM);
  await ana.send("DELETE", "/api/user", { password }, FROM);
  await ana.post("/api/user/change-password", change, FROM);
  await ana.post("/api/reauthenticate/passkey", await theirs.signIn(ana), FROM);
  const refused = { event: "password-refused", userId: ana.id };
  expect(logged()).toEqual([
    { ...refused, purpose: "reauthentication" },
    { ...refused, purpose: "leaving" },
    { ...refused, purpose: "change" },
    { ...refused, purpose: "reauthentication" },
  ]);
});

test("logs shares from their offer to their end", async () => {
  const userId = ana.id;
  const share = (email: string, permissionType = "view_only") =>
    ana.post("/api/share-budget", { ...shareWith(email), note: "for Benedikt", permissionType }, FROM);
  const invited = Object((await share("stranger@example.com")).body).id;
  const shareId = Object((await share(ben.email)).body).id;
  await share(ben.email);
  await share(ben.email, "edit_transactions");
  await ben.delete(`/api/shared-with-me/${ana.id}`, FROM);
  await ana.delete(`/api/shared-users/${invited}`, FROM);
  expect(logged()).toEqual([
    { event: "share-offered", userId, shareId: invited, permission: "view_only" },
    { event: "share-offered", userId, shareId, permission: "view_only" },
    { event: "share-changed", userId, shareId, permission: "edit_transactions" },
    { event: "share-ended", userId: ben.id, shareId },
    { event: "share-ended", userId, shareId: invited },
  ]);
});

test("logs what ends when a reset verifies an address", async () => {
  const impostor = await product.person({ ...newUser(), verified: false });
  personal.push(impostor.email, "Ruiz");
  const { body } = await impostor.post("/api/share-budget", shareWith(ben.email), FROM);
  logged();
  await product.visitor().post("/api/forgot-password", { email: impostor.email }, FROM);
  const token = (await product.linkFor("reset-password", impostor.email)).split("/").at(-1);
  personal.push(String(token));
  await product.visitor().post("/api/reset-password", { token, password: "the owner's horse" }, FROM);
  const userId = impostor.id;
  expect(logged()).toEqual([
    { event: "share-ended", userId, shareId: Object(body).id },
    { event: "password-reset", userId },
  ]);
});

test("logs administrators appointed by an operator", async () => {
  const store = createStore(product.table.client, product.tableName);
  const env = { clock: product.clock, ids: idsInARow(9_000) };
  for (const isAdmin of [true, true, false, false]) {
    await appointAdmin(store, env, ben.email, isAdmin);
    await product.mails();
  }
  expect(logged()).toEqual([
    { event: "administrator-granted", userId: null, targetId: ben.id },
    { event: "administrator-revoked", userId: null, targetId: ben.id },
  ]);
});

test("logs administrators' grants, mail and deletions", async () => {
  await makeAdmin(product, ana);
  const userId = ana.id;
  await ana.post("/api/admin/set-admin", { userId: ben.id, isAdmin: true }, FROM);
  await ana.post("/api/admin/set-admin", { userId: ben.id, isAdmin: false }, FROM);
  const mail = { ...ANNOUNCEMENT, subject: "For Benedikt" };
  const key = { ...FROM, "idempotency-key": "0123456789abcdef" };
  const toAll = await ana.post("/api/admin/email", { ...mail, test: false, sendToAll: true }, key);
  await ana.post("/api/admin/email", { ...mail, test: false, sendToAll: true }, key);
  const toBen = await ana.post("/api/admin/email", { ...mail, test: false, userId: ben.id }, FROM);
  await ana.delete(`/api/admin/users/${ben.id}`, FROM);
  expect(logged()).toEqual([
    { event: "administrator-granted", userId, targetId: ben.id },
    { event: "administrator-revoked", userId, targetId: ben.id },
    { event: "mass-mail", userId, campaignId: Object(toAll.body).id, to: "all" },
    { event: "mass-mail", userId, campaignId: Object(toBen.body).id, to: "one" },
    { event: "account-deletion-started", userId, targetId: ben.id },
  ]);
});

test("logs exports, ended sessions and deletions of accounts", async () => {
  const userId = ana.id;
  await ana.get("/api/export", FROM);
  const { email, password } = ana;
  const elsewhere = product.visitor();
  await signIn(email, password, elsewhere);
  const devices = Object((await ana.get("/api/sessions")).body);
  await ana.delete(`/api/sessions/${devices[1].id}`, FROM);
  await ana.delete("/api/sessions", FROM);
  await signIn(email, password, elsewhere);
  await elsewhere.post("/api/logout", {}, FROM);
  await ana.send("DELETE", "/api/user", { password }, FROM);
  expect(logged()).toEqual([
    { event: "export", userId },
    { event: "signed-in", userId, by: "password" },
    { event: "session-ended", userId, which: "one" },
    { event: "session-ended", userId, which: "others" },
    { event: "signed-in", userId, by: "password" },
    { event: "session-ended", userId, which: "this" },
    { event: "account-deletion-started", userId, targetId: ana.id },
  ]);
});
