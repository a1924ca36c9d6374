import type { Category } from "@coffer/domain/category";
import type { Subscription, SubscriptionStatus } from "@coffer/domain/subscription";

/** In which tone a status is shown: vermilion for what went wrong alone. */
export const TONES = {
  Inactive: "neutral",
  Overdue: "over",
  "Due Today": "info",
  Soon: "info",
  Upcoming: "on-track",
} as const satisfies Record<SubscriptionStatus, string>;

/** How a subscription's category is shown; one without a category is gray. */
export function categoryOf({ categoryId }: Subscription, categories: Category[]) {
  return (
    categories.find(({ id }) => id === categoryId) ?? { name: "No category", icon: "category", color: "gray" }
  );
}
