import { EXPLAINED_CARDS, type Explained } from "@coffer/domain/explain";
import { type Month, parseMonth } from "@coffer/domain/month";
import type { Why } from "../../search.ts";

/** `month` is undefined where it is the chosen one. */
export function parseWhy(why: Why): { explained: Explained; month: Month | undefined } {
  const [subject = "", month = ""] = String(why).split("@");
  const card = EXPLAINED_CARDS.find((one) => one === subject);
  const [, part, id] = /^(?:(plan|difference)-)?(\d+)$/.exec(subject) ?? [];
  const explained: Explained = card
    ? { card }
    : { categoryId: Number(id), part: part === "plan" || part === "difference" ? part : "actual" };
  return { explained, month: parseMonth(month) };
}
