import { EXPLAINED_CARDS, type Explained } from "@coffer/domain/budget/explain";
import type { Flow } from "@coffer/domain/category/category";
import type { Id } from "@coffer/domain/id";
import { type Month, parseMonth } from "@coffer/domain/time/month";
import { LISTED, type Why } from "../../selection/search.ts";

type Listed = Exclude<(typeof LISTED)[number], "found" | "found-income" | "found-expense">;
export type Subject =
  | { kind: "month"; explained: Explained }
  | { kind: "goal" | "subscription" | "average"; id: Id }
  /** Of both flows, or of one. */
  | { kind: "found"; flow: Flow | undefined }
  | { kind: Listed };

/** `month` is undefined where it is the chosen one. */
export function parseWhy(why: Why): { subject: Subject; month: Month | undefined } {
  const [name = "", month = ""] = String(why).split("@");
  return { subject: subjectOf(name), month: parseMonth(month) };
}

function subjectOf(name: string): Subject {
  const listed = LISTED.find((one) => one === name);
  if (listed === "found") return { kind: "found", flow: undefined };
  if (listed === "found-income") return { kind: "found", flow: "income" };
  if (listed === "found-expense") return { kind: "found", flow: "expense" };
  if (listed) return { kind: listed };
  const card = EXPLAINED_CARDS.find((one) => one === name);
  if (card) return { kind: "month", explained: { card } };
  const [, what, ids = ""] = /^(?:(plan|difference|goal|subscription|average)-)?([\d_]+)$/.exec(name) ?? [];
  if (what === "goal" || what === "subscription" || what === "average")
    return { kind: what, id: Number(ids) };
  const part = what === "plan" || what === "difference" ? what : "actual";
  return { kind: "month", explained: { categoryIds: ids.split("_").map(Number), part } };
}
