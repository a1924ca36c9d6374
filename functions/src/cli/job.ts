import { parseDay } from "@coffer/domain/time/day";
import { ensureTable } from "@coffer/dynamo/table/create-table";
import { composeLocal, type LocalProduct } from "../local/compose.ts";
import { notedOrigin, prepareFolder } from "../local/data-folder.ts";
import { joinDatabase, TABLE_NAME } from "../local/database.ts";
import { readSettings, StartProblem } from "../local/settings.ts";
import {
  createDigestsJob,
  createHousekeepingJob,
  createOutboxJob,
  createSubscriptionsJob,
  type Job,
} from "../schedules.ts";
import { type Command, readCommandLine, runAsProcess } from "./target.ts";

const JOBS = new Map<string, (core: LocalProduct["core"]) => Job>([
  ["digests", createDigestsJob],
  ["subscriptions", createSubscriptionsJob],
  ["housekeeping", createHousekeepingJob],
]);
const USAGE = `Use: pnpm job ${[...JOBS.keys()].join("|")} [--at 2026-03-08T13:00:00Z]`;

/** Runs what the schedule would at that instant, and sends the mail that it queues. */
export const job: Command = async (args, environment) => {
  const { words, options } = readCommandLine(args, USAGE, 1, { at: { type: "string" } });
  const [name = ""] = words;
  const createJob = JOBS.get(name);
  if (!createJob) throw new StartProblem(USAGE);
  const at = options.at === undefined ? Date.now() : parseInstant(options.at);
  if (at === undefined) throw new StartProblem(`${JSON.stringify(options.at)} is not an instant. ${USAGE}`);
  const settings = readSettings(environment);
  prepareFolder(settings.dataDir);
  const database = await joinDatabase(settings);
  try {
    const { dataDir, host, port } = settings;
    const origin = settings.origin ?? notedOrigin(dataDir) ?? `http://${host}:${port}`;
    const product = composeLocal(settings, database.endpoint, origin);
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

/** Undefined for anything but ISO 8601 with a zone, such as "2026-03-08T13:00:00Z". */
function parseInstant(text: string): number | undefined {
  const [, date = ""] =
    /^(\d{4}-\d\d-\d\d)T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/i.exec(text) ?? [];
  const at = parseDay(date) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? undefined : at;
}
