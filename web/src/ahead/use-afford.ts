import { afford, monthsToAnswer } from "@coffer/domain/line/afford";
import type { AffordQuestion } from "@coffer/domain/line/afford-text";
import { useLine } from "../api/line.ts";
import { locale } from "../format/locale.ts";
import { useCategories, useCurrency, useToday } from "../selection/selection.ts";

export const AFFORD_HINT = "An amount, what it is for and when: 900 sofa January, or 15 music every month";
export const AFFORD_PAST = "That day is over: ask about today or a later day.";

/** Answers a question from the cached forecast line, so that it works without a network. */
export function useAfford(asked: AffordQuestion | undefined) {
  const currency = useCurrency();
  const today = useToday();
  const { data: categories = [] } = useCategories();
  const isPast = asked !== undefined && asked.date < today;
  const line = useLine(asked && monthsToAnswer(asked.date, today), asked !== undefined && !isPast);
  if (!asked || isPast || !line.data) return { isPast, answer: undefined, error: line.error };
  const nameOf = (id: number) => categories.find((one) => one.id === id)?.name;
  return { isPast, answer: afford(line.data, asked, { currency, locale, today, nameOf }), error: null };
}
