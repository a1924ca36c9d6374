import type { createDigests, DuePage } from "@coffer/core/digest/digests";
import { type Day, parseDay } from "@coffer/domain/time/day";
import { TIME_ZONES } from "@coffer/domain/time/timezone";
import * as v from "valibot";
import type { Log } from "../../log.ts";
import { tick } from "./schedule.ts";

type Digests = Pick<ReturnType<typeof createDigests>, "tick" | "queuePage">;
/** A page of those who are due, or a tick that goes on where its time was up; `at` in milliseconds. */
export type DigestMessage = DuePage | { at: number };

const page = v.object({
  zone: v.picklist(TIME_ZONES),
  day: v.custom<Day>((value) => typeof value === "string" && parseDay(value) !== undefined),
  from: v.string(),
  to: v.string(),
});
const message = v.union([page, v.object({ at: v.number() })]);
const messages = v.object({ Records: v.array(v.object({ messageId: v.string(), body: v.string() })) });

/** Handles both the schedule's tick, which hands pages to the queue, and what comes from that. */
export function createDigestsHandler(
  digests: Digests,
  queue: { send(message: DigestMessage): Promise<void> },
  log: Log,
) {
  async function run(at: number): Promise<void> {
    const { due, finished } = await digests.tick(at, async (found) => {
      await queue.send(found);
      return 0;
    });
    if (!finished) await queue.send({ at });
    log.info(`daily summaries: ${due} due${finished ? "" : ", more to come"}`, { at });
  }

  async function take(body: string): Promise<void> {
    const read = v.parse(message, JSON.parse(body));
    if ("at" in read) await run(read.at);
    else log.info(`daily summaries: ${await digests.queuePage(read)} queued`, { zone: read.zone });
  }

  return async (event: unknown) => {
    const parsed = v.safeParse(messages, event);
    if (!parsed.success) {
      await run(Date.parse(v.parse(tick, event).time));
      return undefined;
    }
    const failed = [];
    for (const { messageId, body } of parsed.output.Records) {
      try {
        await take(body);
      } catch (error) {
        log.error("a page of summaries was not queued", { error });
        failed.push({ itemIdentifier: messageId });
      }
    }
    return { batchItemFailures: failed };
  };
}
