import type { Core } from "@coffer/core/core";
import type { Jobs } from "@coffer/core/jobs";
import type { Delivery } from "@coffer/core/mail/delivery";
import { LANES, type Lane } from "@coffer/core/mail/email-kinds";
import { runLimit } from "@coffer/core/pages";
import { pluralize } from "@coffer/domain/text/plural";

/** `at`: when the job was due, in milliseconds. Resolves with a one-line summary. */
export type Job = (at: number, signal?: AbortSignal) => Promise<string>;

/** Like Promise.all, but rejects only once all have ended: Lambda freezes what still runs after a failure. */
export async function allEnded<T extends readonly unknown[]>(
  work: readonly [...{ [I in keyof T]: Promise<T[I]> }],
) {
  await Promise.allSettled(work);
  return Promise.all(work);
}

export const createDigestsJob =
  ({ digests }: Pick<Core, "digests">): Job =>
  async (at) => {
    const { due, queued, finished } = await digests.tick(at);
    return `daily summaries: ${due} due, ${queued} queued${finished ? "" : ", more to come"}`;
  };

export const createPaymentsJob =
  ({ postDue }: Pick<Jobs, "postDue">): Job =>
  async (at, signal) => {
    const { posted, found, ended } = await postDue(at, runLimit(Date.now, signal));
    const tied = found > 0 ? `${found} found among the transactions, ` : "";
    return `subscriptions: ${pluralize(posted, "payment")} recorded, ${tied}${ended} ended`;
  };

export const createNoticesJob =
  ({ notifyDaily }: Pick<Jobs, "notifyDaily">): Job =>
  async (at, signal) => {
    const { notified } = await notifyDaily(at, runLimit(Date.now, signal));
    return `notices: ${pluralize(notified, "notification")} written`;
  };

/** Runs both jobs, for the command line. */
export const createSubscriptionsJob =
  (core: Pick<Jobs, "postDue" | "notifyDaily">): Job =>
  async (at, signal) =>
    (await allEnded([createPaymentsJob(core)(at, signal), createNoticesJob(core)(at, signal)])).join("; ");

export const createHousekeepingJob =
  (
    { housekeep, categories, leaving }: Pick<Jobs, "housekeep"> & Pick<Core, "categories" | "leaving">,
    how = { deletesExpired: true },
  ): Job =>
  async (at) => {
    await leaving.removeDue(at);
    await categories.cleanUp(at);
    const { deleted, users } = await housekeep(at, how);
    return `expired items: ${deleted} deleted${users === null ? "" : `; users: ${users} counted`}`;
  };

/** The remaining time is for sending; the next run continues the search. */
export const FAN_OUT_MS = 50_000;

export const createOutboxJob =
  (
    { campaigns, tasks }: Pick<Core, "campaigns"> & Pick<Jobs, "tasks">,
    delivery: Pick<Delivery, "sweep">,
    lanes: readonly Lane[] = LANES,
  ): Job =>
  async (_, signal) => {
    const [ended] = await Promise.allSettled(lanes.includes("account") ? [tasks.runDue()] : []);
    const found = lanes.includes("bulk") ? await campaigns.fanOut(runLimit(Date.now, signal, FAN_OUT_MS)) : 0;
    const { sent, suppressed, postponed, waiting, gathered, failed } = await delivery.sweep(lanes);
    if (ended?.status === "rejected") throw ended.reason;
    const recipients = found > 0 ? `recipients: ${found} found; ` : "";
    return `${recipients}mail: ${sent} sent, ${suppressed} suppressed, ${postponed} postponed, ${waiting} waiting, ${gathered} gathered, ${failed} given up`;
  };
