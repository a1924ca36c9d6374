import { brotliDecompressSync } from "node:zlib";
import { createCredentials, credentialKey } from "@coffer/dynamo/account/credentials";
import { createSecondFactorStore } from "@coffer/dynamo/account/passkeys";
import { directory, userKey } from "@coffer/dynamo/account/user-directory";
import { createStores } from "@coffer/dynamo/stores";
import { createClient } from "@coffer/dynamo/table/client";
import { inPartition } from "@coffer/dynamo/table/item";
import { createTable } from "@coffer/dynamo/table/table";
import { TABLE_RIGHTS } from "@coffer/dynamo/table/table-rights";
import { assign, change, PRESENT } from "@coffer/dynamo/table/writes";
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from "vitest";
import { CAUSES } from "../../infra/constructs/console.ts";
import { freshTable, newUser } from "../../packages/test/store.ts";
import { careful } from "../src/adapters/careful-advisor.ts";
import { ORIGIN_SECRET_HEADER, SECURITY_HEADERS } from "../src/api/headers.ts";
import { createLog } from "../src/log.ts";
import { checkSignIn, cookiesOf } from "../src/sign-in-check.ts";
import { deploy } from "./deployed.ts";
import { drill } from "./drill/drill.ts";
import { ANNOUNCEMENT, CATEGORY, makeAdmin, shareWith } from "./fixtures.ts";
import { type Product, startProduct } from "./harness.ts";
import { bounceEvent, scheduleEvent, streamEvent } from "./lambda-events.ts";
import { ORIGIN, throughCloudFront } from "./lambda-process.ts";
import { investigate } from "./logs-insights.ts";
import { startRightsProxy } from "./rights-proxy.ts";

/**
 * The built files that are deployed, in bare processes, driven with AWS's events. The suite of the API also runs
 * over the app in this process.
 */

let product: Awaited<ReturnType<typeof deploy>>;
let local: Product;
beforeAll(async () => {
  [product, local] = await Promise.all([deploy(), startProduct({ origin: ORIGIN, throttle: true })]);
}, 180_000);
afterAll(() => product.end());

/** Sends a request to the API from a network address. */
type Ask = (
  path: string,
  init?: RequestInit & { headers?: Record<string, string> },
  viewer?: string,
) => Promise<Response>;
const deployed: Ask = (path, init, viewer) => product.request(path, init, throughCloudFront(viewer));
const inProcess: Ask = async (path, init, viewer = "198.51.100.4") =>
  local.app.request(`${ORIGIN}${path}`, { ...init, headers: { ...init?.headers, "x-test-address": viewer } });

const json = { "content-type": "application/json", "sec-fetch-site": "same-origin" };
const post = (path: string, body: object, cookie = "", ask = deployed, viewer?: string) =>
  ask(
    path,
    { method: "POST", headers: { ...json, ...(cookie && { cookie }) }, body: JSON.stringify(body) },
    viewer,
  );
const read = async (path: string, cookie: string, ask = deployed): Promise<unknown> =>
  (await ask(path, { headers: { "sec-fetch-site": "same-origin", cookie } })).json();
const idOf = async (answer: Response): Promise<number> => Object(await answer.json()).id;

let people = 0;
/** Registers a user. Returns the cookie and the response. */
async function register(ask = deployed) {
  const email = `person-${++people}@example.com`;
  const person = {
    firstName: "Maya",
    lastName: "Stone",
    email,
    phone: "555 0102030",
    password: "correct horse",
  };
  // From different addresses: a network may register only five an hour.
  const viewer = `198.51.100.${people}`;
  const answer = await post(
    "/api/register",
    { ...person, confirmPassword: person.password },
    "",
    ask,
    viewer,
  );
  return { email, answer, cookie: cookiesOf(answer) };
}

/** Invokes the outbox with a stream event of the queued mail. Returns the mail that it sent. */
async function carry() {
  const before = product.mails.length;
  await product.invoke("digests", product.queued());
  for (const lane of ["outbox", "bulk-mail"])
    await product.invoke(
      lane,
      streamEvent([...(await product.items("TASK#")), ...(await product.items("OUTBOX#"))]),
    );
  return product.mails.slice(before);
}

async function verify(email: string) {
  const mail = (await carry()).find(({ to }) => to === email);
  const [, token = ""] = /verify-email\/([\w-]+)/.exec(mail?.message.replaceAll("=\r\n", "") ?? "") ?? [];
  return post("/api/verify-email", { token });
}

test("the API reports the deployed commit", async () => {
  const answer = await deployed("/api/health");
  expect(await answer.json()).toEqual({ status: "ok", commit: "c0ffee" });
  expect(await (await inProcess("/api/health")).json()).toEqual({ status: "ok" });
  const started = (await product.log("api")).filter(({ message }) => message === "started");
  expect(started).toMatchObject([{ commit: "c0ffee" }]);
});

describe.each([
  ["behind API Gateway", deployed],
  ["as the local product serves it", inProcess],
] as const)("the API %s", (_, ask) => {
  test("registers users with cookies bound to its host", async () => {
    const { answer } = await register(ask);
    expect(answer.status).toBe(201);
    expect(answer.headers.getSetCookie()[0]).toMatch(
      /^__Host-session=ey[\w.-]+; .*Path=\/; HttpOnly; Secure; SameSite=Strict/,
    );
    expect(Object.fromEntries(answer.headers)).toMatchObject(SECURITY_HEADERS);
  });

  test("hides transactions from other users", async () => {
    const { cookie } = await register(ask);
    const categoryId = await idOf(
      await post(
        "/api/categories",
        { name: "Food", icon: "restaurant", color: "red", type: "expense" },
        cookie,
        ask,
      ),
    );
    const transaction = {
      description: "Market",
      amount: 12.5,
      date: "2026-11-20",
      type: "expense",
      categoryId,
    };
    const id = await idOf(await post("/api/transactions", transaction, cookie, ask));
    const month = "/api/transactions?startDate=2026-11-01&endDate=2026-11-30";
    expect(await read(month, cookie, ask)).toEqual([
      expect.objectContaining({ id, amount: 12.5, date: "2026-11-20" }),
    ]);
    expect(await read(month, (await register(ask)).cookie, ask)).toEqual([]);
  });

  test("compresses long responses", async () => {
    const answer = await ask("/api/openapi.json", {
      headers: { "accept-encoding": "gzip, deflate, br" },
    });
    expect(answer.headers.get("content-encoding")).toBe("br");
    const document = JSON.parse(brotliDecompressSync(Buffer.from(await answer.arrayBuffer())).toString());
    expect(document.openapi).toMatch(/^3\./);
  });

  test("answers errors in JSON with a request id", async () => {
    const answer = await ask("/api/user");
    expect([answer.status, await answer.json()]).toEqual([401, { message: expect.any(String) }]);
    expect(answer.headers.get("x-request-id")).toMatch(/^[\w=-]{16,36}$/);
    expect((await ask("/api/nothing")).status).toBe(404);
  });
});

describe("the API", () => {
  for (const [how, headers] of [
    ["past CloudFront", {}],
    ["with a guessed secret", { [ORIGIN_SECRET_HEADER]: "x".repeat(64) }],
  ] as const)
    test(`answers 404 to requests ${how}`, async () => {
      expect((await product.request("/api/health", {}, headers)).status).toBe(404);
    });
});

describe("the API's log", () => {
  test("has a line of metrics for each request", async () => {
    const answer = await deployed("/api/unsubscribe/4523987.secret", {
      method: "POST",
      headers: { "sec-fetch-site": "same-origin" },
    });
    const line = () =>
      product.log("api").then((lines) => lines.findLast(({ message }) => message === "request"));
    await expect.poll(async () => (await line())?.endpoint).toBe("users.unsubscribe");
    expect(await line()).toMatchObject({
      requestId: answer.headers.get("x-request-id"),
      status: answer.status,
      milliseconds: expect.any(Number),
      coldStarts: 0,
      readUnits: expect.any(Number),
      writeUnits: 0,
    });
    expect(JSON.stringify(await line())).not.toMatch(/4523987|secret/);
  });

  test("counts the units that the store consumed", async () => {
    const { cookie } = await register();
    await read("/api/user", cookie);
    const lines = await product.log("api");
    expect(lines.findLast(({ endpoint }) => endpoint === "users.register")?.writeUnits).toBeGreaterThan(0);
  });
});

describe("the functions behind schedules, stream and SES", () => {
  test("the stream sends mail once in the configuration set", async () => {
    const { email } = await register();
    const [mail, ...more] = (await carry()).filter(({ to }) => to === email);
    expect(more).toEqual([]);
    expect(mail?.configurationSet).toBe("coffer-dev");
    expect(mail?.message).toMatch(/^From: Coffer <coffer@example\.com>\r$/m);
    expect(await carry()).toEqual([]);
  });

  test("the link in the mail verifies the address", async () => {
    const { email, cookie } = await register();
    expect((await verify(email)).status).toBeLessThan(300);
    expect(await read("/api/user", cookie)).toMatchObject({ emailVerified: true });
  });

  test("the schedule sends daily summaries until the address bounces", async () => {
    const { email, cookie } = await register();
    await verify(email);
    const wanted = { emailNotifications: true, notificationTime: "07:30", timeZone: "Europe/Paris" };
    const headers = { ...json, cookie };
    await product.request("/api/notification-preferences", {
      method: "PUT",
      headers,
      body: JSON.stringify(wanted),
    });

    await product.invoke("digests", scheduleEvent("2027-03-10T08:00:00Z"));
    await product.invoke("digests", scheduleEvent("2027-03-10T08:00:00Z"));
    const first = (await carry()).filter(({ to }) => to === email);
    expect(first).toHaveLength(1);
    expect(first[0]?.message).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m);

    await product.invoke("ses-events", bounceEvent(email));
    await product.invoke("digests", scheduleEvent("2027-03-11T08:00:00Z"));
    expect((await carry()).filter(({ to }) => to === email)).toEqual([]);
  });

  test("the tick sends mail that the stream lost", async () => {
    const { email } = await register();
    await product.invoke("outbox", scheduleEvent("2026-11-21T15:05:00Z"));
    expect(product.mails.filter(({ to }) => to === email)).toHaveLength(1);
  });

  test("shares are mailed once the address is verified", async () => {
    const guest = await register();
    await verify(guest.email);
    const owner = await register();
    const stranger = "stranger@example.com";
    for (const email of [guest.email, stranger])
      expect((await post("/api/share-budget", shareWith(email), owner.cookie)).status).toBe(201);
    expect((await verify(owner.email)).status).toBe(200);
    // The first run finds the waiting shares, the second mails them.
    await carry();
    expect((await carry()).map(({ to }) => to)).toEqual(expect.arrayContaining([guest.email, stranger]));

    const id = await idOf(owner.answer);
    await makeAdmin(product, { id });
    expect((await post("/api/admin/email", ANNOUNCEMENT, owner.cookie)).status).toBe(403);
    const codes = { secret: "", confirmed: true, lastStep: 0, recovery: [], goesAt: null, revision: 1 };
    await createSecondFactorStore(product.table, createCredentials(product.table)).save(id, undefined, codes);
    const news = { ...ANNOUNCEMENT, test: false, sendToAll: true };
    expect((await post("/api/admin/email", news, owner.cookie)).status).toBe(202);
    const before = product.mails.length;
    await product.invoke("bulk-mail", scheduleEvent("2026-11-21T15:05:00Z"));
    expect(product.mails.slice(before).filter(({ to }) => to === guest.email)).toHaveLength(1);
  });

  test("a due payment is recorded once", async () => {
    const { cookie } = await register();
    const categoryId = await idOf(
      await post("/api/categories", { name: "Home", icon: "home", color: "blue", type: "expense" }, cookie),
    );
    const rent = {
      name: "Rent",
      amount: 950,
      frequency: "monthly",
      startDate: "2027-03-05",
      categoryId,
      autoCreateTransaction: true,
    };
    expect((await post("/api/subscriptions", rent, cookie)).status).toBe(201);
    for (const time of ["2027-03-10T08:00:00Z", "2027-03-10T09:00:00Z"]) {
      await product.invoke("subscriptions", scheduleEvent(time));
      expect(await product.invoke("subscriptions", product.queued())).toEqual({ batchItemFailures: [] });
    }
    const posted = await read("/api/transactions?startDate=2027-03-01&endDate=2027-03-31", cookie);
    expect(posted).toEqual([expect.objectContaining({ amount: 950, date: "2027-03-05" })]);
  });

  test("housekeeping counts the users", async () => {
    await product.invoke("housekeeping", scheduleEvent("2027-03-10T03:00:00Z"));
    const lines = () => product.log("housekeeping");
    await expect
      .poll(async () => (await lines()).findLast(({ users }) => users !== undefined))
      .toMatchObject({
        users: expect.any(Number),
        activeUsers: expect.any(Number),
      });
  });

  test("an unknown event is an error, which AWS retries", async () => {
    for (const name of ["digests", "subscriptions", "housekeeping", "outbox", "bulk-mail", "ses-events"])
      await expect(product.invoke(name, { hello: "there" })).rejects.toThrow();
  });
});

// docs/operations.md, "Six incidents".
describe("the link of the alarm leads to the cause of", () => {
  test("a defect: the call, its user and the error's message", async () => {
    const { cookie } = await register();
    const user = Object(await read("/api/user", cookie));
    const profile = await product.table.get(userKey(user.id));
    await product.table.put({ ...profile, ...userKey(user.id), firstName: 7 });
    expect((await deployed("/api/user", { headers: { cookie } })).status).toBe(500);
    const found = async () => investigate(CAUSES.serverErrors, await product.log("api"));
    const call = expect.objectContaining({ message: "request", endpoint: "users.current" });
    await expect.poll(found).toContainEqual(call);
    const { requestId } = (await found()).find(({ endpoint }) => endpoint === "users.current") ?? {};
    expect(await found()).toContainEqual({
      message: "unexpected",
      requestId,
      "error.message": "Invalid type: Expected string but received 7",
    });
  });

  test("a version that does not start", () => {
    // The runtime's line about an error while a module loads, and Lambda's report, with logs in JSON.
    const log = [
      { level: "ERROR", message: "Uncaught Exception", errorMessage: "TABLE_NAME is not set" },
      { type: "platform.report", record: { requestId: "r1", status: "timeout" } },
    ];
    for (const cause of [CAUSES.serverErrors, CAUSES.errors])
      expect(investigate(cause, log)).toEqual([
        { message: "Uncaught Exception", errorMessage: "TABLE_NAME is not set" },
        { "record.status": "timeout" },
      ]);
  });

  test("refused calls: their endpoints, users and API Gateway", () => {
    const log = [
      { message: "request", endpoint: "transactions.list", userId: 7, status: 429 },
      { status: "429", functionRequestId: "81c1", error: "-" },
      { status: "429", functionRequestId: "-", error: "Too Many Requests" },
      { message: "request", endpoint: "transactions.list", userId: 8, status: 200 },
    ];
    expect(investigate(CAUSES.turnedAway, log)).toEqual([
      { endpoint: "transactions.list", userId: 7, requests: 1 },
      { error: "Too Many Requests", requests: 1 },
    ]);
  });

  test("a throttled table: who used it most, by endpoint", async () => {
    const { cookie } = await register();
    const { id } = Object(await read("/api/user", cookie));
    for (let n = 0; n < 3; n++) await post("/api/categories", CATEGORY, cookie);
    const found = investigate(CAUSES.busiest, await product.log("api"));
    expect(found).toContainEqual(
      expect.objectContaining({
        userId: id,
        endpoint: "categories.add",
        requests: 3,
        writes: expect.any(Number),
      }),
    );
  });

  test("paused mail: why SES refused", async () => {
    product.ses.isPaused = true;
    onTestFinished(() => {
      product.ses.isPaused = false;
    });
    await register();
    await carry();
    const found = async () => investigate(CAUSES.refusedMail, await product.log("outbox"));
    await expect.poll(found).toContainEqual(
      expect.objectContaining({
        "error.name": "HeldBack",
        "error.message": expect.stringContaining("Sending paused for this account."),
        times: expect.any(Number),
      }),
    );
  });

  test("late summaries: the error of the page that fails", async () => {
    await product.invoke("digests", { Records: [{ messageId: "1", body: '{"day":"soon"}' }] });
    const found = async () => investigate(CAUSES.errors, await product.log("digests"));
    await expect
      .poll(found)
      .toContainEqual(
        expect.objectContaining({ message: "a page of work failed", "error.message": expect.any(String) }),
      );
  });

  test("a sign-in that fails: the step and the status, as Lambda logs what a function throws", async () => {
    const account = { email: "nobody@example.com", password: "wrong password" };
    const page = '<script type="module" src="/assets/a.js"></script>';
    const site = new Map([
      ["/auth", new Response(page)],
      ["/assets/a.js", new Response("1", { headers: { "content-type": "text/javascript" } })],
    ]);
    const fetch = async (url: string | URL | Request, init?: RequestInit) =>
      site.get(String(url).slice(ORIGIN.length)) ??
      deployed(String(url).slice(ORIGIN.length), { ...init, headers: { ...json } });
    const failure = await checkSignIn(ORIGIN, account, fetch).catch((error) => error);
    const line = { level: "ERROR", errorType: failure.name, errorMessage: failure.message };
    expect(investigate(CAUSES.errors, [line])).toEqual([{ errorMessage: "POST /api/login answered 401" }]);
  });

  test("a model that is gone: the reasons, counted", async () => {
    const lines: string[] = [];
    const gone = { word: () => Promise.reject(new Error("The model has reached its end of life")) };
    const log = createLog((line) => lines.push(line));
    const advisor = careful(gone, { clock: () => 0, log });
    for (let n = 0; n < 3; n++) await advisor.word(Object({}), AbortSignal.timeout(60_000));
    expect(
      investigate(
        CAUSES.model,
        lines.map((line) => JSON.parse(line)),
      ),
    ).toEqual([
      { "error.name": "Error", "error.message": "The model has reached its end of life", times: 3 },
    ]);
  });
});

describe("the rights of each function", () => {
  test("suffice for all calls above", () => expect(product.refused()).toEqual([]));

  test("let only the API read passwords", async () => {
    expect(await product.items("CREDENTIALS#")).toContainEqual(expect.objectContaining({ sk: "PASSWORD" }));
    for (const item of await product.items("USER#")) expect(item).not.toHaveProperty("passwordHash");
  });

  test("refuse reads of other functions' data", async () => {
    const proxy = await startRightsProxy(inject("engine"), TABLE_RIGHTS["ses-events"]);
    onTestFinished(() => proxy.close());
    const table = createTable(createClient(proxy.endpoint), "test");
    const user = { pk: "USER#1", sk: "PROFILE" };
    for (const attempt of [
      () => table.get(user),
      () => table.put(user),
      () => table.transact([{ Put: { Item: user } }]),
      () => table.getMany([{ pk: "SUPPRESSED#a", sk: "SUPPRESSED" }, user]),
      () => table.list("BUDGET#1", "TX#"),
      () => table.query(directory.of("USERS#0")),
    ])
      await expect(attempt()).rejects.toThrow("not authorized");
  });

  test("keep jobs from writing credentials in any form", async () => {
    const proxy = await startRightsProxy(inject("engine"), TABLE_RIGHTS["bulk-mail"]);
    onTestFinished(() => proxy.close());
    const table = createTable(createClient(proxy.endpoint), "test");
    const [user, session] = [
      { pk: "USER#1", sk: "PROFILE" },
      { pk: "USER#1", sk: "SESSION#1" },
    ];
    const hash = change(user, "SET passwordHash = :hash", { hash: "x" });
    for (const attempt of [
      () => table.update(hash),
      () => table.transact([{ Update: hash }]),
      () => table.update(assign(user, { isAdmin: true }, PRESENT)),
      () => table.put({ ...session, epoch: 0 }),
      () => table.transact([{ Put: { Item: { ...session, epoch: 0 } } }]),
    ])
      await expect(attempt()).rejects.toThrow("not authorized: write of");
  });
});

test("housekeeping may only list and delete credentials", async () => {
  const proxy = await startRightsProxy(inject("engine"), TABLE_RIGHTS.housekeeping);
  onTestFinished(() => proxy.close());
  const { name, table: own, store } = await freshTable(inject("engine"));
  await newUser(store, { id: 1 });
  const table = createTable(createClient(proxy.endpoint), name);
  const key = credentialKey(1, "PASSWORD");
  for (const attempt of [
    () => table.get(key),
    () => table.getMany([key]),
    () => table.list(key.pk, ""),
    () => table.query({ ...inPartition(key.pk), ProjectionExpression: "pk, passwordHash" }),
    () => table.put({ ...key, passwordHash: "x" }),
    () => table.update(assign(key, { passwordHash: "x" })),
    () => table.transact([{ ConditionCheck: { Key: key, ...PRESENT } }]),
  ])
    await expect(attempt()).rejects.toThrow("not authorized: ");
  await createStores(table).accountRemoval.deleteUser(1);
  expect(await own.get(key)).toBeUndefined();
});

test("restore-stage restores a stage as of an instant", async () => {
  await drill(inject("engine"), product.artefacts);
}, 120_000);

test("docs/decisions/017-cold-start-size.md has the sizes of a start", () => {
  for (const { name, atStart } of product.artefacts) {
    const limit = name === "api" ? 700 : 450;
    expect(atStart, name).toBeLessThanOrEqual(limit * 1024);
  }
});
