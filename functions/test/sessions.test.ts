import { createHmac, randomBytes } from "node:crypto";
import { decodeJwt, type JWTPayload, SignJWT, UnsecuredJWT } from "jose";
import { beforeAll, describe, expect, test } from "vitest";
import { type Product, startProduct, type Visitor } from "./harness.ts";
import { makeAdmin } from "./world.ts";

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});

/** The status of a read under that very cookie, in a browser that has nothing else. */
const statusWith = async (token: string, name = "session") => {
  const visitor = product.visitor();
  visitor.jar.set(name, token);
  return (await visitor.get("/api/user")).status;
};
const tokenOf = ({ jar }: Visitor) => jar.get("session") ?? "";
async function remembered() {
  const person = await product.person();
  await person.post("/api/login", { email: person.email, password: person.password, rememberMe: true });
  return person;
}

test("register, sign out, sign in, and be known", async () => {
  const maya = await product.person({ firstName: "Maya" });
  expect((await maya.get("/api/user")).body).toMatchObject({
    firstName: "Maya",
    emailVerified: true,
    isAdmin: false,
  });
  expect((await maya.post("/api/logout")).status).toBe(204);
  expect((await maya.get("/api/user")).body).toEqual({ message: "Please sign in" });
  const wrong = await maya.post("/api/login", { email: maya.email, password: "wrong horse" });
  expect([wrong.status, wrong.body]).toEqual([401, { message: "Invalid email or password" }]);
  const right = await maya.post("/api/login", {
    email: maya.email.toUpperCase(),
    password: maya.password,
    rememberMe: true,
  });
  expect(right.status).toBe(200);
  expect((await maya.get("/api/user")).status).toBe(200);
});

describe("a session that has ended is refused at the next request:", () => {
  test("after signing out, and only that one", async () => {
    const person = await product.person();
    const other = product.visitor();
    await other.post("/api/login", { email: person.email, password: person.password });
    const token = tokenOf(person);
    await person.post("/api/logout");
    expect([...person.jar.keys()]).toEqual([]);
    expect(await statusWith(token)).toBe(401);
    expect((await other.get("/api/user")).status).toBe(200);
    expect((await person.post("/api/logout")).status).toBe(204);
  });

  test("after the password was changed", async () => {
    const person = await product.person();
    const before = tokenOf(person);
    const change = { currentPassword: person.password, newPassword: "brand new horse" };
    await person.post("/api/user/change-password", change);
    expect(await statusWith(before)).toBe(401);
    expect(await statusWith(tokenOf(person))).toBe(200);
  });

  test("after the password was reset", async () => {
    const person = await product.person();
    await person.post("/api/forgot-password", { email: person.email });
    const token = (await product.linkFor("reset-password", person.email)).split("/").at(-1);
    const before = tokenOf(person);
    await person.post("/api/reset-password", { token, password: "brand new horse" });
    expect([...person.jar.keys()]).toEqual([]);
    expect(await statusWith(before)).toBe(401);
  });

  test("an administrator's, for what administrators do, once they are none", async () => {
    const [one, other] = await Promise.all([product.person(), product.person()]);
    await makeAdmin(product, one);
    await makeAdmin(product, other);
    expect((await other.get("/api/admin/users")).status).toBe(200);
    const demotion = await one.post("/api/admin/set-admin", { userId: other.id, isAdmin: false });
    expect(demotion.body).toMatchObject({ id: other.id, isAdmin: false });
    expect((await other.get("/api/admin/users")).status).toBe(403);
    expect((await other.get("/api/user")).body).toMatchObject({ isAdmin: false });
  });
});

describe("a session lives", () => {
  test("twelve hours unseen", async () => {
    const person = await product.person();
    product.pass(11 * HOUR);
    expect((await person.get("/api/user")).status).toBe(200);
    product.pass(12 * HOUR);
    expect((await person.get("/api/user")).status).toBe(401);
  });

  test("a day at most", async () => {
    const person = await product.person();
    for (let hours = 6; hours < 24; hours += 6) {
      product.pass(6 * HOUR);
      expect((await person.get("/api/user")).status).toBe(200);
    }
    product.pass(6 * HOUR);
    expect((await person.get("/api/user")).status).toBe(401);
  });

  test("remembered, fourteen days unseen", async () => {
    const [seen, unseen] = [await remembered(), await remembered()];
    product.pass(13 * DAY);
    expect((await seen.get("/api/user")).status).toBe(200);
    product.pass(DAY);
    expect((await unseen.get("/api/user")).status).toBe(401);
    expect((await seen.get("/api/user")).status).toBe(200);
  });

  test("remembered, thirty days at most", async () => {
    const person = await remembered();
    for (const days of [10, 10, 9]) {
      product.pass(days * DAY);
      expect((await person.get("/api/user")).status).toBe(200);
    }
    product.pass(DAY);
    expect((await person.get("/api/user")).status).toBe(401);
  });
});

describe("a forged token is no session:", () => {
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
    ["signed with a key of another name", (claims) => signed(claims, { kid: "other" })],
    ["signed with a key of no name", (claims) => signed(claims, { kid: undefined })],
    ["a key's name that is no text", (claims) => hmac({ ...HEADER, kid: { toString: "test" } }, claims)],
    ["another algorithm", (claims) => signed(claims, { alg: "HS512" })],
    ["without a type", (claims) => signed(claims, { typ: undefined })],
    ["another type", (claims) => signed(claims, { typ: "JWT" })],
    ["another issuer", (claims) => signed({ ...claims, iss: "https://evil.example" })],
    ["another audience", (claims) => signed({ ...claims, aud: "other" })],
    ["without an audience", ({ aud: _, ...claims }) => signed(claims)],
    ["expired", (claims) => signed({ ...claims, exp: Math.floor(product.clock() / 1000) })],
    ["without an end", ({ exp: _, ...claims }) => signed(claims)],
    ["without a start", ({ iat: _, ...claims }) => signed(claims)],
    ["not yet good", (claims) => signed({ ...claims, nbf: Math.floor(product.clock() / 1000) + 60 })],
    ["without a session", ({ sid: _, ...claims }) => signed(claims)],
    ["a session that is none", (claims) => signed({ ...claims, sid: randomBytes(24).toString("base64url") })],
    ["a session's name that is no text", (claims) => signed({ ...claims, sid: { S: claims.sid } })],
    ["a session key of the table", (claims) => signed({ ...claims, sid: "" })],
    ["without a user", ({ sub: _, ...claims }) => signed(claims)],
    ["a user that is no number", (claims) => signed({ ...claims, sub: `${claims.sub}#` })],
    ["a user beyond all numbers", (claims) => signed({ ...claims, sub: "1e400" })],
    ["claims exchanged under the signature", (claims, token) => exchanged(token, { ...claims, sub: "1" })],
    [
      "a header exchanged under the signature",
      (_, token) => token.replace(/^[^.]+/, encoded({ ...HEADER, x: 1 })),
    ],
    ["an extension nobody understands", (claims) => hmac({ ...HEADER, crit: ["b64"], b64: false }, claims)],
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

  test("somebody else's session, or one's own for somebody else", async () => {
    const [mine, theirs] = [await product.person(), await product.person()];
    const claims = decodeJwt(tokenOf(mine));
    expect(await statusWith(await signed({ ...claims, sid: decodeJwt(tokenOf(theirs)).sid }))).toBe(401);
    expect(await statusWith(await signed({ ...claims, sub: String(theirs.id) }))).toBe(401);
    expect(await statusWith(await signed(claims))).toBe(200);
  });

  test("under the name that it has over https", async () => {
    expect(await statusWith(tokenOf(await product.person()), "__Host-session")).toBe(401);
  });
});

describe("the cookies", () => {
  const DETAILS = { firstName: "A", lastName: "B", phone: "555 0102030", password: "correct horse" };
  /** The cookies of signing in at an origin, by name, without their values. */
  async function cookiesAt(origin: string, rememberMe: boolean) {
    const { core, visitor } = await startProduct({ origin, table: product.tableName });
    const email = `${crypto.randomUUID()}@example.com`;
    await core.accounts.register({ ...DETAILS, email }, "192.0.2.1");
    const login = { email, password: DETAILS.password, rememberMe };
    const { headers } = await visitor().post("/api/login", login);
    return headers.getSetCookie().map((line) => line.replace(/=[^;]+/, "=…"));
  }

  test("are bound to this very host, out of scripts' and other sites' reach", async () => {
    expect(await cookiesAt("https://coffer.test", false)).toEqual([
      "__Host-session=…; Path=/; HttpOnly; Secure; SameSite=Strict",
      "session-hint=…; Path=/; Secure; SameSite=Strict",
    ]);
    expect(await cookiesAt("http://coffer.test", false)).toEqual([
      "session=…; Path=/; HttpOnly; SameSite=Strict",
      "session-hint=…; Path=/; SameSite=Strict",
    ]);
  });

  test("outlive the browser only when asked to", async () => {
    expect(await cookiesAt("https://coffer.test", true)).toEqual([
      "__Host-session=…; Max-Age=2592000; Path=/; HttpOnly; Secure; SameSite=Strict",
      "session-hint=…; Max-Age=2592000; Path=/; Secure; SameSite=Strict",
    ]);
  });

  test("carry who it is and until when, and no rights", async () => {
    const person = await product.person();
    await makeAdmin(product, person);
    const claims = decodeJwt(tokenOf(person));
    expect(Object.keys(claims).sort()).toEqual(["aud", "exp", "iat", "iss", "sid", "sub"]);
    expect(claims).toMatchObject({ iss: product.origin, aud: "coffer", sub: String(person.id) });
    expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(DAY / 1000);
    expect(person.jar.get("session-hint")).toBe("1");
  });

  test("are new at every sign-in", async () => {
    const person = await product.person();
    const before = decodeJwt(tokenOf(person)).sid;
    await person.post("/api/login", { email: person.email, password: person.password });
    expect(decodeJwt(tokenOf(person)).sid).not.toBe(before);
  });
});
