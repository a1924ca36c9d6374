import type { Id } from "@coffer/domain/id";
import type { Subscription } from "@coffer/domain/subscription/subscription";
import type { Day } from "@coffer/domain/time/day";
import type { WorkPage } from "../pages.ts";

export type DuePayment = { ownerId: Id; id: Id; since: Day };

export type SubscriptionStore = {
  list(ownerId: Id): Promise<Subscription[]>;
  dismissed(ownerId: Id): Promise<ReadonlySet<string>>;
  dismiss(ownerId: Id, suggestion: string): Promise<void>;
  /** Subscriptions that the daily job may have something to do about by the end of `day`; to be read again. */
  due(day: Day, after?: string): AsyncIterable<WorkPage<DuePayment>>;
  /** Takes it off the schedule where its category is gone for good: nothing of it changes. */
  dropIfStale(ownerId: Id, id: Id, since: Day): Promise<void>;
};
