import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createServer as createHttpServer } from "node:http";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { ensureTable } from "@coffer/dynamo/table/create-table";
import { Hono } from "hono";
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from "vitest";
import { quiet } from "../../../packages/test/fixtures.ts";
import { runProduct } from "../../test/running.ts";
import { admin } from "../cli/admin.ts";
import { composeLocal } from "./compose.ts";
import { notedEngine, prepareFolder } from "./data-folder.ts";
import {
  commandOf,
  engineProgram,
  openDatabase,
  secretAddress,
  startEngine,
  TABLE_NAME,
} from "./database.ts";
import { BEN, DEMO_ACCOUNT, ANA as DEMO_ANA, PASSWORD } from "./demo-accounts.ts";
import { checkDynamo, mailProblem } from "./external-services.ts";
import { openLogFile } from "./log-file.ts";
import { PROJECT, readSettings, StartProblem } from "./settings.ts";
import { listen } from "./this-machine.ts";

// On processes as a person runs them. A problem that ends a start does so in one way, which a taken port, a folder in
// use
// and a database that does not answer show; the others are shown by the function that finds them.

const scratch = mkdtempSync(join(tmpdir(), "coffer-start-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));
const freshFolder = () => mkdtempSync(join(scratch, "data-"));

/** Starts the product on a fresh or given folder until the test ends. */
async function running(dataDir = freshFolder(), environment: Record<string, string> = {}) {
  const product = await runProduct(dataDir, environment);
  onTestFinished(async () => {
    await product.end("SIGKILL");
    const engine = notedEngine(dataDir);
    if (engine && isRunning(engine.pid)) process.kill(engine.pid, "SIGKILL");
  });
  return { ...product, dataDir, engine: notedEngine(dataDir)?.pid ?? 0 };
}

/** The output and exit code of a refused start. */
const refused = (dataDir: string, environment: Record<string, string> = {}) =>
  runProduct(dataDir, environment).then(
    async (product) => {
      await product.end();
      throw new Error("it started");
    },
    ({ message, cause }: Error) => ({ said: message, code: cause }),
  );

const modeOf = (path: string) => statSync(path).mode & 0o777;

/** A port on which nothing listens; listening on it takes special rights. */
const CLOSED_PORT = 1;

async function portOf(server: Server): Promise<number> {
  if (!server.listening) await once(server, "listening");
  const address = server.address();
  return address && typeof address === "object" ? address.port : 0;
}

const isRunning = (pid: number) => commandOf(pid) !== "";

const ANA = {
  firstName: "Ana",
  lastName: "Rivera",
  email: "ana@example.com",
  phone: "555 0100",
  password: "correct horse",
  confirmPassword: "correct horse",
};
const post = async (url: string, path: string, body: object) => {
  const headers = { "content-type": "application/json" };
  return (await fetch(`${url}${path}`, { method: "POST", headers, body: JSON.stringify(body) })).status;
};

describe("a running product", () => {
  const dataDir = freshFolder();
  let product: Awaited<ReturnType<typeof runProduct>>;
  const engine = () => notedEngine(dataDir)?.pid ?? 0;
  beforeAll(async () => {
    mkdirSync(join(dataDir, "outbox"));
    for (const name of ["engine.json", "outbox/1.eml"])
      writeFileSync(join(dataDir, name), "old", { mode: 0o644 });
    chmodSync(dataDir, 0o755);
    product = await runProduct(dataDir);
  });
  afterAll(() => product.end("SIGKILL"));

  test("serves the app and its API", async () => {
    expect((await fetch(`${product.url}/api/health`)).status).toBe(200);
    expect(await (await fetch(product.url)).text()).toContain("<title>");
  });

  test("keeps its engine and folder private", async () => {
    const host = new URL(notedEngine(dataDir)?.endpoint ?? "").hostname;
    expect(host).toMatch(/^127\./);
    expect(["127.0.0.1", "127.0.0.2"]).not.toContain(host);
    expect(modeOf(dataDir)).toBe(0o700);
    expect(modeOf(join(dataDir, "outbox"))).toBe(0o700);
    const files = readdirSync(dataDir, { recursive: true, withFileTypes: true }).filter((each) =>
      each.isFile(),
    );
    expect(files.length).toBeGreaterThan(4);
    expect(files.filter((each) => modeOf(join(each.parentPath, each.name)) !== 0o600)).toEqual([]);
  });

  test("continues when a second start on its folder is refused", async () => {
    expect(await refused(dataDir)).toEqual({
      said: `Coffer is already running on the data folder ${dataDir}; stop it, or choose another with COFFER_DATA_DIR.`,
      code: 1,
    });
    expect((await fetch(`${product.url}/api/health`)).status).toBe(200);
  });

  test("restarts an engine that dies", async () => {
    const before = engine();
    process.kill(before, "SIGKILL");
    await expect.poll(() => post(product.url, "/api/register", ANA)).toBe(201);
    expect(engine()).not.toBe(before);
  });

  test("ends with its engine on SIGTERM", async () => {
    const pid = engine();
    expect(isRunning(pid)).toBe(true);
    expect(await product.end("SIGTERM")).toBe(0);
    expect(isRunning(pid)).toBe(false);
  });
});

test("starts no engine with DYNAMODB_ENDPOINT", async () => {
  const product = await running(freshFolder(), { DYNAMODB_ENDPOINT: inject("engine") });
  expect(await post(product.url, "/api/register", ANA)).toBe(201);
  expect(await post(product.url, "/api/login", ANA)).toBe(200);
  expect(notedEngine(product.dataDir)).toBeUndefined();
});

test("loses nothing acknowledged after SIGKILL", async () => {
  const first = await running();
  expect(await post(first.url, "/api/register", ANA)).toBe(201);
  await first.end("SIGKILL");
  expect(isRunning(first.engine)).toBe(true);

  const second = await running(first.dataDir);
  expect(isRunning(first.engine)).toBe(false);
  expect(await post(second.url, "/api/login", ANA)).toBe(200);
  expect(await second.end("SIGINT")).toBe(0);
  expect(isRunning(second.engine)).toBe(false);
});

test("ends with one sentence if its port is taken", async () => {
  const taken = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void taken.close());
  const PORT = String(await portOf(taken));
  const dataDir = freshFolder();
  const said = `Port ${PORT} on 127.0.0.1 is taken; choose another with PORT.`;
  expect(await refused(dataDir, { PORT })).toEqual({ said, code: 1 });
  expect(notedEngine(dataDir)).toBeUndefined();
});

describe("a household's own server", () => {
  const COFFER_ORIGIN = "https://budget.example.org";
  /** Sends a request as a proxy on this machine does. */
  const behindProxy = (url: string, path: string, headers: Record<string, string> = {}, body?: object) =>
    fetch(`${url}${path}`, {
      method: body ? "POST" : "GET",
      headers: { "content-type": "application/json", origin: COFFER_ORIGIN, ...headers },
      body: body && JSON.stringify(body),
    });

  /** The statuses of seven registrations by different clients, according to the proxy. */
  async function registrations(
    register: (person: object, headers: Record<string, string>) => Promise<Response>,
  ): Promise<number[]> {
    const statuses: number[] = [];
    for (let n = 0; n < 7; n++) {
      const person = { ...ANA, email: `client-${n}@example.com` };
      statuses.push((await register(person, { "x-forwarded-for": `198.51.${n}.7` })).status);
    }
    return statuses;
  }

  describe("under a supervisor", () => {
    const dataDir = freshFolder();
    const outbox = join(dataDir, "outbox");
    let home: Awaited<ReturnType<typeof runProduct>>;
    beforeAll(async () => {
      home = await runProduct(dataDir, { COFFER_ORIGIN, COFFER_THROTTLE: "on" }, ["--production"]);
    });
    afterAll(() => home.end());

    test("uses its origin in cookies and links", async () => {
      const { url } = home;
      const registered = await behindProxy(url, "/api/register", { "x-forwarded-host": "evil.example" }, ANA);
      expect(registered.status).toBe(201);
      expect(registered.headers.getSetCookie()[0]).toMatch(/^__Host-session=.*; Secure/);
      expect((await behindProxy(url, "/api/login", { origin: "https://evil.example" }, ANA)).status).toBe(
        403,
      );

      const mails = () => readdirSync(outbox).filter((name) => name.endsWith(".eml"));
      await expect.poll(mails).toHaveLength(1);
      const mail = readFileSync(join(outbox, mails()[0] ?? ""), "utf8");
      expect(mail).toContain("From: Coffer <coffer@budget.example.org>");
      expect(mail.replaceAll("=\r\n", "")).toContain(`${COFFER_ORIGIN}/verify-email/`);
      expect(mail).not.toContain("evil.example");
      for (const path of ["/_outbox", `/_outbox/${mails()[0]}`])
        expect((await fetch(`${url}${path}`)).status).toBe(404);
      expect(await (await fetch(url)).text()).not.toMatch(/coffer-outbox|coffer-demo/);
    });

    test("counts clients by the addresses that a trusted proxy reports", async () => {
      const register = (person: object, headers: Record<string, string>) =>
        behindProxy(home.url, "/api/register", headers, person);
      expect(await registrations(register)).toEqual(Array(7).fill(201));
    });

    test("names the folder of unsent mail", () => {
      expect(home.printed).toEqual([
        `Mail is not sent: set SMTP_URL (docs/self-hosting.md). Until then it is kept in ${outbox}`,
        `Coffer is ready at ${home.url}`,
      ]);
    });
  });

  test("counts the clients of a proxy that it does not trust as one", async () => {
    const environment = { COFFER_ORIGIN, COFFER_THROTTLE: "on", COFFER_TRUSTED_PROXIES: "10.0.0.0/8" };
    const settings = readSettings({ ...environment, COFFER_DATA_DIR: freshFolder() });
    const { app, dynamo } = composeLocal(settings, inject("engine"), COFFER_ORIGIN, quiet);
    await ensureTable(dynamo, TABLE_NAME);
    const from = { incoming: { socket: { remoteAddress: "127.0.0.9" } } };
    const register = async (person: object, headers: Record<string, string>) =>
      app.request(
        `${COFFER_ORIGIN}/api/register`,
        {
          method: "POST",
          headers: { "content-type": "application/json", origin: COFFER_ORIGIN, ...headers },
          body: JSON.stringify(person),
        },
        from,
      );
    expect((await registrations(register)).at(-1)).toBe(429);
  });

  test("prints one line with --production", async () => {
    const dataDir = freshFolder();
    const { url, printed, end } = await runProduct(dataDir, { COFFER_DEMO: "on" }, ["--production"]);
    expect(printed).toEqual([`Coffer is ready at ${url}`]);
    expect(await post(url, "/api/login", ANA)).toBe(401);
    expect(await post(url, "/api/register", ANA)).toBe(201);
    await expect
      .poll(() => readFileSync(join(dataDir, "coffer.log"), "utf8"))
      .toContain('"message":"security"');
    expect(modeOf(join(dataDir, "coffer.log"))).toBe(0o600);
    expect(await (await fetch(url)).text()).not.toContain("coffer-demo");
    expect(await end()).toBe(0);
  });

  test("is refused while the demo household has its printed password", async () => {
    const dataDir = freshFolder();
    // Creating the whole demo household takes many seconds; this test needs only its two accounts.
    const settings = readSettings({ COFFER_DATA_DIR: dataDir });
    const database = await openDatabase(settings);
    const { core, dynamo } = composeLocal(settings, database.endpoint, "http://coffer.test", quiet);
    await ensureTable(dynamo, TABLE_NAME);
    for (const person of [DEMO_ANA, BEN])
      await core.accounts.register({ ...person, password: PASSWORD }, ["192.0.2.1"]);
    await database.close();
    const said =
      "This folder's demo household opens with a password that everybody knows: run `pnpm admin remove-demo`, or give its two accounts passwords of their own.";
    expect(await refused(dataDir, { COFFER_ORIGIN })).toEqual({ said, code: 1 });
    const environment = { ...process.env, COFFER_DATA_DIR: dataDir, DYNAMODB_ENDPOINT: "" };
    expect(await admin(["remove-demo"], environment)).toBe(
      "Removed 2 accounts of the demo household, with the budgets that nobody else belongs to.",
    );
    expect(await admin(["remove-demo"], environment)).toBe(
      "No account of the demo household opens with the printed password; nothing was removed.",
    );
    const home = await running(dataDir, { COFFER_ORIGIN });
    expect((await behindProxy(home.url, "/api/login", {}, DEMO_ACCOUNT)).status).toBe(401);
  });
});

test("a full log file is replaced", () => {
  const dataDir = freshFolder();
  const log = openLogFile(dataDir, 100);
  for (const message of ["one", "two", "three", "four", "five"]) log.info(message, { text: "x".repeat(60) });
  expect(readdirSync(dataDir).sort()).toEqual(["coffer.log", "coffer.log.1"]);
  expect(readFileSync(join(dataDir, "coffer.log"), "utf8")).toContain("five");
  expect(readFileSync(join(dataDir, "coffer.log.1"), "utf8")).toContain("four");
});

/** The first is below a file; in the second, nobody can create a folder. */
test.each(["file/data", ...(process.platform === "linux" ? ["/proc/coffer/data"] : [])])(
  "a folder that cannot be written is a problem: %s",
  async (path) => {
    writeFileSync(join(scratch, "file"), "");
    const dataDir = resolve(scratch, path);
    await expect(openDatabase(readSettings({ COFFER_DATA_DIR: dataDir }))).rejects.toThrow(
      new StartProblem(`The data folder ${dataDir} cannot be written; choose another with COFFER_DATA_DIR.`),
    );
  },
);

test("a lock that cannot be taken is no running product", async () => {
  const dataDir = freshFolder();
  mkdirSync(join(dataDir, "lock"));
  await expect(openDatabase(readSettings({ COFFER_DATA_DIR: dataDir }))).rejects.toThrow(
    new StartProblem(`The data folder ${dataDir} cannot be written; choose another with COFFER_DATA_DIR.`),
  );
});

test("a folder that holds other files stays open to its users", () => {
  const dataDir = freshFolder();
  chmodSync(dataDir, 0o755);
  writeFileSync(join(dataDir, "letter.txt"), "Dear Ana,");
  prepareFolder(dataDir);
  expect([modeOf(dataDir), modeOf(join(dataDir, "outbox"))]).toEqual([0o755, 0o700]);
});

test("an address of another machine is a problem", async () => {
  await expect(listen(new Hono(), readSettings({ HOST: "203.0.113.9", PORT: "0" }))).rejects.toThrow(
    new StartProblem("203.0.113.9 is not an address of this machine; choose another with HOST."),
  );
});

test("a file that is not a database is a problem", async () => {
  const dataDir = freshFolder();
  writeFileSync(join(dataDir, "coffer.db"), "not a database, whatever its name says");
  await expect(openDatabase(readSettings({ COFFER_DATA_DIR: dataDir }))).rejects.toThrow(
    new StartProblem(
      `The database ${join(dataDir, "coffer.db")} cannot be opened (the engine ended with 1); ` +
        "restore a backup, or choose another folder with COFFER_DATA_DIR.",
    ),
  );
});

test("session keys that cannot be read are a problem", () => {
  const dataDir = freshFolder();
  writeFileSync(join(dataDir, "session-keys.json"), "{");
  const settings = readSettings({ COFFER_DATA_DIR: dataDir });
  expect(() => composeLocal(settings, inject("engine"), "http://coffer.test")).toThrow(
    new StartProblem(
      `The session keys ${join(dataDir, "session-keys.json")} cannot be read; remove the file, and everybody signs in again.`,
    ),
  );
});

test("a database that does not answer ends it before anything is built", async () => {
  const dataDir = freshFolder();
  const DYNAMODB_ENDPOINT = `http://127.0.0.1:${CLOSED_PORT}`;
  expect(await refused(dataDir, { DYNAMODB_ENDPOINT })).toEqual({
    said: `No DynamoDB answers at ${new URL(DYNAMODB_ENDPOINT).host}; start it there, or correct DYNAMODB_ENDPOINT.`,
    code: 1,
  });
  expect(readdirSync(dataDir)).toEqual([]);
});

test("a mail server that refuses mail is named without its password", async () => {
  const silent = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void silent.close());
  const mute = await portOf(silent);
  for (const port of [CLOSED_PORT, mute]) {
    expect(await mailProblem(`smtp://ana:hunter2@127.0.0.1:${port}`)).toBe(
      `Mail waits: no mail server answers at 127.0.0.1:${port}. It is sent once one does; if the address is wrong, correct SMTP_URL and restart.`,
    );
  }
});

test("an engine whose port is taken uses another one", async () => {
  const taken = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void taken.close());
  await new Promise((resolve) => taken.once("listening", resolve));
  const address = taken.address();
  const port = address && typeof address === "object" ? address.port : 0;
  const free = await secretAddress();
  const addresses = [{ host: "127.0.0.1", port }, free];
  const engine = await startEngine(undefined, async () => addresses.shift() ?? free);
  expect(engine.address).toEqual(free);
  await engine.stop();
});

// As on macOS, which has no other loopback address. `web/test/doors.test.ts` shows that no page reaches such a port.
test("on 127.0.0.1 the engine uses a port that browsers refuse", async () => {
  const said: string[] = [];
  const settings = readSettings({ COFFER_DATA_DIR: freshFolder(), COFFER_ENGINE_ADDRESS: "127.0.0.1" });
  const database = await openDatabase(settings, (line) => said.push(line));
  onTestFinished(() => database.close());
  // Node's fetch obeys the same standard as browsers do.
  await expect(fetch(database.endpoint)).rejects.toMatchObject({ cause: { message: "bad port" } });
  const { port } = new URL(database.endpoint);
  expect(said).toEqual([
    `The database listens on 127.0.0.1:${port}, a port that browsers open for no page; other users of this machine can reach it.`,
  ]);
});

test("a server that does not speak DynamoDB's protocol is a problem", async () => {
  const server = createHttpServer((_, response) => response.end("Welcome")).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  const DYNAMODB_ENDPOINT = `http://127.0.0.1:${await portOf(server)}`;
  await expect(checkDynamo(DYNAMODB_ENDPOINT)).rejects.toThrow(
    new StartProblem(
      `No DynamoDB answers at ${new URL(DYNAMODB_ENDPOINT).host}; start it there, or correct DYNAMODB_ENDPOINT.`,
    ),
  );
});

test("an engine's address of another machine is a problem", async () => {
  await expect(secretAddress("203.0.113.9")).rejects.toThrow(
    new StartProblem("COFFER_ENGINE_ADDRESS 203.0.113.9 is not an address of this machine."),
  );
});

const NO_ORIGIN = "COFFER_ORIGIN must be an address without a path, such as https://budget.example.org.";

test.each([
  [
    "COFFER_ENGINE_ADDRESS",
    "0.0.0.0",
    "COFFER_ENGINE_ADDRESS must be an address of this machine alone, such as 127.23.4.5.",
  ],
  [
    "DYNAMODB_ENDPOINT",
    "localhost:8000",
    "DYNAMODB_ENDPOINT must be an address such as http://127.0.0.1:8000.",
  ],
  ["SMTP_URL", "mail.example", "SMTP_URL must be an address such as smtps://user:password@mail.example."],
  [
    "SMTP_URL",
    "smtp://a%ZZ:pw@mail.example",
    "SMTP_URL must be an address such as smtps://user:password@mail.example.",
  ],
  ["PORT", "http", 'PORT must be a number from 0 to 65535, not "http".'],
  ["PORT", "0x50", 'PORT must be a number from 0 to 65535, not "0x50".'],
  ["COFFER_DEMO", "no", 'COFFER_DEMO must be on or off, not "no".'],
  ["COFFER_THROTTLE", "1", 'COFFER_THROTTLE must be on or off, not "1".'],
  ["COFFER_ORIGIN", "budget.example.org", NO_ORIGIN],
  ["COFFER_ORIGIN", "https://budget.example.org/coffer", NO_ORIGIN],
  ["COFFER_ORIGIN", "https://ana:pw@budget.example.org", NO_ORIGIN],
  ["COFFER_ORIGIN", "ftp://budget.example.org", NO_ORIGIN],
  ["COFFER_ORIGIN", "https://*.example.org", NO_ORIGIN],
  ["COFFER_ORIGIN", "https://budget.example.org.", NO_ORIGIN],
  [
    "COFFER_TRUSTED_PROXIES",
    "proxy.local",
    "COFFER_TRUSTED_PROXIES must be addresses or networks such as 127.0.0.1,10.0.0.0/8.",
  ],
])("%s=%s is refused", (name, value, said) => {
  expect(() => readSettings({ [name]: value })).toThrow(new StartProblem(said));
});

test("names the package and the setting on a platform without an engine", () => {
  expect(() => engineProgram("plan9-mips")).toThrow(
    new StartProblem(
      "There is no embedded database engine for this platform: install @dynoxide/plan9-mips, " +
        "or set DYNAMODB_ENDPOINT to DynamoDB Local or another DynamoDB-compatible endpoint.",
    ),
  );
});

// Only Linux tells a process its ancestors.
test.runIf(process.platform === "linux")("it ends with the pnpm that started it", async () => {
  const dataDir = freshFolder();
  const bin = join(scratch, "bin");
  mkdirSync(bin, { recursive: true });
  const pnpm = join(bin, "pnpm.mjs");
  const start = join(PROJECT, "functions/src/local/start.ts");
  writeFileSync(
    pnpm,
    `import { spawn } from "node:child_process"; spawn(process.execPath, [${JSON.stringify(start)}], { stdio: "inherit" });`,
  );
  const launcher = spawn(process.execPath, [pnpm], {
    env: { ...process.env, PORT: "0", COFFER_DATA_DIR: dataDir, COFFER_DEMO: "off" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  await new Promise<void>((resolve) => {
    launcher.stdout.on("data", (chunk: Buffer) => chunk.includes("Coffer is ready") && resolve());
  });
  const engine = notedEngine(dataDir)?.pid ?? 0;
  expect(isRunning(engine)).toBe(true);
  launcher.kill("SIGKILL");
  await expect.poll(() => isRunning(engine)).toBe(false);
  // The engine's note is deleted just before the process ends.
  while (existsSync(join(dataDir, "engine.json"))) await wait(20);
});
