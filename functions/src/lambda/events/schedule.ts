import * as v from "valibot";
import type { Log } from "../../log.ts";
import type { Job } from "../../schedules.ts";

/** The event of infra/constructs/schedules.ts: the instant at which the tick was due. */
export const tick = v.object({ time: v.pipe(v.string(), v.isoTimestamp()) });

/** Counts completed ticks; other invocations say nothing about the schedule. */
export const countingTicks =
  <T>(handler: (event: unknown) => Promise<T>, count: () => void) =>
  async (event: unknown): Promise<T> => {
    const done = await handler(event);
    if (v.is(tick, event)) count();
    return done;
  };

/** EventBridge retries what throws here, then keeps it in its dead-letter queue. */
export const scheduled = (job: Job, log: Log) => async (event: unknown) => {
  const { time } = v.parse(tick, event);
  log.info(await job(Date.parse(time)), { time });
};

const messages = v.object({ Records: v.array(v.object({ messageId: v.string(), body: v.string() })) });

export function createPagesHandler<Message>(
  message: v.GenericSchema<unknown, Message>,
  { run, take }: { run: (at: number) => Promise<void>; take: (message: Message) => Promise<void> },
  log: Pick<Log, "error">,
) {
  return async (event: unknown) => {
    const parsed = v.safeParse(messages, event);
    if (!parsed.success) {
      await run(Date.parse(v.parse(tick, event).time));
      return undefined;
    }
    const failed = [];
    for (const { messageId, body } of parsed.output.Records) {
      try {
        await take(v.parse(message, JSON.parse(body)));
      } catch (error) {
        log.error("a page of work failed", { error });
        failed.push({ itemIdentifier: messageId });
      }
    }
    return { batchItemFailures: failed };
  };
}
