import { beforeEach, expect, test } from "vitest";
import { type Product, startProduct } from "../../../test/harness.ts";

const TOKEN = `${"x".repeat(20)}-AbCdEfGh_12345678901234`;
const FILE = "/assets/app-Bw833onv.js";

let product: Product;
beforeEach(async () => {
  product = await startProduct({ throttle: true });
});

const from = (address: string) => ({ "x-test-address": address });
const report = (body: object, address = "203.0.113.7") =>
  product.visitor().post("/api/page-errors", body, from(address));
const reportPolicy = (type: string, body: unknown) =>
  product.app.request("/api/policy-reports", {
    method: "POST",
    headers: { "content-type": type, "sec-fetch-site": "same-origin" },
    body: JSON.stringify(body),
  });
const logged = () => product.logged.splice(0).map((line) => JSON.parse(line));

test("logs a page's error by route, file and line", async () => {
  const answer = await report({ route: "/budget", file: FILE, line: 3, column: 1_200 });
  expect([answer.status, answer.headers.getSetCookie()]).toEqual([204, []]);
  expect(logged()).toEqual([
    { level: "info", message: "page error", route: "/budget", file: FILE, line: 3, column: 1_200 },
  ]);
});

test.each([
  ["a token", { route: `/reset-password/${TOKEN}` }, { route: "/reset-password/:token" }],
  ["a pattern", { route: "/verify-email/:token" }, { route: "/verify-email/:token" }],
  [
    "an address",
    { route: `https://coffer.test/invitation/${TOKEN}?next=ana@example.com` },
    { route: "/invitation/:token" },
  ],
  ["an unknown path", { route: "/ana@example.com" }, { route: "other" }],
  ["a query", { route: "/transactions?search=doctor" }, { route: "/transactions" }],
  ["an address as a file", { file: `https://coffer.test${FILE}?${TOKEN}` }, { file: FILE }],
  ["a page as a file", { file: `https://coffer.test/reset-password/${TOKEN}` }, { file: "other" }],
  ["an extension's file", { file: "moz-extension://ana/assets/app-Bw833onv.js" }, { file: "other" }],
  ["a token as a file", { file: `/assets/${TOKEN}.js` }, { file: "other" }],
  ["a text as a file", { file: "TypeError: rent 900" }, { file: "other" }],
])("logs only known values of %s", async (_, sent, expected) => {
  const answer = await report({ route: "/budget", file: FILE, line: 1, text: "Rent 900", ...sent });
  expect(answer.status).toBe(204);
  expect(logged()).toEqual([
    { level: "info", message: "page error", route: "/budget", file: FILE, line: 1, ...expected },
  ]);
  expect(product.securityLines).toEqual([]);
});

const REPORTED = {
  level: "info",
  message: "policy violation",
  route: "/reset-password/:token",
  directive: "script-src-elem",
  blocked: "inline",
  file: FILE,
  line: 2,
  column: 40,
};

test("reads both forms of policy reports", async () => {
  const page = `https://coffer.test/reset-password/${TOKEN}`;
  const file = `https://coffer.test${FILE}`;
  const older = {
    "document-uri": page,
    referrer: "https://mail.example/ana",
    "effective-directive": "script-src-elem",
    "blocked-uri": "inline",
    "source-file": file,
    "line-number": 2,
    "column-number": 40,
    "script-sample": "alert(1)",
  };
  const body = {
    documentURL: page,
    effectiveDirective: "script-src-elem",
    blockedURL: "inline",
    sourceFile: file,
    lineNumber: 2,
    columnNumber: 40,
    sample: "alert(1)",
  };
  const first = await reportPolicy("application/csp-report", { "csp-report": older });
  const second = await reportPolicy("application/reports+json; charset=utf-8", [
    { type: "csp-violation", age: 10, url: page, user_agent: "Mozilla", body },
    { type: "deprecation", url: page, body: {} },
  ]);
  expect([first.status, second.status]).toEqual([204, 204]);
  expect(logged()).toEqual([REPORTED, REPORTED]);
});

test("logs nothing that an unknown report contains", async () => {
  for (const body of [null, 7, [], {}, [null], { "csp-report": null }, [{ type: "csp-violation", body: 4 }]])
    expect((await reportPolicy("application/csp-report", body)).status).toBe(204);
  expect(logged()).toEqual([]);
  const noText = { toString: 1, valueOf: 1 };
  const deep = JSON.parse(`${"[".repeat(2_000)}${"]".repeat(2_000)}`);
  for (const value of [noText, deep, [TOKEN], true, null]) {
    const sent = { "document-uri": value, "effective-directive": value, "line-number": value };
    expect((await reportPolicy("application/csp-report", { "csp-report": sent })).status).toBe(204);
    expect(logged()).toMatchObject([{ route: "other", directive: "other", file: "other", line: 0 }]);
  }
  const hostile = {
    "document-uri": TOKEN,
    "violated-directive": TOKEN,
    "blocked-uri": `https://x.example/${TOKEN}`,
  };
  await reportPolicy("application/csp-report", {
    "csp-report": { ...hostile, "effective-directive": TOKEN },
  });
  expect(logged()).toMatchObject([
    { route: "other", directive: "other", blocked: "other", file: "other", line: 0 },
  ]);
});

test("limits reports by network", async () => {
  const body = { route: "/budget", file: FILE, line: 1 };
  expect((await report({ ...body, text: "x".repeat(2_048) })).status).toBe(413);
  expect((await reportPolicy("application/csp-report", { text: "x".repeat(16_384) })).status).toBe(413);
  const statuses = new Map<number, number>();
  const count = ({ status }: { status: number }) => statuses.set(status, (statuses.get(status) ?? 0) + 1);
  for (let sent = 0; sent < 30; sent++) count(await report(body));
  expect(Object.fromEntries(statuses)).toEqual({ 204: 20, 429: 10 });
  for (let network = 0; network < 300; network++) count(await report(body, `198.51.100.${network % 250}`));
  expect(Object.fromEntries(statuses)).toEqual({ 204: 200, 429: 130 });
  expect(logged()).toHaveLength(200);
  product.pass(10 * 60_000);
  expect((await report(body)).status).toBe(204);
});

test("counts a household's IPv6 addresses as one network", async () => {
  const statuses: number[] = [];
  for (let address = 1; address <= 21; address++)
    statuses.push((await report({ route: "/", file: FILE, line: 1 }, `2001:db8:1:2::${address}`)).status);
  expect(statuses.at(-1)).toBe(429);
});

test("ignores the session of a report", async () => {
  const ana = await product.person();
  await ana.post("/api/page-errors", { route: "/", file: FILE, line: 1 });
  expect(logged()).toEqual([{ level: "info", message: "page error", route: "/", file: FILE, line: 1 }]);
});
