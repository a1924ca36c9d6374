import { beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { atLength } from "../../../packages/test/at-length.ts";
import { interruptedClient } from "../../../packages/test/crashing-client.ts";
import { CALLS, type Call, sampleOf } from "../../test/calls.ts";
import { createFixtures, type Fixtures, signedIn } from "../../test/fixtures.ts";
import { type Product, startProduct } from "../../test/harness.ts";

// docs/promises.md S7: requests that another site makes a browser send change nothing.

let product: Product;
/** For each call by name: sends a valid call of an authorized user with the given headers. */
const send: Record<string, (headers: Record<string, string>) => Promise<Response>> = {};
/** The writes that the store was sent. */
const writes: string[] = [];
beforeAll(async () => {
  const client = interruptedClient(inject("engine"), (command) => {
    if (/Put|Update|Delete|Write/.test(command)) writes.push(command);
  });
  product = await startProduct({ client });
  const fixtures = await createFixtures(product);
  for (const call of CALLS) send[call.name] = await validCall(call, fixtures);
});
beforeEach(() => {
  writes.length = 0;
});

/** Sec-Fetch-Site decides; the Origin only without it (older browsers, plain http). */
const ORIGINS = [undefined, "null", "https://evil.example", "http://coffer.test"];
const FOREIGN: Record<string, string>[] = [
  ...["cross-site", "same-site"].flatMap((site) =>
    ORIGINS.map((origin) => ({ "sec-fetch-site": site, ...(origin !== undefined && { origin }) })),
  ),
  ...[
    "",
    "null",
    "https://evil.example",
    "https://coffer.test",
    "http://coffer.test:81",
    "http://coffer.test.evil.example",
  ].map((origin) => ({ origin })),
  { origin: "null", host: "192.168.1.5:4321" },
  { origin: "http://192.168.1.6:4321", host: "192.168.1.5:4321" },
  { origin: "http://192.168.1.5", host: "192.168.1.5:4321" },
];
const OURS: Record<string, string>[] = [
  { "sec-fetch-site": "same-origin" },
  { "sec-fetch-site": "none" },
  { origin: "http://coffer.test" },
  { origin: "http://192.168.1.5:4321", host: "192.168.1.5:4321" },
  {},
];
const JSON_TYPE = { "content-type": "application/json" };
/** The content types that another site's form can send without a preflight, and none. */
const SIMPLE: Record<string, string>[] = [
  { "content-type": "text/plain" },
  { "content-type": "application/x-www-form-urlencoded" },
  { "content-type": "multipart/form-data; boundary=x" },
  { "content-type": "" },
];

/** Every `step`th way, from a rotating start: all calls together cover all ways. */
const someOf = <Way>(ways: readonly Way[], turn: number, step: number) =>
  atLength(
    ways,
    ways.filter((_, index) => index % step === turn % step),
  );

// Mail servers call the one-click unsubscribe, without a cookie (routes/preferences.test.ts).
const WRITES = CALLS.filter(
  ({ name, endpoint }) => endpoint.method !== "GET" && name !== "users.unsubscribe",
);

async function validCall(call: Call, fixtures: Fixtures) {
  const person = await signedIn(call.endpoint.access === "admin" ? fixtures.admin : fixtures.owner);
  const { method, path, body } = await sampleOf(call, fixtures, person);
  const cookie = [...person.jar].map(([name, value]) => `${name}=${value}`).join("; ");
  return async (headers: Record<string, string>) =>
    product.app.request(`${product.origin}${path}`, {
      method,
      headers: { ...headers, cookie },
      ...(method !== "GET" && { body: JSON.stringify(body ?? {}) }),
    });
}

describe("refuses from another site, and changes nothing by,", () => {
  test.each(WRITES)("$name", async (call) => {
    const { name } = call;
    const turn = WRITES.indexOf(call);
    for (const [index, foreign] of someOf([...FOREIGN.entries()], turn, 3)) {
      for (const type of someOf([JSON_TYPE, ...SIMPLE], turn + index, SIMPLE.length + 1)) {
        const answer = await send[name]?.({ ...foreign, ...type });
        expect([answer?.status, await answer?.json()]).toEqual([
          403,
          { message: "This request came from another site" },
        ]);
      }
    }
    expect(writes).toEqual([]);
  });
});

describe("refuses a body that is not JSON, and changes nothing by,", () => {
  test.each(WRITES.filter(({ endpoint }) => endpoint.body))("$name", async (call) => {
    const { name } = call;
    for (const [index, ours] of OURS.entries()) {
      for (const type of someOf(SIMPLE, WRITES.indexOf(call) + index, SIMPLE.length)) {
        const answer = await send[name]?.({ ...ours, ...type });
        expect([answer?.status, await answer?.json()]).toEqual([
          415,
          { message: "Content-Type must be application/json" },
        ]);
      }
    }
    expect(writes).toEqual([]);
  });
});

describe("lets any site read, which changes nothing, by", () => {
  test.each(CALLS.filter(({ endpoint }) => endpoint.method === "GET"))("$name", async ({ name }) => {
    const answer = await send[name]?.({
      "sec-fetch-site": "cross-site",
      "x-http-method-override": "DELETE",
    });
    expect(answer?.status).toBe(200);
    expect(answer?.headers.get("access-control-allow-origin")).toBeNull();
    expect(answer?.headers.get("cross-origin-resource-policy")).toBe("same-origin");
    // A user's first call creates the key.
    expect(writes).toEqual(name === "users.offlineKey" ? ["TransactWrite"] : []);
  });
});
