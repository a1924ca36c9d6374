import type { Delivery } from "@coffer/core/mail/delivery";
import { type Lane, laneOf } from "@coffer/core/mail/email-kinds";
import { inBatches } from "@coffer/domain/batches";
import { isNewCampaign } from "@coffer/dynamo/campaign/campaign-counts";
import { outboxIdOf } from "@coffer/dynamo/mail/outbox-item";
import { taskIdOf } from "@coffer/dynamo/task/tasks";
import type { Log } from "../../log.ts";
import type { Job } from "../../schedules.ts";
import { scheduled } from "./schedule.ts";
import { insertsOf } from "./stream.ts";

type Answer = { batchItemFailures: { itemIdentifier: string }[] };

/** Delivered together: the mailer spaces them. */
const AT_ONCE = 8;

/** Handles the table's stream and the tick. An email that fails becomes due again by itself. */
export function createOutboxHandler(
  lane: Lane,
  job: Job,
  { deliver, runTask }: Pick<Delivery, "deliver"> & { runTask: (id: string) => Promise<void> },
  log: Log,
) {
  const onTick = scheduled(job, log);

  return async (event: unknown): Promise<Answer | undefined> => {
    const inserts = insertsOf(event);
    if (!inserts) {
      await onTick(event);
      return undefined;
    }
    for (const batch of inBatches(inserts, AT_ONCE)) {
      const results = await Promise.allSettled(batch.map(({ key }) => take(key)));
      const failed = results.findIndex(({ status }) => status === "rejected");
      const [insert, result] = [batch[failed], results[failed]];
      if (!insert || result?.status !== "rejected") continue;
      log.error("the outbox stopped", { error: result.reason });
      // The stream is ordered: it delivers this record and all after it again.
      return { batchItemFailures: [{ itemIdentifier: insert.sequenceNumber }] };
    }
    return { batchItemFailures: [] };
  };

  async function take(key: { pk: string; sk: string }): Promise<void> {
    const id = outboxIdOf(key.pk);
    const task = taskIdOf(key.pk);
    if (id !== undefined && laneOf(id) === lane) await deliver(id);
    else if (task !== undefined && lane === "account") await runTask(task);
    else if (isNewCampaign(key) && lane === "bulk") await job(Date.now());
  }
}
