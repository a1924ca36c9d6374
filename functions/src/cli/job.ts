import { ensureTable } from "@coffer/dynamo/table/create-table";
import { composeLocal, type LocalProduct } from "../local/compose.ts";
import { knownOrigin, prepareFolder } from "../local/data-folder.ts";
import { joinDatabase, TABLE_NAME } from "../local/database.ts";
import { readSettings } from "../local/settings.ts";
import {
  createDigestsJob,
  createHousekeepingJob,
  createOutboxJob,
  createSubscriptionsJob,
  type Job,
} from "../schedules.ts";
import { parseInstant, readCommandLine, wrongUse } from "./command-line.ts";
import { type Command, runAsProcess } from "./target.ts";

const JOBS = new Map<string, (core: LocalProduct["core"]) => Job>([
  ["digests", createDigestsJob],
  ["subscriptions", createSubscriptionsJob],
  ["housekeeping", createHousekeepingJob],
]);
const USAGE = {
  use: [`pnpm job ${[...JOBS.keys()].join("|")} [--at 2026-03-08T13:00:00Z]`],
  about: "Runs a scheduled job on this machine, and sends the mail that it queues.",
  words: [1, 1],
  options: { at: { type: "string", takes: "INSTANT", help: "as if it were that instant; now by default" } },
} as const;

export const job: Command = async (args, environment) => {
  const { words, options } = readCommandLine(USAGE, args);
  const [name = ""] = words;
  const createJob = JOBS.get(name);
  if (!createJob) throw wrongUse(USAGE);
  const at = options.at === undefined ? Date.now() : parseInstant(options.at);
  if (at === undefined) throw wrongUse(USAGE, `${JSON.stringify(options.at)} is not an instant`);
  const settings = readSettings(environment);
  prepareFolder(settings.dataDir);
  const database = await joinDatabase(settings);
  try {
    const product = composeLocal(settings, database.endpoint, knownOrigin(settings));
    await ensureTable(product.dynamo, TABLE_NAME);
    const done = await createJob(product.core)(at);
    await product.idle();
    const mailed = await createOutboxJob(product.core, product.delivery)(at);
    return `${name} at ${new Date(at).toISOString()}: ${done}; ${mailed}.`;
  } finally {
    await database.close();
  }
};

if (import.meta.main) await runAsProcess(job);
