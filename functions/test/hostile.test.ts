import * as v from "valibot";
import { beforeAll, describe, expect, test } from "vitest";
import { CALLS, type Call, pathOf, type SentSample, sampleOf } from "./calls.ts";
import { type Answer, type Product, startProduct } from "./harness.ts";
import { createWorld, signedIn, type World } from "./world.ts";

// Bad input (quality.md, S2): every call with each part of it replaced by what no client of ours would send.

/** As JSON text, so that there is what JavaScript's own objects cannot say. */
const VALUES = [
  "null",
  "true",
  "0",
  "-1",
  "0.001",
  "1e999",
  "-1e308",
  "9007199254740993",
  '""',
  '"  "',
  '"\\u0000"',
  '"\\ud800"',
  '"1,000"',
  '"2026-02-30"',
  '"<script>alert(1)</script>"',
  '"__proto__"',
  `"${"x".repeat(40_000)}"`,
  "[]",
  '[{"a":1}]',
  "{}",
  '{"__proto__":{"isAdmin":true},"toString":1}',
];
const BODIES = [
  "",
  "null",
  "7",
  '"text"',
  "[]",
  "{}",
  "{",
  '{"__proto__":null}',
  "[".repeat(30_000),
  "\u0000",
];
const TEXTS = [
  "",
  "0",
  "-1",
  "1.5",
  "007",
  "99999999999999999999",
  "9007199254740993",
  "nothing",
  "..",
  "%",
  "a/b",
  "x".repeat(3_000),
  "2026-02-30",
  "2026-11-31T25:61:61Z",
  "💶",
  "' OR 1=1 --",
];
/** In a path as they are: no percent-encoding at all. */
const NOT_ENCODED = ["%", "%00", "%E0%A4%A", "%FF"];
const HEADERS: Record<string, string[]> = {
  "x-budget-owner": ["", "0", "-1", "one", "1e3", "99999999999999999999"],
  "idempotency-key": ["", "short", "x".repeat(5_000), "../../etc/passwd", "key key key key"],
  "content-type": [
    "text/plain",
    "application/x-www-form-urlencoded",
    "application/json; charset=utf-16",
    "x",
  ],
  "content-length": ["-1", "nothing", "99999999999"],
  accept: ["\u00ff"],
  cookie: ["session=", "session=%", "session=a.b.c", "=;=;;", `session=${"x".repeat(8_000)}`],
};

const refusal = v.strictObject({
  message: v.pipe(v.string(), v.minLength(1)),
  issues: v.optional(v.array(v.strictObject({ path: v.string(), message: v.string() }))),
});

let product: Product;
let world: World;
beforeAll(async () => {
  product = await startProduct();
  world = await createWorld(product);
});

type Sent = { path: string; body: string | undefined; headers?: Record<string, string> };

describe("whatever is sent, the answer is one of the contract's:", () => {
  test.each(CALLS)("$name", { timeout: 60_000 }, async (call) => {
    // Some change who people are, and how they sign in.
    const around = call.name.startsWith("users.") ? await createWorld(product) : world;
    const caller = call.endpoint.who === "admin" ? around.admin : around.owner;
    const wrong: string[] = [];
    for (const { path, body, headers } of hostile(call, await sampleOf(call, around, caller))) {
      const answer = await caller.send(call.endpoint.method, path, body, headers);
      const said = `${path.slice(0, 80)} ${body?.slice(0, 200)} ${JSON.stringify(headers)}`;
      if (!isOfContract(call, answer))
        wrong.push(`${said} → ${answer.status} ${JSON.stringify(answer.body)}`);
      if (answer.status === 401 || call.name === "users.logout") await signedIn(caller);
    }
    expect(wrong).toEqual([]);
    expect(product.logged).toEqual([]);
  });
});

/** The good call, once for every part of it and every bad value of that part. */
function* hostile({ endpoint }: Call, { path, params, query, body }: SentSample): Generator<Sent> {
  const text = JSON.stringify(body);
  for (const key of Object.keys(params)) {
    for (const value of TEXTS)
      yield { path: pathOf(endpoint, { ...params, [key]: value }, query), body: text };
    for (const value of NOT_ENCODED)
      yield { path: pathOf(endpoint, params, query).replace(String(params[key]), value), body: text };
  }
  for (const key of [...Object.keys(query), "__proto__"])
    for (const value of TEXTS)
      yield { path: pathOf(endpoint, params, { ...query, [key]: value }), body: text };
  for (const [name, values] of Object.entries(HEADERS))
    for (const value of values) yield { path, body: text, headers: { [name]: value } };
  if (!body) return;
  for (const whole of BODIES) yield { path, body: whole };
  for (const key of Object.keys(body)) {
    yield { path, body: JSON.stringify({ ...body, [key]: undefined }) };
    for (const value of VALUES) yield { path, body: replaced(body, key, value) };
  }
}

function isOfContract({ endpoint }: Call, { status, body, headers }: Answer): boolean {
  if (!headers.get("x-request-id")) return false;
  if (status === (endpoint.status ?? 200)) return v.is(endpoint.reply, body);
  return status >= 400 && status < 500 && v.is(refusal, body);
}

/** The body with one member's value replaced by JSON text. */
function replaced(body: object, key: string, value: string): string {
  const others = Object.entries(body).filter(([name, given]) => name !== key && given !== undefined);
  const members = others.map(([name, given]) => `${JSON.stringify(name)}:${JSON.stringify(given)}`);
  return `{${[...members, `${JSON.stringify(key)}:${value}`].join(",")}}`;
}
