import type { Id } from "../id.ts";

export const EXPLAINED_CARDS = [
  "budget",
  "income",
  "expenses",
  "remaining",
  "left",
  "actual-income",
  "actual-expenses",
  "planned-income",
  "income-difference",
  "left-to-plan",
  "to-spend",
  "balance",
] as const;
export type ExplainedCard = (typeof EXPLAINED_CARDS)[number];

/** "spent" counts what is from before a reset too, "difference" is by how much the plan is beaten. */
export const EXPLAINED_PARTS = ["actual", "spent", "plan", "difference", "available"] as const;
export type ExplainedPart = (typeof EXPLAINED_PARTS)[number];

/** The number in question: of a category or of several of one flow, a total of the month, or what one owes another. */
export type Explained =
  | { categoryIds: readonly Id[]; part: ExplainedPart }
  | { card: ExplainedCard; between?: { from: Id; to: Id } };
