import type { Delivery } from "@coffer/core/delivery";
import { isCampaign } from "@coffer/dynamo/campaign-counts";
import { outboxIdOf } from "@coffer/dynamo/outbox";
import type { Log } from "../../log.ts";
import type { Job } from "../../schedules.ts";
import { scheduled } from "./schedule.ts";
import { insertsOf } from "./stream.ts";

type Answer = { batchItemFailures: { itemIdentifier: string }[] };

/**
 * Takes the job that sends everything due, and the delivery of single mails; returns the handler of the table's
 * stream and of the schedule's tick. A mail that fails is due again later by itself: only what the store did not
 * answer is given back to the stream.
 */
export function createOutboxHandler(job: Job, delivery: Pick<Delivery, "deliver">, log: Log) {
  const onTick = scheduled(job, log);

  return async (event: unknown): Promise<Answer | undefined> => {
    const inserts = insertsOf(event);
    if (!inserts) {
      await onTick(event);
      return undefined;
    }
    for (const { pk, record } of inserts) {
      try {
        const id = outboxIdOf(pk);
        if (id !== undefined) await delivery.deliver(id);
        else if (isCampaign(pk)) await job(Date.now());
      } catch (error) {
        log.error("the outbox stopped", { error });
        // The stream is in order: everything from here on comes again.
        return { batchItemFailures: [{ itemIdentifier: record }] };
      }
    }
    return { batchItemFailures: [] };
  };
}
