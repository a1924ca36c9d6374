import { createHmac, randomBytes } from "node:crypto";
import { decodeJwt, type JWTPayload, SignJWT, UnsecuredJWT } from "jose";
import { beforeAll, describe, expect, test } from "vitest";
import { makeAdmin } from "../../test/fixtures.ts";
import { type Product, startProduct, type Visitor } from "../../test/harness.ts";

const DAY = 24 * 60 * 60_000;

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});

/** The status of GET /api/user with this cookie. */
const statusWith = async (token: string, name = "session") => {
  const visitor = product.visitor();
  visitor.jar.set(name, token);
  return (await visitor.get("/api/user")).status;
};
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

describe("refuses a forged token:", () => {
  const HEADER = { alg: "HS256", typ: "session+jwt", kid: "test" };
  type Forger = (claims: JWTPayload, token: string) => string | Promise<string>;
  const signed = (
    claims: JWTPayload,
    header: object = {},
    secret: Uint8Array = product.ring.current.secret,
  ) => new SignJWT(claims).setProtectedHeader({ ...HEADER, ...header }).sign(secret);
  const encoded = (part: object | string) =>
    Buffer.from(typeof part === "string" ? part : JSON.stringify(part)).toString("base64url");

  const FORGERIES: [what: string, forge: Forger][] = [
    ["without a signature (alg none)", (claims) => new UnsecuredJWT(claims).encode()],
    [
      "alg none in a session's header",
      (claims) => `${encoded({ ...HEADER, alg: "none" })}.${encoded(claims)}.`,
    ],
    ["without its signature", (_, token) => token.replace(/[^.]+$/, "")],
    ["signed with another key", (claims) => signed(claims, {}, randomBytes(32))],
    ["signed with an empty key", (claims) => hmac(HEADER, claims, "")],
    ["signed with another key's id", (claims) => signed(claims, { kid: "other" })],
    ["signed without a key's id", (claims) => signed(claims, { kid: undefined })],
    ["a key's id that is no text", (claims) => hmac({ ...HEADER, kid: { toString: "test" } }, claims)],
    ["another algorithm", (claims) => signed(claims, { alg: "HS512" })],
    ["without a type", (claims) => signed(claims, { typ: undefined })],
    ["another type", (claims) => signed(claims, { typ: "JWT" })],
    ["another issuer", (claims) => signed({ ...claims, iss: "https://evil.example" })],
    ["another audience", (claims) => signed({ ...claims, aud: "other" })],
    ["without an audience", ({ aud: _, ...claims }) => signed(claims)],
    ["expired", (claims) => signed({ ...claims, exp: Math.floor(product.clock() / 1000) })],
    ["without an expiry", ({ exp: _, ...claims }) => signed(claims)],
    ["without an issue time", ({ iat: _, ...claims }) => signed(claims)],
    ["not valid yet", (claims) => signed({ ...claims, nbf: Math.floor(product.clock() / 1000) + 60 })],
    ["without a session", ({ sid: _, ...claims }) => signed(claims)],
    ["an unknown session", (claims) => signed({ ...claims, sid: randomBytes(24).toString("base64url") })],
    ["a session's id that is no text", (claims) => signed({ ...claims, sid: { S: claims.sid } })],
    ["an empty session's id", (claims) => signed({ ...claims, sid: "" })],
    ["without a user", ({ sub: _, ...claims }) => signed(claims)],
    ["a user that is no number", (claims) => signed({ ...claims, sub: `${claims.sub}#` })],
    ["a user beyond all numbers", (claims) => signed({ ...claims, sub: "1e400" })],
    ["claims exchanged under the signature", (claims, token) => exchanged(token, { ...claims, sub: "1" })],
    [
      "a header exchanged under the signature",
      (_, token) => token.replace(/^[^.]+/, encoded({ ...HEADER, x: 1 })),
    ],
    ["an unknown extension", (claims) => hmac({ ...HEADER, crit: ["b64"], b64: false }, claims)],
    ["encrypted", () => `${encoded({ alg: "dir", enc: "A256GCM", kid: "test" })}..a.b.c`],
    ["nothing", () => ""],
    ["dots", () => ".."],
    ["no token", () => "session"],
    ["no JSON", () => `${encoded("{")}.${encoded("{")}.${encoded("x")}`],
    ["null", () => `${encoded("null")}.${encoded("null")}.${encoded("x")}`],
    ["far too long", () => `${encoded(HEADER)}.${"a".repeat(20_000)}.${"b".repeat(43)}`],
  ];
  const hmac = (
    header: object,
    claims: JWTPayload,
    secret: Uint8Array | string = product.ring.current.secret,
  ) => {
    const said = `${encoded(header)}.${encoded(claims)}`;
    return `${said}.${createHmac("sha256", secret).update(said).digest("base64url")}`;
  };
  const exchanged = (token: string, claims: JWTPayload) => token.replace(/\.[^.]+\./, `.${encoded(claims)}.`);

  test.each(FORGERIES)("%s", async (_what, forge) => {
    const token = tokenOf(await product.person());
    expect(await statusWith(await forge(decodeJwt(token), token))).toBe(401);
    expect(await statusWith(token)).toBe(200);
  });

  test("another user's session", async () => {
    const [mine, theirs] = [await product.person(), await product.person()];
    const claims = decodeJwt(tokenOf(mine));
    expect(await statusWith(await signed({ ...claims, sid: decodeJwt(tokenOf(theirs)).sid }))).toBe(401);
    expect(await statusWith(await signed({ ...claims, sub: String(theirs.id) }))).toBe(401);
    expect(await statusWith(await signed(claims))).toBe(200);
  });

  test("under the cookie's https name", async () => {
    expect(await statusWith(tokenOf(await product.person()), "__Host-session")).toBe(401);
  });
});
