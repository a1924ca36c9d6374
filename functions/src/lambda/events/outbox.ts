import type { Delivery } from "@coffer/core/delivery";
import { isCampaign } from "@coffer/dynamo/campaign-counts";
import { outboxIdOf } from "@coffer/dynamo/outbox";
import type { Log } from "../../log.ts";
import type { Job } from "../../schedules.ts";
import { scheduled } from "./schedule.ts";
import { insertsOf } from "./stream.ts";

type Answer = { batchItemFailures: { itemIdentifier: string }[] };

/**
 * Handles both the table's stream and the schedule's tick. `job` sends everything that is due. An email that fails
 * becomes due again by itself; what goes back to the stream is only what the store did not answer.
 */
export function createOutboxHandler(job: Job, delivery: Pick<Delivery, "deliver">, log: Log) {
  const onTick = scheduled(job, log);

  return async (event: unknown): Promise<Answer | undefined> => {
    const inserts = insertsOf(event);
    if (!inserts) {
      await onTick(event);
      return undefined;
    }
    for (const { pk, sequenceNumber } of inserts) {
      try {
        const id = outboxIdOf(pk);
        if (id !== undefined) await delivery.deliver(id);
        else if (isCampaign(pk)) await job(Date.now());
      } catch (error) {
        log.error("the outbox stopped", { error });
        // The stream is ordered: it delivers this record and all after it again.
        return { batchItemFailures: [{ itemIdentifier: sequenceNumber }] };
      }
    }
    return { batchItemFailures: [] };
  };
}
