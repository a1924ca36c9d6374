import type { Delivery } from "@coffer/core/mail/delivery";
import { type Lane, laneOf } from "@coffer/core/mail/email-kinds";
import { inBatches } from "@coffer/domain/batches";
import { isNewCampaign } from "@coffer/dynamo/campaign/campaigns";
import { outboxIdOf } from "@coffer/dynamo/mail/outbox-item";
import { taskIdOf } from "@coffer/dynamo/task/tasks";
import * as v from "valibot";
import type { Log } from "../../log.ts";
import type { Job } from "../../schedules.ts";
import { scheduled } from "./schedule.ts";

const keys = v.object({ pk: v.object({ S: v.string() }), sk: v.object({ S: v.string() }) });
const records = v.object({
  Records: v.array(
    v.object({
      eventName: v.optional(v.string()),
      dynamodb: v.object({ SequenceNumber: v.string(), Keys: keys }),
    }),
  ),
});

/** Delivered together: the mailer paces them. */
const AT_ONCE = 8;

/** Handles the table's stream and the tick. An email that fails becomes due again by itself. */
export function createOutboxHandler(
  lane: Lane,
  job: Job,
  { deliver, runTask }: Pick<Delivery, "deliver"> & { runTask: (id: string) => Promise<void> },
  log: Log,
) {
  const onTick = scheduled(job, log);

  return async (event: unknown) => {
    const parsed = v.safeParse(records, event);
    if (!parsed.success) return onTick(event);
    const inserts = parsed.output.Records.filter(({ eventName }) => eventName === "INSERT");
    for (const batch of inBatches(inserts, AT_ONCE)) {
      const results = await Promise.allSettled(batch.map(({ dynamodb }) => take(dynamodb.Keys)));
      const failed = results.findIndex(({ status }) => status === "rejected");
      const [insert, result] = [batch[failed], results[failed]];
      if (!insert || result?.status !== "rejected") continue;
      log.error("the outbox stopped", { error: result.reason });
      // The stream is ordered: this record and all later ones are delivered again.
      return { batchItemFailures: [{ itemIdentifier: insert.dynamodb.SequenceNumber }] };
    }
    return { batchItemFailures: [] };
  };

  async function take({ pk: { S: pk }, sk: { S: sk } }: v.InferOutput<typeof keys>): Promise<void> {
    const id = outboxIdOf(pk);
    const task = taskIdOf(pk);
    if (id !== undefined && laneOf(id) === lane) await deliver(id);
    else if (task !== undefined && lane === "account") await runTask(task);
    else if (isNewCampaign({ pk, sk }) && lane === "bulk") await job(Date.now());
  }
}
