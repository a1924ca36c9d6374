import type { Budget } from "@coffer/domain/budget/budget";
import { type Forecast, forecastMonth } from "@coffer/domain/budget/forecast";
import type { Category } from "@coffer/domain/category/category";
import type { Subscription } from "@coffer/domain/subscription/subscription";
import type { Day } from "@coffer/domain/time/day";
import type { Month } from "@coffer/domain/time/month";
import type { Query } from "../loading/QueryResult.tsx";

/** The parts of a forecast. */
export type ForecastReads = {
  categories: Query<Category[]>;
  budgets: Query<Budget[]>;
  /** The months before. */
  history: Query<{ month: Month; budgets: Budget[] }[]>;
  subscriptions: Query<Subscription[]>;
};

/** None where the months before could not be loaded. */
export function forecastsOf(month: Month, today: Day, known: ForecastReads): Query<Forecast[]> {
  const [categories, budgets, history] = [known.categories.data, known.budgets.data, known.history.data];
  const subscriptions = known.subscriptions.error ? [] : known.subscriptions.data;
  const data =
    categories &&
    budgets &&
    subscriptions &&
    (history
      ? forecastMonth({ month, today, categories, budgets, history, subscriptions })
      : known.history.error
        ? []
        : undefined);
  return { data, error: null, refetch: known.history.refetch };
}
