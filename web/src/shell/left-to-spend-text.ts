import type { LeftToSpend } from "@coffer/domain/left-to-spend";
import { type Cents, cents } from "@coffer/domain/money";

/** The name and the amount of what a month's plan leaves; "over" once more is spent than planned. */
export function leftLabel({ left, days }: LeftToSpend): {
  label: string;
  amount: Cents;
  tone: "over" | "neutral";
} {
  if (left < 0) return { label: "Over plan", amount: cents(-left), tone: "over" };
  return { label: days === 0 ? "Left over" : "Left to spend", amount: left, tone: "neutral" };
}
