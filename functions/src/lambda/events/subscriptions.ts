import type { createDailyNotices } from "@coffer/core/notification/daily-notices";
import { handOver, runLimit } from "@coffer/core/pages";
import type { createPostDue } from "@coffer/core/subscription/post-due";
import { storedDay } from "@coffer/domain/definition/values";
import { MINUTE_MS } from "@coffer/domain/time/day";
import * as v from "valibot";
import type { Log } from "../../log.ts";
import { createPagesHandler } from "./schedule.ts";

/** A tick that is not done by then continues in a new message, queued behind the pages it handed over. */
const TICK_LIMIT_MS = MINUTE_MS / 2;

const instant = { at: v.number() };
const message = v.variant("job", [
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
export type SubscriptionMessage = v.InferOutput<typeof message>;

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
    const both = [findPayments(at), findNotices(at)];
    await Promise.allSettled(both);
    await Promise.all(both);
  };
  return createPagesHandler(message, { run, take }, log);
}
