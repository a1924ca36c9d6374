import type { Core } from "@coffer/core/core";
import type { Delivery } from "@coffer/core/mail/delivery";
import { LANES, type Lane } from "@coffer/core/mail/email-kinds";
import { pluralize } from "@coffer/domain/text/plural";

/** `at` is the instant at which it was due, in milliseconds. Returns what it did, in one line. */
export type Job = (at: number) => Promise<string>;

// The scheduled work: EventBridge's on AWS, the ticker's and `pnpm job`'s on one machine.

export const createDigestsJob =
  ({ digests }: Pick<Core, "digests">): Job =>
  async (at) => {
    const { due, queued, finished } = await digests.tick(at);
    return `daily summaries: ${due} due, ${queued} queued${finished ? "" : ", more to come"}`;
  };

type Daily = {
  subscriptions: Pick<Core["subscriptions"], "postDue">;
  notifications: Pick<Core["notifications"], "notifyDaily">;
};

/** Records due payments, then notifies people of the day; neither waits for the other's failures. */
export const createSubscriptionsJob =
  ({ subscriptions, notifications }: Daily): Job =>
  async (at) => {
    const [posting] = await Promise.allSettled([subscriptions.postDue(at)]);
    const { notified } = await notifications.notifyDaily(at);
    if (posting.status === "rejected") throw posting.reason;
    const { posted, ended } = posting.value;
    return `subscriptions: ${pluralize(posted, "payment")} recorded, ${ended} ended; ${pluralize(notified, "notification")} written`;
  };

/** Cleans up deleted categories, deletes what has expired and counts the users where that is due. */
export const createHousekeepingJob =
  ({ housekeep, categories, leaving }: Pick<Core, "housekeep" | "categories" | "leaving">): Job =>
  async (at) => {
    await leaving.removeDue(at);
    await categories.cleanUp(at);
    const { deleted, users } = await housekeep(at);
    return `expired items: ${deleted} deleted${users === null ? "" : `; users: ${users} counted`}`;
  };

export const createOutboxJob =
  (
    { campaigns, tasks }: Pick<Core, "campaigns" | "tasks">,
    delivery: Pick<Delivery, "sweep">,
    lanes: readonly Lane[] = LANES,
  ): Job =>
  async () => {
    const [ended] = await Promise.allSettled(lanes.includes("account") ? [tasks.runDue()] : []);
    const found = lanes.includes("bulk") ? await campaigns.fanOut() : 0;
    const { sent, suppressed, postponed, failed } = await delivery.sweep(lanes);
    if (ended?.status === "rejected") throw ended.reason;
    const recipients = found > 0 ? `recipients: ${found} found; ` : "";
    return `${recipients}mail: ${sent} sent, ${suppressed} suppressed, ${postponed} postponed, ${failed} given up`;
  };
