import type { Id } from "@coffer/domain/id";
import type { Subscription } from "@coffer/domain/subscription/subscription";
import type { Day } from "@coffer/domain/time/day";

export type SubscriptionStore = {
  list(ownerId: Id): Promise<Subscription[]>;
  /** What the daily job may have something to do about by the end of `day`, and since when; to be read again. */
  due(day: Day): AsyncIterable<{ ownerId: Id; id: Id; since: Day }>;
  /** Takes it off the schedule where its category is gone for good: nothing of it changes. */
  dropIfStale(ownerId: Id, id: Id, since: Day): Promise<void>;
};
