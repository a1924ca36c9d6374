import type { Id } from "@coffer/domain/id";
import type { Month } from "@coffer/domain/time/month";
import type { TipsAnswer } from "@coffer/domain/tips/fill-tips";

/** `facts` is a hash; `now` in milliseconds. */
export type TipsStore = {
  cached(ownerId: Id, month: Month, facts: string, now: number): Promise<TipsAnswer | undefined>;
  cache(ownerId: Id, month: Month, facts: string, answer: TipsAnswer, now: number): Promise<void>;
  /** Counts a call of the model; false if the user has had `limit` on that day (UTC). */
  countCall(userId: Id, limit: number, now: number): Promise<boolean>;
};
