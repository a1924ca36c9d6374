import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { beforeAll, describe, expect, inject, onTestFinished, test, vi } from "vitest";
import { interruptedClient } from "../../../packages/test/crashing-client.ts";
import { CATEGORY } from "../../test/fixtures.ts";
import { ORIGIN, type Product, startProduct } from "../../test/harness.ts";
import { DEADLINE_MS } from "./app.ts";

type Person = Awaited<ReturnType<Product["person"]>>;

let product: Product;
let ana: Person;
beforeAll(async () => {
  product = await startProduct();
  ana = await product.person();
});

/** Sends a request with Ana's cookies. */
function send(method: string, path: string, given: RequestInit = {}): Promise<Response> {
  const cookie = [...ana.jar].map(([name, value]) => `${name}=${value}`).join("; ");
  const headers = { cookie, "sec-fetch-site": "same-origin", ...given.headers };
  return Promise.resolve(product.app.request(`${ORIGIN}${path}`, { ...given, method, headers }));
}
const json = { "content-type": "application/json" };

describe("a path or method without an endpoint", () => {
  test.each(["/api", "/api/", "/api/nothing", "/api/user/", "/api//user", "/other", "/api/%", "/API/user"])(
    "%s answers 404 in JSON",
    async (path) => {
      const response = await send("GET", path);
      expect(response.status).toBe(404);
      expect(response.headers.get("content-type")).toMatch(/^application\/json/);
      expect(await response.json()).toEqual({ message: "Not found" });
    },
  );

  test.each([
    ["PATCH", "/api/user", "GET, HEAD, PUT, DELETE, OPTIONS"],
    ["PATCH", "/api/transactions/12", "PUT, DELETE, OPTIONS"],
    ["GET", "/api/login", "POST, OPTIONS"],
    ["HEAD", "/api/logout", "POST, OPTIONS"],
    ["PUT", "/api/invitations/accept", "GET, HEAD, POST, OPTIONS"],
  ])("%s %s answers 405 with the allowed methods", async (method, path, allow) => {
    const response = await send(method, path);
    expect([response.status, response.headers.get("allow")]).toEqual([405, allow]);
  });

  test("OPTIONS answers with the allowed methods", async () => {
    const response = await send("OPTIONS", "/api/transactions", {
      headers: { origin: "https://evil.example" },
    });
    expect([response.status, response.headers.get("allow")]).toEqual([204, "GET, HEAD, POST, OPTIONS"]);
    expect([...response.headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
  });
});

test("HEAD answers like GET without a body", async () => {
  const [head, get] = [await send("HEAD", "/api/user"), await send("GET", "/api/user")];
  expect([head.status, await head.text()]).toEqual([get.status, ""]);
  expect(head.headers.get("content-type")).toBe(get.headers.get("content-type"));
});

describe("a body", () => {
  const preferences = JSON.stringify({ currency: "EUR" });

  test.each([
    undefined,
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "application/jsonp",
  ])("of type %s is refused with 415", async (type) => {
    const response = await send("PUT", "/api/preferences", {
      body: new TextEncoder().encode(preferences),
      headers: type ? { "content-type": type } : {},
    });
    expect([response.status, await response.json()]).toEqual([
      415,
      { message: "Content-Type must be application/json" },
    ]);
  });

  test.each(["application/json", "application/json; charset=utf-8", "APPLICATION/JSON"])(
    "of type %s is accepted",
    async (type) => {
      const response = await send("PUT", "/api/preferences", {
        body: preferences,
        headers: { "content-type": type },
      });
      expect(response.status).toBe(200);
    },
  );

  test("is refused unread if its Content-Length exceeds the limit", async () => {
    let read = 0;
    const body = new ReadableStream(
      {
        pull: (controller) =>
          void (read++ === 0 ? controller.enqueue(new Uint8Array(1)) : controller.close()),
      },
      { highWaterMark: 0 },
    );
    const headers = { ...json, "content-length": "65537" };
    const response = await send("PUT", "/api/preferences", { body, headers, duplex: "half" });
    expect([response.status, read]).toEqual([413, 0]);
  });

  test("without a Content-Length is read up to the limit", async () => {
    let sent = 0;
    const body = new ReadableStream({
      pull(controller) {
        sent += 16_384;
        controller.enqueue(new Uint8Array(16_384).fill(32));
      },
    });
    const response = await send("PUT", "/api/preferences", { body, headers: json, duplex: "half" });
    expect(response.status).toBe(413);
    expect(sent).toBeLessThanOrEqual(7 * 16_384);
  });

  test("that is cut off is a 400", async () => {
    const body = new ReadableStream({ pull: (controller) => controller.error(new Error("aborted")) });
    const response = await send("PUT", "/api/preferences", { body, headers: json, duplex: "half" });
    expect(response.status).toBe(400);
    expect(product.logged).toEqual([]);
  });

  test("is stored with U+FFFD for lone surrogates", async () => {
    const category = '{"name":"a\\ud800b","icon":"home","color":"red","type":"expense"}';
    const response = await send("POST", "/api/categories", { body: category, headers: json });
    expect([response.status, await response.json()]).toMatchObject([201, { name: "a\ufffdb" }]);
  });

  test.each([
    ["items", '{"batch":"12345678","version":3,"items":[', "0", "]}"],
    ["rules of an item", '{"batch":"12345678","version":3,"items":[{"kind":"rules","rules":[', "{}", "]}]}"],
    ["people", '{"batch":"12345678","version":3,"items":[],"people":[', '""', "]}"],
  ])("with a hundred thousand bad %s reports the first", async (_what, start, bad, end) => {
    const body = start + Array.from({ length: 100_000 }, () => bad).join(",") + end;
    const response = await send("POST", "/api/restore", { body, headers: json });
    const { issues } = Object(await response.json());
    expect([response.status, issues.length]).toEqual([400, 1]);
  });

  test.each(["0,", "[", '{"a":'])("of a million times %s is too large", async (value) => {
    const response = await send("POST", "/api/restore", { body: value.repeat(1_000_000), headers: json });
    expect(response.status).toBe(413);
  });
});

describe("a compressed response", () => {
  test.each([
    ["br", brotliDecompressSync],
    ["gzip", gunzipSync],
  ])("by %s has the same body", async (encoding, decompress) => {
    const response = await send("GET", "/api/openapi.json", { headers: { "accept-encoding": encoding } });
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-encoding": encoding,
      vary: "accept-encoding",
    });
    const body = decompress(Buffer.from(await response.arrayBuffer())).toString();
    expect(body).toBe(await (await send("GET", "/api/openapi.json")).text());
  });

  test("is sent only over a network", async () => {
    const name = "A category with a long name, so that the answer is worth compressing";
    for (let count = 0; count < 8; count++) await ana.post("/api/categories", { ...CATEGORY, name });
    const encodingFor = async (headers: Record<string, string>) => {
      const response = await send("GET", "/api/categories", {
        headers: { "accept-encoding": "br", ...headers },
      });
      return response.headers.get("content-encoding");
    };
    expect(await encodingFor({})).toBe("br");
    expect(await encodingFor({ "x-test-machine": "this" })).toBeNull();
  });

  test("sends its two cookies in separate headers", async () => {
    const response = await send("POST", "/api/login", {
      headers: { ...json, "accept-encoding": "br" },
      body: JSON.stringify({ email: ana.email, password: ana.password }),
    });
    expect(response.headers.getSetCookie()).toHaveLength(2);
  });
});

test("logs a defect without the token of a mailed link", async () => {
  const broken = await startProduct();
  broken.core.accounts.isResetLinkGood = async () => {
    throw new Error("the disk is gone");
  };
  const secret = "s".repeat(43);
  const response = await broken.app.request(`${ORIGIN}/api/validate-reset-token/${secret}`);
  expect(response.status).toBe(500);
  expect(broken.logged.map((line) => JSON.parse(line))).toMatchObject([
    { path: "/api/validate-reset-token/:token", error: { message: "the disk is gone" } },
  ]);
  expect(broken.logged.join()).not.toContain(secret);
});

test.each(["GET", "POST"])("answers a %s of a stalled database by 503 at the deadline", async (method) => {
  let isStalled = false;
  const client = interruptedClient(inject("engine"), () =>
    isStalled ? new Promise(() => undefined) : undefined,
  );
  const product = await startProduct({ client });
  const person = await product.person();
  isStalled = true;
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const answering = person.send(method, "/api/categories", method === "POST" ? CATEGORY : undefined);
  await vi.advanceTimersByTimeAsync(DEADLINE_MS);
  const answer = await answering;
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "2"]);
});

test("reports a full disk at once", async () => {
  let isFull = false;
  // Fails as the engine does when the disk is full.
  const client = interruptedClient(inject("engine"), (command) => {
    const error = new Error("commit failed (backend: database or disk is full)");
    if (isFull && command === "TransactWrite") throw Object.assign(error, { name: "InternalServerError" });
  });
  const product = await startProduct({ client });
  const person = await product.person();
  isFull = true;
  const answer = await person.post("/api/categories", CATEGORY);
  const message = expect.stringMatching(/^The disk of the machine that Coffer runs on is full/);
  expect(answer).toMatchObject({ status: 507, body: { message } });
  expect(product.logged.join()).toContain("disk full");
});
