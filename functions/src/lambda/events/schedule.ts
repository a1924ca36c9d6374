import type { createDigests } from "@coffer/core/digest/digests";
import type { createDailyNotices } from "@coffer/core/notification/daily-notices";
import { handOver, runLimit } from "@coffer/core/pages";
import type { DuePage } from "@coffer/core/stores";
import type { createPostDue } from "@coffer/core/subscription/post-due";
import { storedDay } from "@coffer/domain/definition/values";
import { MINUTE_MS } from "@coffer/domain/time/day";
import * as v from "valibot";
import type { Log } from "../../log.ts";
import { allEnded, type Job } from "../../schedules.ts";

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

function createPagesHandler<Message>(
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

type Digests = Pick<ReturnType<typeof createDigests>, "tick" | "queuePage">;
export type DigestMessage = DuePage | { at: number };

const page = v.object({ zone: v.string(), day: storedDay, from: v.string(), to: v.string() });
const digestMessage = v.union([page, v.object({ at: v.number() })]);

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

  return createPagesHandler(digestMessage, { run, take }, log);
}

/** A tick that is not done by then continues in a new message, queued behind the pages it handed over. */
const TICK_LIMIT_MS = MINUTE_MS / 2;

const instant = { at: v.number() };
const subscriptionMessage = v.variant("job", [
  v.object({
    job: v.literal("payments"),
    ...instant,
    items: v.array(v.object({ ownerId: v.number(), id: v.number(), since: storedDay })),
  }),
  v.object({
    job: v.literal("notices"),
    ...instant,
    zone: v.string(),
    items: v.array(v.object({ userId: v.number(), since: storedDay })),
  }),
  v.object({ job: v.literal("find-payments"), ...instant, after: v.string() }),
  v.object({ job: v.literal("find-notices"), ...instant, after: v.string() }),
]);
export type SubscriptionMessage = v.InferOutput<typeof subscriptionMessage>;

type Jobs = {
  payments: Pick<ReturnType<typeof createPostDue>, "duePages" | "postPage">;
  notices: Pick<ReturnType<typeof createDailyNotices>, "duePages" | "notifyPage">;
};

export function createSubscriptionsHandler(
  { payments, notices }: Jobs,
  queue: { send(message: SubscriptionMessage): Promise<void> },
  clock: () => number,
  log: Log,
) {
  const tickLimit = () => runLimit(clock, undefined, TICK_LIMIT_MS);

  async function findPayments(at: number, after?: string): Promise<void> {
    const next = await handOver(
      payments.duePages(at, after),
      ({ items }) => queue.send({ job: "payments", at, items }),
      tickLimit(),
    );
    if (next !== null) await queue.send({ job: "find-payments", at, after: next });
  }

  async function findNotices(at: number, after?: string): Promise<void> {
    const next = await handOver(
      notices.duePages(at, after),
      ({ zone, items }) => queue.send({ job: "notices", at, zone, items }),
      tickLimit(),
    );
    if (next !== null) await queue.send({ job: "find-notices", at, after: next });
  }

  async function take(read: SubscriptionMessage): Promise<void> {
    const { at } = read;
    if (read.job === "find-payments") await findPayments(at, read.after);
    else if (read.job === "find-notices") await findNotices(at, read.after);
    else if (read.job === "payments") {
      const { posted, ended } = await payments.postPage(read.items, at, runLimit(clock));
      log.info(`payments: ${posted} recorded, ${ended} ended`, { at });
    } else {
      const { notified } = await notices.notifyPage(read, at, runLimit(clock));
      log.info(`notices: ${notified} written`, { at, zone: read.zone });
    }
  }

  const run = async (at: number): Promise<void> => {
    await allEnded([findPayments(at), findNotices(at)]);
  };
  return createPagesHandler(subscriptionMessage, { run, take }, log);
}
