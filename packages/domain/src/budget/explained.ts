import type { Flow } from "../category/category.ts";
import type { Id } from "../id.ts";
import { keysOf } from "../keys.ts";
import type { Day } from "../time/day.ts";

/** A part of a number, over all categories of a type. */
export type Piece = {
  of: "plans" | "transactions";
  type: Flow;
  isSubtracted?: true;
  ignoresReset?: true;
};

const plans = (type: Flow): Piece => ({ of: "plans", type });
const actual = (type: Flow): Piece => ({ of: "transactions", type });
const all = (type: Flow): Piece => ({ of: "transactions", type, ignoresReset: true });
export const less = <P extends object>(piece: P) => ({ ...piece, isSubtracted: true as const });

export const CARDS = {
  budget: [plans("expense")],
  income: [all("income")],
  expenses: [all("expense")],
  remaining: [all("income"), less(all("expense"))],
  left: [plans("expense"), less(actual("expense"))],
  "actual-income": [actual("income")],
  "actual-expenses": [actual("expense")],
  "planned-income": [plans("income")],
  "income-difference": [actual("income"), less(plans("income"))],
  "left-to-plan": [plans("income"), less(plans("expense"))],
  // Explained by `explainToSpend`, `explainBalance` and `explainLine`.
  "to-spend": [],
  balance: [],
  line: [],
} satisfies Record<string, readonly Piece[]>;
export type ExplainedCard = keyof typeof CARDS;
export const EXPLAINED_CARDS = keysOf(CARDS);

/** "spent" ignores resets; "difference" is positive if the actual is better than the plan. */
export const EXPLAINED_PARTS = ["actual", "spent", "plan", "difference", "available"] as const;
export type ExplainedPart = (typeof EXPLAINED_PARTS)[number];

/** The number to explain: of one or more categories of one type, a total of the month, a debt between two people, or the line on a day. */
export type Explained =
  | { categoryIds: readonly Id[]; part: ExplainedPart }
  | { card: ExplainedCard; between?: { from: Id; to: Id }; date?: Day };
