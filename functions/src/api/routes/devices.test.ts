import { createSessionStore } from "@coffer/dynamo/account/sessions";
import { beforeAll, describe, expect, test } from "vitest";
import { type Product, startProduct, type Visitor } from "../../../test/harness.ts";

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;
const SESSIONS = "/api/sessions";
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0";

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});

type Person = { email: string; password: string };
async function signInElsewhere({ email, password }: Person, headers = {}): Promise<Visitor> {
  const visitor = product.visitor();
  await visitor.post("/api/login", { email, password, rememberMe: true }, headers);
  return visitor;
}
const devicesOf = async (visitor: Visitor) => Object((await visitor.get(SESSIONS)).body);
const statusOf = async (visitor: Visitor) => (await visitor.get("/api/user")).status;

test("lists where a user is signed in, this device first, then by last use", async () => {
  const person = await product.person();
  const signedInAt = product.clock();
  product.pass(2 * HOUR);
  const phone = await signInElsewhere(person, { "user-agent": FIREFOX, "x-test-address": "203.0.113.77" });
  await signInElsewhere(person, { "x-test-address": "2001:db8:1:2::3" });
  product.pass(2 * HOUR);
  await phone.get("/api/user");
  const [id, began, now] = [expect.any(String), signedInAt + 2 * HOUR, signedInAt + 4 * HOUR];
  expect(await devicesOf(person)).toEqual([
    { id, signedInAt, lastUsedAt: now, network: "192.0.2.0/24", browser: null, system: null, current: true },
    {
      id,
      signedInAt: began,
      lastUsedAt: now,
      network: "203.0.113.0/24",
      browser: "Firefox",
      system: "Linux",
      current: false,
    },
    {
      id,
      signedInAt: began,
      lastUsedAt: began,
      network: "2001:db8:1::/48",
      browser: null,
      system: null,
      current: false,
    },
  ]);
});

test("hides the session ids that tokens contain", async () => {
  const person = await product.person();
  const [{ id }] = await devicesOf(person);
  const [, claims = ""] = (person.jar.get("session") ?? "").split(".");
  const { sid } = JSON.parse(Buffer.from(claims, "base64url").toString());
  expect(sid).toMatch(/^[\w-]{32}$/);
  expect(id).not.toContain(sid);
  expect((await person.delete(`${SESSIONS}/${sid}`)).status).toBe(404);
});

test("omits ended sessions", async () => {
  const person = await product.person();
  await signInElsewhere(person);
  product.pass(11 * HOUR);
  await person.get("/api/user");
  const lasting = await signInElsewhere(person);
  product.pass(11 * HOUR);
  await person.get("/api/user");
  product.pass(3 * HOUR);
  expect((await devicesOf(lasting)).map(({ signedInAt }: { signedInAt: number }) => signedInAt)).toEqual([
    product.clock() - 14 * HOUR,
    product.clock() - 25 * HOUR,
  ]);
  product.pass(14 * DAY);
  expect(await devicesOf(await signInElsewhere(person))).toHaveLength(1);
});

describe("signs out", () => {
  test("one device by its next request", async () => {
    const person = await product.person();
    const [lost, phone] = [await signInElsewhere(person), await signInElsewhere(person)];
    const [{ id }] = await devicesOf(lost);
    expect((await person.delete(`${SESSIONS}/${id}`)).status).toBe(204);
    expect([await statusOf(lost), await statusOf(phone), await statusOf(person)]).toEqual([401, 200, 200]);
    expect((await person.delete(`${SESSIONS}/${id}`)).status).toBe(404);
  });

  test("this device, like signing out", async () => {
    const person = await product.person();
    const [{ id }] = await devicesOf(person);
    expect((await person.delete(`${SESSIONS}/${id}`)).status).toBe(204);
    expect(await statusOf(person)).toBe(401);
  });

  test("all other devices", async () => {
    const person = await product.person();
    const others = [await signInElsewhere(person), await signInElsewhere(person)];
    expect((await person.delete(SESSIONS)).status).toBe(204);
    expect(await Promise.all(others.map(statusOf))).toEqual([401, 401]);
    expect(await devicesOf(person)).toHaveLength(1);
    expect((await person.delete(SESSIONS)).status).toBe(204);
    expect((await person.get("/api/notifications")).body).toMatchObject([
      { kind: "security", text: "You were logged out on your other devices." },
    ]);
  });

  test("no other user's devices", async () => {
    const [person, stranger] = [await product.person(), await product.person()];
    const [{ id }] = await devicesOf(person);
    expect((await stranger.delete(`${SESSIONS}/${id}`)).status).toBe(404);
    expect((await stranger.delete(SESSIONS)).status).toBe(204);
    expect(await statusOf(person)).toBe(200);
  });
});

test("lists sessions of earlier releases, which stored no device", async () => {
  const person = await product.person();
  const [{ pk, sk, device: _, ...older } = { pk: "", sk: "" }] = (await product.items()).filter(
    (item) => item.userId === person.id && String(item.sk).startsWith("SESSION#"),
  );
  await product.table.put({ pk, sk, ...older });
  expect(await devicesOf(person)).toMatchObject([{ network: null, browser: null, current: true }]);
  const [session] = await createSessionStore(product.table).list(person.id);
  expect(session).toMatchObject({ passwordGivenAt: product.clock(), remember: false });
});
