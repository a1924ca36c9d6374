import { EXPLAINED_CARDS, type Explained } from "@coffer/domain/explain";
import type { Id } from "@coffer/domain/id";
import { type Month, parseMonth } from "@coffer/domain/month";
import type { Why } from "../../search.ts";

export type Subject =
  | { kind: "month"; explained: Explained }
  | { kind: "goal" | "subscription"; id: Id }
  | { kind: "forecast" | "subscriptions" | "annual-subscriptions" };

/** `month` is undefined where it is the chosen one. */
export function parseWhy(why: Why): { subject: Subject; month: Month | undefined } {
  const [name = "", month = ""] = String(why).split("@");
  return { subject: subjectOf(name), month: parseMonth(month) };
}

function subjectOf(name: string): Subject {
  if (name === "forecast" || name === "subscriptions" || name === "annual-subscriptions")
    return { kind: name };
  const card = EXPLAINED_CARDS.find((one) => one === name);
  if (card) return { kind: "month", explained: { card } };
  const [, what, ids = ""] = /^(?:(plan|difference|goal|subscription)-)?([\d_]+)$/.exec(name) ?? [];
  if (what === "goal" || what === "subscription") return { kind: what, id: Number(ids) };
  const part = what === "plan" || what === "difference" ? what : "actual";
  return { kind: "month", explained: { categoryIds: ids.split("_").map(Number), part } };
}
