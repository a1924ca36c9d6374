import { encode } from "@coffer/domain/definition/codec";
import * as v from "valibot";
import { beforeAll, describe, expect, test } from "vitest";
import { SECURITY_HEADERS } from "../src/api/headers.ts";
import { CALLS, type Call, sampleOf } from "./calls.ts";
import { createFixtures, type Fixtures, signedIn } from "./fixtures.ts";
import { type Answer, type Product, startProduct } from "./harness.ts";

/** The security event that a valid call logs, by endpoint; absent if it logs none. */
const LOGGED: Partial<Record<string, string>> = {
  "users.login": "signed-in",
  "users.register": "signed-in",
  "users.logout": "session-ended",
  "users.resetPassword": "password-reset",
  "users.leave": "account-deletion-started",
  "users.takeBackEmail": "email-taken-back",
  "users.changePassword": "password-changed",
  "devices.signOut": "session-ended",
  "devices.signOutOthers": "session-ended",
  "passkeys.add": "second-factor-added",
  "passkeys.remove": "second-factor-removed",
  "passkeys.signIn": "signed-in",
  "totp.confirm": "second-factor-added",
  "totp.remove": "second-factor-removed",
  "review.add": "import",
  "totp.removeOf": "second-factor-removed",
  "imports.add": "import",
  "portability.export": "export",
  "portability.restore": "restore",
  "sharing.share": "share-offered",
  "sharing.remove": "share-ended",
  "sharing.leave": "share-ended",
  "ledger.removeMember": "share-ended",
  "admin.sendEmail": "mass-mail",
  "admin.setAdmin": "administrator-revoked",
  "admin.removeUser": "account-deletion-started",
};

let product: Product;
let fixtures: Fixtures;
/** The answer to a valid call and its logged events, by the call's name. */
const answers: Record<string, Answer & { expected: number; events: string[] }> = {};
beforeAll(async () => {
  product = await startProduct();
  fixtures = await createFixtures(product);
  for (const call of CALLS) answers[call.name] = await answerOf(call);
}, 300_000);

async function answerOf(call: Call) {
  const byAccess = call.endpoint.access === "admin" ? fixtures.admin : fixtures.owner;
  const person = await signedIn(byAccess);
  const { method, path, body, status } = await sampleOf(call, fixtures, person);
  // The owner's budget is not empty, so nothing can be restored into it.
  const newcomer = call.name === "portability.restore" ? await product.person() : undefined;
  product.securityLines.splice(0);
  const answer = await person.send(method, path, body);
  await newcomer?.send(method, path, body);
  return { ...answer, expected: status, events: product.securityLines.map((line) => JSON.parse(line).event) };
}

describe("answers a valid call with exactly the contract's fields:", () => {
  test.each(CALLS)("$name", ({ name, endpoint }) => {
    const { status, body, headers, expected } = answers[name] ?? expect.fail();
    const { reply } = endpoint;
    expect(status, JSON.stringify(body)).toBe(expected);
    if (status < 300) expect(body).toEqual(encode(reply, v.parse(reply, body)));
    expect(Object.fromEntries(headers)).toMatchObject({
      ...SECURITY_HEADERS,
      "cache-control": name === "health.openapi" ? "public, no-cache" : "no-store",
      "x-request-id": expect.stringMatching(/^[\da-f-]{36}$/),
      ...(status !== 204 && { "content-type": "application/json" }),
    });
  });
});

describe("logs exactly the expected security event of a valid call:", () => {
  test.each(CALLS)("$name", ({ name }) => {
    expect([...new Set(answers[name]?.events)]).toEqual([LOGGED[name]].filter(Boolean));
  });
});

describe("an error is JSON with the same headers:", () => {
  test.each([
    ["GET", "/api/user", 401],
    ["GET", "/api/nothing", 404],
    ["GET", "/api/%", 404],
    ["GET", "/api/transactions/%FF", 405],
    ["PATCH", "/api/user", 405],
    ["DELETE", "/api/login", 405],
    ["POST", "/api/login", 400],
  ])("%s %s: %i", async (method, path, expected) => {
    const body = method === "POST" ? "{" : undefined;
    const answer = await product.visitor().send(method, path, body);
    expect(answer.status).toBe(expected);
    expect(answer.body).toMatchObject({ message: expect.any(String) });
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      ...SECURITY_HEADERS,
      "cache-control": "no-store",
    });
    expect(answer.headers.has("allow")).toBe(expected === 405);
  });

  test("a defect is logged under the response's request id", async () => {
    const broken = await startProduct();
    const person = await broken.person();
    Object.assign(broken.core.categories, {
      list: async () => {
        throw new Error("secret detail", { cause: new Error("deeper") });
      },
    });
    const { status, body, headers } = await person.get("/api/categories");
    expect([status, body]).toEqual([500, { message: "Something went wrong" }]);
    const [line = ""] = broken.logged;
    expect(JSON.parse(line)).toMatchObject({
      level: "error",
      requestId: headers.get("x-request-id"),
      method: "GET",
      path: "/api/categories",
      error: { message: "secret detail", cause: { message: "deeper" } },
    });
  });
});

describe("a body", () => {
  const send = (body: string | ReadableStream<Uint8Array>, headers: Record<string, string> = {}) =>
    product.app.request(`${product.origin}/api/login`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body,
      ...(body instanceof ReadableStream && { duplex: "half" }),
    });
  const login = (padding: number) =>
    JSON.stringify({ email: "a@example.com", password: "correct horse", padding: "x".repeat(padding) });

  test("may have 64 KB, with any Content-Length", async () => {
    const full = login(64 * 1024 - login(0).length);
    expect((await send(full)).status).toBe(401);
    const streamed = () => new Blob([`${full} `]).stream();
    for (const answer of [
      await send(`${full} `),
      await send(`${full} `, { "content-length": "10" }),
      await send(streamed()),
    ]) {
      expect([answer.status, await answer.json()]).toEqual([413, { message: "This is too large" }]);
    }
  });

  test("of an administrator's mail may have 256 KB", async () => {
    const mail = { subject: "News", htmlContent: "<p>Hello</p>", test: true };
    const admin = await signedIn(fixtures.admin);
    const padded = (size: number) => ({ ...mail, padding: "x".repeat(size) });
    expect((await admin.post("/api/admin/email", padded(200_000))).status).toBe(202);
    expect((await admin.post("/api/admin/email", padded(262_144))).status).toBe(413);
  });

  test("is not read before the sender is authorized", async () => {
    const large = "x".repeat(100_000);
    expect((await product.visitor().post("/api/transactions", large)).status).toBe(401);
    expect((await fixtures.owner.post("/api/admin/email", large)).status).toBe(403);
  });
});

describe("a response is compressed", () => {
  const get = (accepts: string, path = "/api/openapi.json") =>
    product.app.request(`${product.origin}${path}`, { headers: { "accept-encoding": accepts } });

  test.each([
    ["gzip, deflate, br", "br"],
    ["gzip", "gzip"],
    ["br;q=0, gzip;q=0.5", "gzip"],
    ["gzip;q=0", null],
    ["identity", null],
    ["", null],
    ["brotli", null],
  ])("for %j by %s", async (accepts, encoding) => {
    const { headers } = await get(accepts);
    expect(headers.get("content-encoding")).toBe(encoding);
  });

  test("only from 1 KB", async () => {
    const { headers } = await get("br", "/api/health");
    expect(headers.get("content-encoding")).toBeNull();
  });
});
