import { existsSync, readFileSync } from "node:fs";
import { hasUsers, isHalfRestored } from "@coffer/dynamo/backup";
import { isMigrated, migrate } from "@coffer/dynamo/migrations";
import { ensureTable } from "@coffer/dynamo/table/create-table";
import { createTable } from "@coffer/dynamo/table/table";
import { Hono } from "hono";
import { readOrEnd } from "../cli/command-line.ts";
import { composeLocal } from "./compose.ts";
import { keepFilesPrivate, noteOrigin } from "./data-folder.ts";
import { openDatabase, TABLE_NAME } from "./database.ts";
import { createDemo } from "./demo.ts";
import { DEMO_ACCOUNT, DEMO_SIGN_IN, openDemoAccounts } from "./demo-accounts.ts";
import { checkDynamo, mailProblem } from "./external-services.ts";
import { openLogFile } from "./log-file.ts";
import { outboxPage } from "./outbox-page.ts";
import { readSettings, StartProblem } from "./settings.ts";
import { serveStatic, shareTarget } from "./static.ts";
import { isFromThisMachine, knownNamesOnly, listen, thisMachineOnly } from "./this-machine.ts";
import { startTicker } from "./ticker.ts";
import { ensureWebBuilt, WEB_DIST } from "./web-build.ts";

const { production: isProduction } = readOrEnd({
  use: ["pnpm start [--production]"],
  about: "Runs the product on this machine. README.md has its settings, which are environment variables.",
  options: {
    production: {
      type: "boolean",
      default: false,
      help: "for a supervisor: one line, a log file in the data folder, no demo household",
    },
  },
}).options;
const say = (line: string) => {
  if (!isProduction) console.log(line);
};

const DEMO_IS_OPEN =
  "This folder's demo household opens with a password that everybody knows: run `pnpm admin remove-demo`, or give its two accounts passwords of their own.";

const HALF_RESTORED =
  "A restore into this data folder was interrupted: run `pnpm restore` with the same backup again, or choose another folder with COFFER_DATA_DIR.";

/** Resources, closed in reverse order. */
const opened: { close(): Promise<void> }[] = [];
let ending = false;

try {
  await start();
} catch (error) {
  // A start that was interrupted may fail on closed resources.
  if (!ending) {
    console.error(error instanceof StartProblem ? error.message : error);
    await end(1);
  }
}

async function start(): Promise<void> {
  const settings = readSettings();
  const isShared = isProduction || settings.origin !== undefined;
  if (settings.dynamoEndpoint) await checkDynamo(settings.dynamoEndpoint);
  // Asked at once and awaited at the end: a mail server that is slow to answer does not delay the start.
  const checkingMail = settings.smtpUrl ? mailProblem(settings.smtpUrl) : undefined;
  keepFilesPrivate();
  const database = await openDatabase(settings, say);
  opened.push(database);
  process.on("SIGINT", () => end(0));
  process.on("SIGTERM", () => end(0));
  endWithLaunchers(() => end(0));
  await ensureWebBuilt(say);
  const log = isProduction ? openLogFile(settings.dataDir) : undefined;

  const front = new Hono();
  let ready = false;
  // Listens first, because the rest needs the address. Answers 503 until everything is ready.
  const entrance = new Hono().all("*", (http) =>
    ready
      ? front.fetch(http.req.raw, http.env)
      : http.json({ message: "Coffer is starting" }, 503, { "retry-after": "1" }),
  );
  const server = await listen(entrance, settings);
  opened.push(server);
  const origin = settings.origin ?? server.origin;
  noteOrigin(settings.dataDir, origin);
  const product = composeLocal(settings, database.endpoint, origin, { log });
  await ensureTable(product.dynamo, TABLE_NAME);
  const table = createTable(product.dynamo, TABLE_NAME);
  if (await isHalfRestored(product.dynamo, TABLE_NAME)) throw new StartProblem(HALF_RESTORED);
  if (!(await isMigrated(table))) for await (const _ of migrate(table));
  if (isShared) {
    const [open] = await openDemoAccounts(product.store);
    if (open) throw new StartProblem(DEMO_IS_OPEN);
  } else if (settings.demo && !(await hasUsers(product.dynamo, TABLE_NAME)))
    await createDemo(settings, database.endpoint, origin, say);

  front.use(knownNamesOnly(settings.host, origin));
  front.all("/api/*", (http) => product.app.fetch(http.req.raw, http.env));
  front.post("/share", shareTarget);
  const outbox = settings.origin === undefined ? "/_outbox" : undefined;
  if (outbox) {
    front.use(`${outbox}/*`, thisMachineOnly());
    front.route("/", outboxPage(product.outbox));
  }
  const isDemo =
    !isShared && settings.demo && (await product.core.accounts.find(DEMO_ACCOUNT.email)) !== undefined;
  front.use(
    serveStatic(WEB_DIST, (http) => ({
      "coffer-demo": isDemo ? `${DEMO_ACCOUNT.email} ${DEMO_ACCOUNT.password}` : undefined,
      // Real mail goes to mailboxes, so there is no outbox to name.
      "coffer-outbox": outbox && !settings.smtpUrl && isFromThisMachine(http) ? outbox : undefined,
    })),
  );
  ready = true;
  opened.push({ close: product.idle }, startTicker(product));

  const mailWaits = await checkingMail;
  if (mailWaits) console.log(mailWaits);
  if (isDemo) say(`Demo sign-in: ${DEMO_SIGN_IN}`);
  if (!settings.smtpUrl && outbox) say(`Mail is not sent; read it at ${server.url}${outbox}`);
  if (!settings.smtpUrl && !outbox)
    console.log(
      `Mail is not sent: set SMTP_URL (docs/self-hosting.md). Until then it is kept in ${product.outbox}`,
    );
  if (origin !== server.url) say(`Other devices reach it at ${origin}`);
  console.log(`Coffer is ready at ${server.url}`);
}

async function end(code: number): Promise<void> {
  if (ending) return;
  ending = true;
  for (const each of opened.toReversed()) await each.close();
  process.exit(code);
}

/**
 * Calls `end` when the npx or pnpm that ran the start command has ended: npx leaves its children running when it is
 * terminated (docs/decisions/006-one-process-per-data-folder.md). Only on Linux, where a process can read its ancestors.
 */
function endWithLaunchers(end: () => void): void {
  const watched = launchers(process.ppid);
  if (watched.length === 0) return;
  setInterval(() => {
    if (!watched.every((pid) => existsSync(`/proc/${pid}`))) end();
  }, 500).unref();
}

/** Process ids of npx, pnpm and the shells between them and `pid`. A shell above them may end by itself. */
function launchers(pid: number): number[] {
  try {
    const [program = "", ...rest] = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
    const ours = /(^|[\s/'])(npm|npx|pnpm)(-cli\.js|\.[cm]?js)?([\s']|$)|local\/start\.ts/;
    if (!ours.test([program, ...rest].join(" "))) return [];
    const [, parent = ""] = /\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, "utf8")) ?? [];
    const above = launchers(Number(parent));
    const isShell = /(^|\/)\w*sh$/.test(program);
    return above.length === 0 && isShell ? [] : [pid, ...above];
  } catch {
    return [];
  }
}
