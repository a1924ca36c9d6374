import type { Id } from "@coffer/domain/id";
import type { Subscription } from "@coffer/domain/subscription/subscription";
import type { Day } from "@coffer/domain/time/day";
import type { WorkPage } from "../pages.ts";

export type DuePayment = { ownerId: Id; id: Id; since: Day };

export type SubscriptionStore = {
  list(ownerId: Id): Promise<Subscription[]>;
  dismissed(ownerId: Id): Promise<ReadonlySet<string>>;
  dismiss(ownerId: Id, suggestion: string): Promise<void>;
  /** Subscriptions that may have work for the daily job by the end of `day`. The index may be stale: read them again. */
  due(day: Day, after?: string): AsyncIterable<WorkPage<DuePayment>>;
  /** Removes a subscription from the schedule if its category was deleted for good; changes nothing else. */
  dropIfStale(ownerId: Id, id: Id, since: Day): Promise<void>;
};
