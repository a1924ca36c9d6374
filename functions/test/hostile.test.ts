import { inBatches } from "@coffer/domain/batches";
import * as v from "valibot";
import { beforeAll, describe, expect, test } from "vitest";
import { atLength } from "../../packages/test/at-length.ts";
import { CALLS, type Call, pathOf, type SentSample, sampleOf } from "./calls.ts";
import { createFixtures, type Fixtures, type Person, signedIn } from "./fixtures.ts";
import { type Answer, type Product, startProduct } from "./harness.ts";

// docs/promises.md S2: every call, with each part replaced by a hostile value.

/** JSON text, because JavaScript's own objects cannot express all of it. */
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
  // Addresses that grow when they are normalized, to three or two letters each.
  `"${"\ufb2c".repeat(240)}@example.com"`,
  `"${"\u0130".repeat(240)}@example.com"`,
  // Markup that grows when it is sanitized.
  `"${"&".repeat(190_000)}"`,
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
/** Put into a path without percent-encoding. */
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

/** No default message of valibot, such as `Invalid type: Expected string but received 5`. */
const sentence = v.pipe(v.string(), v.minLength(1), v.regex(/^(?!Invalid \w+: )/));
const refusal = v.strictObject({
  message: sentence,
  issues: v.optional(v.array(v.strictObject({ path: v.string(), message: sentence }))),
});

type Sent = { path: string; body: string | undefined; headers?: Record<string, string> };

let product: Product;
let fixtures: Fixtures;
/** Calls get slower as earlier calls fill the budget. */
const CALLS_PER_BUDGET = 30;

async function setUp(): Promise<void> {
  product = await startProduct();
  fixtures = await createFixtures(product);
}

/** Calls that change how their caller signs in, so that each gets a new caller. */
const CHANGES_SIGN_IN = ["users.update", "users.leave", "users.changePassword"];

async function callerOf({ name, endpoint }: Call): Promise<Person> {
  if (CHANGES_SIGN_IN.includes(name)) return product.person();
  return signedIn(endpoint.access === "admin" ? fixtures.admin : fixtures.owner);
}

describe.for([...inBatches(CALLS, CALLS_PER_BUDGET)])("answers hostile input without a defect:", (calls) => {
  beforeAll(setUp);

  test.each(calls)("$name", { timeout: 600_000 }, async (call) => {
    const caller = await callerOf(call);
    const wrong: string[] = [];
    for (const { path, body, headers } of hostile(call, await sampleOf(call, fixtures, caller))) {
      const answer = await caller.send(call.endpoint.method, path, body, headers);
      const request = `${path.slice(0, 80)} ${body?.slice(0, 200)} ${JSON.stringify(headers)}`;
      if (!isOfContract(call, answer))
        wrong.push(`${request} → ${answer.status} ${JSON.stringify(answer.body)}`);
      await signedIn(caller);
    }
    expect(wrong).toEqual([]);
    const defects = product.logged.splice(0).filter((line) => JSON.parse(line).level === "error");
    expect(defects).toEqual([]);
  });
});

/**
 * The valid call with one part replaced. Each part gets every twelfth hostile value, the next part the ones beside
 * those: all values for all parts take minutes (`pnpm test --long`), and most parts are parsed by the same few schemas.
 */
const STEP = atLength(1, 12);
let turn = 0;
const some = (values: readonly string[]) => {
  const first = turn++ % STEP;
  return values.filter((_, index) => index % STEP === first);
};

function* hostile({ endpoint }: Call, { path, params, query, body }: SentSample): Generator<Sent> {
  const text = JSON.stringify(body);
  for (const key of Object.keys(params)) {
    for (const value of some(TEXTS))
      yield { path: pathOf(endpoint, { ...params, [key]: value }, query), body: text };
    for (const value of some(NOT_ENCODED))
      yield { path: pathOf(endpoint, params, query).replace(String(params[key]), value), body: text };
  }
  for (const key of [...Object.keys(query), "__proto__"])
    for (const value of some(TEXTS))
      yield { path: pathOf(endpoint, params, { ...query, [key]: value }), body: text };
  for (const [name, values] of Object.entries(HEADERS))
    for (const value of some(values)) yield { path, body: text, headers: { [name]: value } };
  if (!body) return;
  for (const whole of some(BODIES)) yield { path, body: whole };
  for (const key of Object.keys(body)) {
    yield { path, body: JSON.stringify({ ...body, [key]: undefined }) };
    for (const value of some(VALUES)) yield { path, body: replaced(body, key, value) };
  }
}

function isOfContract({ endpoint }: Call, { status, body, headers }: Answer): boolean {
  if (!headers.get("x-request-id")) return false;
  if (status === (endpoint.status ?? 200)) return v.is(endpoint.reply, body);
  return status >= 400 && status < 500 && v.is(refusal, body);
}

function replaced(body: object, key: string, value: string): string {
  const others = Object.entries(body).filter(([name, given]) => name !== key && given !== undefined);
  const members = others.map(([name, given]) => `${JSON.stringify(name)}:${JSON.stringify(given)}`);
  return `{${[...members, `${JSON.stringify(key)}:${value}`].join(",")}}`;
}
