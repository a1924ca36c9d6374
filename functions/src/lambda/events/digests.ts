import type { createDigests } from "@coffer/core/digest/digests";
import type { DuePage } from "@coffer/core/stores";
import { storedDay } from "@coffer/domain/definition/values";
import * as v from "valibot";
import type { Log } from "../../log.ts";
import { createPagesHandler } from "./schedule.ts";

type Digests = Pick<ReturnType<typeof createDigests>, "tick" | "queuePage">;
export type DigestMessage = DuePage | { at: number };

const page = v.object({ zone: v.string(), day: storedDay, from: v.string(), to: v.string() });
const message = v.union([page, v.object({ at: v.number() })]);

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

  async function take(read: DigestMessage): Promise<void> {
    if ("at" in read) await run(read.at);
    else log.info(`daily summaries: ${await digests.queuePage(read)} queued`, { zone: read.zone });
  }

  return createPagesHandler(message, { run, take }, log);
}
