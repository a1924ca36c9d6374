import * as v from "valibot";
import type { Log } from "../../log.ts";
import { tick } from "./schedule.ts";

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
