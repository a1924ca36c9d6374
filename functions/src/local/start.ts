import { join } from "node:path";
import { hasUsers } from "@coffer/dynamo/backup";
import { isMigrated, migrate } from "@coffer/dynamo/migrations";
import { ensureTable } from "@coffer/dynamo/table/create-table";
import { createTable } from "@coffer/dynamo/table/table";
import { Hono } from "hono";
import { composeLocal } from "./compose.ts";
import { keepFilesPrivate, noteOrigin } from "./data-folder.ts";
import { openDatabase, TABLE_NAME } from "./database.ts";
import { createDemo, DEMO_ACCOUNT, DEMO_SIGN_IN } from "./demo.ts";
import { endWithLaunchers } from "./launchers.ts";
import { listen } from "./listen.ts";
import { checkNeighbours } from "./neighbours.ts";
import { outboxPage } from "./outbox-page.ts";
import { readSettings, StartProblem } from "./settings.ts";
import { serveStatic } from "./static.ts";
import { knownNamesOnly, thisMachineOnly } from "./this-machine.ts";
import { startTicker } from "./ticker.ts";
import { ensureWebBuilt, WEB_DIST } from "./web-build.ts";

const say = (line: string) => console.log(line);

/** Closed in reverse order. */
const opened: { close(): Promise<void> }[] = [];
let ending = false;

try {
  await start();
} catch (error) {
  // A start that is told to end fails on what is closed already.
  if (!ending) {
    console.error(error instanceof StartProblem ? error.message : error);
    await end(1);
  }
}

async function start(): Promise<void> {
  const settings = readSettings();
  await checkNeighbours(settings);
  keepFilesPrivate();
  const database = await openDatabase(settings);
  opened.push(database);
  process.on("SIGINT", () => end(0));
  process.on("SIGTERM", () => end(0));
  endWithLaunchers(() => end(0));
  await ensureWebBuilt(say);

  const front = new Hono();
  let ready = false;
  // Listens first, because the rest needs the address; requests until then are answered with 503.
  const entrance = new Hono().all("*", (http) =>
    ready
      ? front.fetch(http.req.raw, http.env)
      : http.json({ message: "Coffer is starting" }, 503, { "retry-after": "1" }),
  );
  const server = await listen(entrance, settings);
  opened.push(server);
  noteOrigin(settings.dataDir, server.origin);
  const product = composeLocal(settings, database.endpoint, server.origin);
  await ensureTable(product.dynamo, TABLE_NAME);
  const table = createTable(product.dynamo, TABLE_NAME);
  if (!(await isMigrated(table))) for await (const _ of migrate(table));
  if (settings.demo && !(await hasUsers(product.dynamo, TABLE_NAME)))
    await createDemo(settings, database.endpoint, server.origin, say);

  front.use(knownNamesOnly(settings.host));
  front.all("/api/*", (http) => product.app.fetch(http.req.raw, http.env));
  front.use("/_outbox/*", thisMachineOnly());
  front.route("/", outboxPage(join(settings.dataDir, "outbox")));
  const isDemo = settings.demo && (await product.core.accounts.find(DEMO_ACCOUNT.email)) !== undefined;
  front.use(serveStatic(WEB_DIST, isDemo ? DEMO_ACCOUNT : undefined));
  ready = true;
  opened.push({ close: product.idle }, startTicker(product));

  if (isDemo) say(`Demo sign-in: ${DEMO_SIGN_IN}`);
  if (server.origin !== server.url) say(`Other devices reach it at ${server.origin}`);
  say(`Coffer is ready at ${server.url}`);
}

async function end(code: number): Promise<void> {
  if (ending) return;
  ending = true;
  for (const each of opened.toReversed()) await each.close();
  process.exit(code);
}
