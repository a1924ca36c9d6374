import { type Forecast, forecastMonth } from "@coffer/domain/forecast";
import type { Month } from "@coffer/domain/month";
import { useToday } from "../../shell/selection.ts";
import type { Reads } from "./reads.ts";

/** Undefined while it loads; empty where the months before could not be loaded. */
export type Forecasts = Forecast[] | undefined;

export function useForecasts({ categories, budgets, history }: Reads, month: Month): Forecasts {
  const today = useToday();
  if (history.isPending || !categories.data || !budgets.data) return undefined;
  if (!history.data) return [];
  return forecastMonth({
    ...{ month, today },
    ...{ categories: categories.data, budgets: budgets.data, history: history.data },
  });
}
