import { decodeJwt } from "jose";
import { beforeAll, describe, expect, test } from "vitest";
import { makeAdmin } from "../../test/fixtures.ts";
import { type Product, startProduct, type Visitor } from "../../test/harness.ts";

const DAY = 24 * 60 * 60_000;

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});

const tokenOf = ({ jar }: Visitor) => jar.get("session") ?? "";

describe("the cookies", () => {
  const DETAILS = { firstName: "A", lastName: "B", phone: "555 0102030", password: "correct horse" };
  /** The attributes of each cookie that a sign-in at the origin sets. */
  async function cookiesAt(origin: string, rememberMe: boolean) {
    const { core, visitor } = await startProduct({ origin, table: product.tableName });
    const email = `${crypto.randomUUID()}@example.com`;
    await core.accounts.register({ ...DETAILS, email }, ["192.0.2.1"]);
    const login = { email, password: DETAILS.password, rememberMe };
    const { headers } = await visitor().post("/api/login", login);
    return headers.getSetCookie().map((line) => line.replace(/=[^;]+/, "=…"));
  }

  test("are bound to the host and hidden from other sites", async () => {
    expect(await cookiesAt("https://coffer.test", false)).toEqual([
      "__Host-session=…; Path=/; HttpOnly; Secure; SameSite=Strict",
      "session-hint=…; Path=/; Secure; SameSite=Strict",
    ]);
    expect(await cookiesAt("http://coffer.test", false)).toEqual([
      "session=…; Path=/; HttpOnly; SameSite=Strict",
      "session-hint=…; Path=/; SameSite=Strict",
    ]);
  });

  test("contain the port in their names", async () => {
    const [session] = await cookiesAt("http://127.0.0.1:4322", false);
    expect(session).toBe("session-4322=…; Path=/; HttpOnly; SameSite=Strict");
  });

  test("outlive the browser only with rememberMe", async () => {
    expect(await cookiesAt("https://coffer.test", true)).toEqual([
      "__Host-session=…; Max-Age=1209600; Path=/; HttpOnly; Secure; SameSite=Strict",
      "session-hint=…; Max-Age=1209600; Path=/; Secure; SameSite=Strict",
    ]);
  });

  test("contain only user, session and expiry", async () => {
    const person = await product.person();
    await makeAdmin(product, person);
    const claims = decodeJwt(tokenOf(person));
    expect(Object.keys(claims).sort()).toEqual(["aud", "exp", "iat", "iss", "sid", "sub"]);
    expect(claims).toMatchObject({ iss: product.origin, aud: "coffer", sub: String(person.id) });
    expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(DAY / 1000);
    expect(person.jar.get("session-hint")).toBe("1");
  });

  test("differ after each sign-in", async () => {
    const person = await product.person();
    const before = decodeJwt(tokenOf(person)).sid;
    await person.post("/api/login", { email: person.email, password: person.password });
    expect(decodeJwt(tokenOf(person)).sid).not.toBe(before);
  });
});
