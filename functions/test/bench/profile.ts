import { randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import type { Profiler } from "node:inspector";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { lastDay, monthNumber, monthOfDay, yearOf } from "@coffer/domain/time/month";
import { today } from "@coffer/domain/time/timezone";
import { createClient } from "@coffer/dynamo/table/client";
import { ensureTable } from "@coffer/dynamo/table/create-table";
import { createTable } from "@coffer/dynamo/table/table";
import { creationOf } from "@coffer/dynamo/transaction/transactions";
import { transaction } from "../../../packages/test/fixtures.ts";
import { buildLambdas } from "../../build.ts";
import { notedEngine } from "../../src/local/data-folder.ts";
import { freeAddress, startEngine, TABLE_NAME } from "../../src/local/database.ts";
import { startFakeAws } from "../fake-aws.ts";
import { type ApiResult, apiEvent, responseOf } from "../lambda-events.ts";
import {
  environmentOf,
  type Instance,
  ORIGIN,
  SECRETS,
  startInstance,
  throughCloudFront,
} from "../lambda-process.ts";
import { ok } from "./api.ts";
import { benchCore } from "./bench-core.ts";
import { plannedRows } from "./planned-rows.ts";
import { type BenchProduct, onProduct, visitorOf } from "./product.ts";
import { median, ms, timed } from "./table.ts";

const SIZES = [20, 200, 1_000];
const ROUNDS = 40;
const IMPORTED = 50;
/** In microseconds. */
const SAMPLE_EVERY = 200;

/** The parts of a call's time, by the file of the running function; the first match counts. */
const PARTS = {
  "signing and transport":
    /node:(internal\/)?(_?http|net|stream|streams|timers|async|events|url|undici|buffer)|node-http-handler|signature|@hono.node-server|@aws-sdk|@smithy/,
  decoding:
    /lib-dynamodb|util-dynamodb|dynamodb-codec|smithy.core.*(schema|protocols|serde|cbor)|core.*protocols/,
  validation: /valibot/,
  encoding: /packages\/(domain\/src\/definition|contract)\//,
  computing: /packages\/(domain|core)\//,
  "keys and items": /packages\/dynamo\//,
  "routes and session": /functions\/src|\/hono@|\/jose@/,
  compression: /zlib/,
};
type Part = keyof typeof PARTS | "garbage";
/** The narrower pattern is tried first. */
const ORDER = Object.entries(PARTS).toSorted(
  ([a], [b]) => Number(b === "decoding") - Number(a === "decoding"),
);

/**
 * Splits a call's median time for months of several sizes, on this machine: CPU milliseconds of the server by part (as
 * sampled) and of the engine. The rest is waiting.
 */
export async function profile(): Promise<void> {
  const { port } = await freeAddress("127.0.0.1");
  const inspected = { NODE_OPTIONS: `--inspect=127.0.0.1:${port}` };
  await onProduct(async (product) => {
    const inspector = await connect(port);
    try {
      const engine = notedEngine(product.dataDir);
      if (!engine) throw new Error("the product has no engine");
      const calls = await prepared(product, engine);
      let rows = 0;
      for (const size of SIZES) {
        await calls.fill(size - rows);
        rows = size;
        const measured: [string, Measured][] = [];
        for (const [what, call] of Object.entries(calls.of(size)))
          measured.push([what, await measure(inspector, calls.engineMs, call)]);
        print(size, measured);
      }
    } finally {
      // The server waits for the inspector when it ends.
      inspector.close();
    }
  }, inspected);
  await profileFunction();
}

/**
 * The same of the built function in a process of its own, which signs its requests as on Lambda. Its parts have no names
 * of their own there, so only the processes are told apart.
 */
async function profileFunction(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "coffer-bench-"));
  const [engine, aws] = await Promise.all([startEngine(), startFakeAws(SECRETS)]);
  let instance: Instance | undefined;
  try {
    await ensureTable(createClient(engine.endpoint), TABLE_NAME);
    const environment = environmentOf({ tableName: TABLE_NAME, engine: engine.endpoint, aws: aws.endpoint });
    const api = (await buildLambdas(folder)).find(({ name }) => name === "api");
    if (!api) throw new Error("there is no function api");
    const built = await startInstance(api, environment);
    instance = built;
    const visitor = visitorOf(ORIGIN, async (url, init) => {
      const event = await apiEvent(new Request(url, init), throughCloudFront());
      return responseOf(Object(await built.invoke(event)) satisfies ApiResult);
    });
    const calls = await prepared(visitor, { endpoint: engine.endpoint, pid: engine.process.pid ?? 0 });
    let rows = 0;
    for (const size of SIZES) {
      await calls.fill(size - rows);
      rows = size;
      console.log(`\nThe built function, a month of ${size} rows: ms a call`);
      for (const [what, call] of Object.entries(calls.of(size))) {
        for (let warm = 0; warm < ROUNDS / 4; warm++) await ok(call());
        const before = [cpuOf(built.pid), calls.engineMs()];
        const times: number[] = [];
        for (let round = 0; round < ROUNDS; round++) times.push((await timed(() => ok(call()))).took);
        const [own = 0, stored = 0] = [cpuOf(built.pid), calls.engineMs()].map(
          (after, at) => (after - (before[at] ?? 0)) / ROUNDS,
        );
        const cpu = `function ${own.toFixed(1)}, engine ${stored.toFixed(1)}`;
        console.log(`${what.padEnd(26)} p50 ${ms(median(times))}, ${cpu}`);
      }
    }
  } finally {
    instance?.end();
    await engine.stop();
    aws.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

type Call = () => Promise<Response>;

type Visitor = Pick<BenchProduct, "signUp" | "addCategory" | "send">;

async function prepared(product: Visitor, engine: { endpoint: string; pid: number }) {
  const ownerId = await product.signUp();
  const client = createClient(engine.endpoint);
  const table = createTable(client, TABLE_NAME);
  // Only a verified user may import.
  await benchCore(client, TABLE_NAME, Date.now, false).core.accounts.proveEmail(ownerId, "bench@example.com");
  const day = today(Date.now(), "UTC");
  const month = monthOfDay(day);
  const inMonth = `month=${monthNumber(month)}&year=${yearOf(month)}`;
  const rowAt = await plannedRows(product, month);
  let count = 0;
  const next = () => {
    count += 1;
    return rowAt(count);
  };
  const draft = () => ({ ...next(), amount: 12.34, type: "expense" });
  return {
    /** Milliseconds of CPU that the engine has used; undefined if the system does not tell. */
    engineMs: () => cpuOf(engine.pid),
    async fill(rows: number) {
      for (let row = 0; row < rows; row++) {
        const id = 7_000_000_000_000_000 + count + 1;
        await table.transact([
          creationOf(ownerId, { ...transaction({ id }), ...next(), createdAt: Date.now() }),
        ]);
      }
    },
    of: (size: number): Record<string, Call> => ({
      ...(size === SIZES[0] && { "the user": () => product.send("GET", "/api/user") }),
      "the month's list": () =>
        product.send("GET", `/api/transactions?startDate=${month}-01&endDate=${lastDay(month)}`),
      "its figures": () => product.send("GET", `/api/budgets?${inMonth}`),
      "what can be spent": () => product.send("GET", `/api/to-spend?${inMonth}`),
      "the dashboard's month": () => product.send("GET", `/api/month?${inMonth}`),
      "a search": () => product.send("GET", "/api/transactions/search?text=row"),
      // Changes of one row, so that the month stays as large as it is.
      "a write": () => product.send("POST", "/api/transactions", draft()),
      ...(size === SIZES.at(-1) && {
        [`an import's portion of ${IMPORTED}`]: () =>
          product.send("POST", "/api/imports", {
            batch: randomUUID(),
            source: "Bank",
            rows: Array.from({ length: IMPORTED }, draft),
          }),
      }),
    }),
  };
}

type Measured = { p50: number; server: number; engine: number; parts: Map<Part, number> };

async function measure(inspector: Inspector, engineMs: () => number, call: Call): Promise<Measured> {
  for (let warm = 0; warm < ROUNDS / 4; warm++) await ok(call());
  const before = { server: await inspector.cpu(), engine: engineMs() };
  await inspector.send("Profiler.start");
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) times.push((await timed(() => ok(call()))).took);
  const { profile: sampled } = await inspector.send<{ profile: Profiler.Profile }>("Profiler.stop");
  const after = { server: await inspector.cpu(), engine: engineMs() };
  const perCall = (of: "server" | "engine") => (after[of] - before[of]) / ROUNDS;
  // Samples follow the clock: on a busy machine they include waiting for a core, equally in every part.
  const spent = partsOf(sampled);
  const all = [...spent.values()].reduce((sum, each) => sum + each, 0);
  const parts = new Map([...spent].map(([part, each]) => [part, (each / all) * perCall("server")]));
  return { p50: median(times), server: perCall("server"), engine: perCall("engine"), parts };
}

/** The sampled time by part. The runtime's own work counts for the function that calls it. */
function partsOf({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): Map<Part, number> {
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])));
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const partOf = (id: number | undefined): Part | undefined => {
    const frame = id === undefined ? undefined : byId.get(id)?.callFrame;
    if (!frame) return undefined;
    if (frame.functionName === "(garbage collector)") return "garbage";
    const part = ORDER.find(([, files]) => files.test(frame.url))?.[0] as Part | undefined;
    return part ?? partOf(parents.get(id ?? 0));
  };
  const known = new Map(nodes.map(({ id }) => [id, partOf(id)]));
  const spent = new Map<Part, number>();
  for (const [index, id] of samples.entries()) {
    const part = known.get(id);
    if (part) spent.set(part, (spent.get(part) ?? 0) + (timeDeltas[index] ?? 0));
  }
  return spent;
}

function print(size: number, measured: readonly [string, Measured][]): void {
  const columns: Part[] = [...(Object.keys(PARTS) as Part[]), "garbage"];
  console.log(`\nWhere a call's time goes, a month of ${size} rows: ms a call`);
  const head = ["", "p50", "server", "engine", "waiting", ...columns];
  const lines = measured.map(([what, { p50, server, engine, parts }]) => [
    what,
    ms(p50),
    server.toFixed(1),
    engine.toFixed(1),
    Math.max(0, p50 - server - engine).toFixed(1),
    ...columns.map((part) => (parts.get(part) ?? 0).toFixed(2)),
  ]);
  const widths = head.map((name, column) =>
    Math.max(name.length, ...lines.map((line) => line[column]?.length ?? 0)),
  );
  for (const line of [head, ...lines])
    console.log(
      line
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join("  "),
    );
}

/** The CPU time of a process as Linux accounts for it, in hundredths of a second. */
function cpuOf(pid: number | undefined): number {
  try {
    const [user = 0, system = 0] =
      readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ").slice(11, 13).map(Number) ?? [];
    return (user + system) * 10;
  } catch {
    return 0;
  }
}

type Inspector = Awaited<ReturnType<typeof connect>>;

/** The inspector of a process that was started with `--inspect` on this port. */
async function connect(port: number) {
  const [target] = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as {
    webSocketDebuggerUrl: string;
  }[];
  const socket = new WebSocket(target?.webSocketDebuggerUrl ?? "");
  await new Promise((resolve) => socket.addEventListener("open", resolve, { once: true }));
  const waiting = new Map<number, (result: unknown) => void>();
  socket.addEventListener("message", ({ data }) => {
    const { id, result } = JSON.parse(String(data));
    waiting.get(id)?.(result);
    waiting.delete(id);
  });
  let count = 0;
  const send = <T>(method: string, params = {}): Promise<T> =>
    new Promise((resolve) => {
      count += 1;
      waiting.set(count, resolve as (result: unknown) => void);
      socket.send(JSON.stringify({ id: count, method, params }));
    });
  await send("Profiler.enable");
  await send("Profiler.setSamplingInterval", { interval: SAMPLE_EVERY });
  return {
    send,
    close: () => socket.close(),
    /** Milliseconds of CPU that the process has used. */
    async cpu(): Promise<number> {
      const expression = "((used) => (used.user + used.system) / 1000)(process.cpuUsage())";
      const { result } = await send<{ result: { value: number } }>("Runtime.evaluate", { expression });
      return result.value;
    },
  };
}
