import { createLeaving } from "@coffer/core/account/leaving";
import { createAdmin } from "@coffer/core/admin/admin";
import { createCategories } from "@coffer/core/category/categories";
import { createHousekeeping } from "@coffer/core/jobs";
import { allEnded, createHousekeepingJob, type Job } from "../schedules.ts";
import { env } from "./core.ts";
import { countTick, environment, log } from "./environment.ts";
import { countingTicks, scheduled } from "./events/schedule.ts";
import { store } from "./store.ts";

const housekeep = createHousekeepingJob(
  {
    leaving: createLeaving(store, env),
    categories: createCategories(store, env),
    housekeep: createHousekeeping(store, env, createAdmin(store, env)),
  },
  // DynamoDB deletes expired items itself.
  { deletesExpired: false },
);

/** Four times a day, first an hour after midnight UTC, where copies begin and end. */
const isTimeForCopies = (at: number) => new Date(at).getUTCHours() % 6 === 1;

async function copyElsewhere(at: number): Promise<void> {
  const { tableName, copyBucket: bucket } = environment;
  if (!bucket || !isTimeForCopies(at)) return;
  const { makeCopies, textOf } = await import("@coffer/dynamo/copies");
  const { started, late } = await makeCopies({ tableName, bucket, now: at });
  log.info("copies", { started: started.map(textOf) });
  if (late.length > 0) throw new Error(`Copies of the table are missing in ${bucket}: ${late.join("; ")}`);
}

const job: Job = async (at) => {
  const [done] = await allEnded([housekeep(at), copyElsewhere(at)]);
  const last = await store.admin.statisticsSnapshot();
  if (last) log.info("people", { users: last.total, activeUsers: last.active });
  return done;
};

export const handler = countingTicks(scheduled(job, log), countTick);
