import { type Category, type Flow, offeredFor } from "../category/category.ts";
import { type Goal, openGoalsOf } from "../goal/goal.ts";
import type { Id } from "../id.ts";
import type { Subscription } from "../subscription/subscription.ts";
import { foldedWords } from "../text/folded.ts";
import type { Day } from "../time/day.ts";
import { flowIn } from "../transaction/flow-in.ts";
import type { Transaction } from "../transaction/transaction.ts";
import type { Proposal } from "./proposals.ts";
import type { Transfer } from "./transfers.ts";

/** A waiting row with the server's proposal. */
export type Proposed = Proposal & {
  id: Id;
  date: Day;
  description: string;
  type: Flow;
  refund?: boolean | undefined;
};

/** A person's answers about a row. `isNew` rejects the proposed match or transfer. */
export type Choice = { categoryId?: Id; goalId?: Id | null | undefined; isNew?: boolean };

export type GoalName = Pick<Goal, "id" | "name" | "categoryId" | "status">;

/** The data that decisions refer to; `rows` are the waiting rows. */
export type Known = {
  categories: readonly Pick<Category, "id" | "name" | "type" | "archived">[];
  goals: readonly GoalName[];
  subscriptions: readonly Subscription[];
  transactions: readonly Transaction[];
  rows: readonly Proposed[];
};

export type Question =
  | { about: "due"; subscription: Subscription }
  | { about: "like"; transaction: Transaction }
  | { about: "transfer"; otherId: Id; other: Pick<Proposed, "description" | "date"> | undefined }
  /** Judged by the description: cash withdrawn, or money moved to an account that is not in the budget. */
  | { about: "cash" }
  | { about: "own" };

/** The effect of accepting a row; `ask` names what has to be chosen first. */
export type Decision =
  | { does: "accept"; row: DecidedRow; isCertain: boolean }
  | { does: "transfer"; pair: Transfer; isCertain: false }
  | { does: "ask"; what: "category" | "goal" };

type DecidedRow = {
  id: Id;
  categoryId: Id;
  goalId?: Id | null;
  tiesTo?: Id;
  pays?: Id;
  dueDate?: Day;
};

/** The question that a row's proposal raises; accepting the row answers it with yes. */
export function questionOf(row: Proposed, choice: Choice, known: Known): Question | undefined {
  if (choice.isNew || choice.categoryId !== undefined) return undefined;
  const { match, transferOf } = row;
  const subscription = known.subscriptions.find(({ id }) => id === match?.subscriptionId);
  if (match?.state === "due" && subscription) return { about: "due", subscription };
  const transaction = known.transactions.find(({ id }) => id === match?.transactionId);
  if (match?.state === "like" && transaction) return { about: "like", transaction };
  if (transferOf === null) {
    const move = row.proposed === null ? namedMove(row) : undefined;
    return move && { about: move };
  }
  const other = [...known.rows, ...known.transactions].find(({ id }) => id === transferOf);
  return { about: "transfer", otherId: transferOf, other };
}

/** The goals to choose from for a row of the category; empty if there are fewer than two. */
export function goalsFor<G extends Known["goals"][number]>(
  categoryId: Id | undefined,
  goals: readonly G[],
): G[] {
  const own = openGoalsOf(categoryId, goals);
  return own.length > 1 ? own : [];
}

/** The categories that a row may have, first those of its own type; includes `current` even if it is archived. */
export function categoriesOf<C extends Known["categories"][number]>(
  row: Pick<Transaction, "type" | "refund">,
  categories: readonly C[],
  current?: Id,
): C[] {
  const types: Flow[] = row.type === "income" ? ["income", "expense"] : ["expense", "income"];
  return types
    .filter((type) => flowIn(row, { type }) !== undefined)
    .flatMap((type) => offeredFor(type, categories, current));
}

export const categoryIdOf = ({ proposed }: Proposed, choice: Choice): Id | undefined =>
  choice.categoryId ?? proposed?.categoryId;

export const goalIdOf = ({ proposed }: Proposed, choice: Choice): Id | null | undefined => {
  if (choice.goalId !== undefined) return choice.goalId;
  return choice.categoryId === undefined ? (proposed?.goalId ?? undefined) : undefined;
};

export function decisionOf(row: Proposed, choice: Choice, known: Known): Decision {
  const { id } = row;
  const question = questionOf(row, choice, known);
  if (question?.about === "transfer")
    return { does: "transfer", pair: { ids: [id, question.otherId] }, isCertain: false };
  if (question?.about === "cash" || question?.about === "own")
    return { does: "transfer", pair: { ids: [id] }, isCertain: false };
  if (question?.about === "like") {
    const { id: tiesTo, categoryId } = question.transaction;
    return { does: "accept", row: { id, categoryId, tiesTo }, isCertain: false };
  }
  const due = question?.about === "due" ? question.subscription : undefined;
  const categoryId = due?.categoryId ?? categoryIdOf(row, choice);
  const category = known.categories.find((one) => one.id === categoryId);
  if (!category) return { does: "ask", what: "category" };
  const goalId = goalIdOf(row, choice);
  if (goalsFor(category.id, known.goals).length > 0 && goalId === undefined)
    return { does: "ask", what: "goal" };
  return {
    does: "accept",
    row: {
      id,
      categoryId: category.id,
      ...(goalId !== undefined && { goalId }),
      ...(due && { pays: due.id, dueDate: due.nextPaymentDate }),
    },
    isCertain: !due && (choice.categoryId !== undefined || row.proposed?.by === "rule"),
  };
}

const CASH =
  /\b(?:atm|cash (?:withdrawal|machine)|cashpoint|geldautomat|bargeld(?:auszahlung)?|bankomat\p{L}*|retrait (?:dab|especes)|cajero|retiro (?:de )?efectivo|reintegro|prelievo|levantamento|geldautomaat|geldopname|uttak|wyplata|vyber hotovosti)\b|引き?出し|取款|현금 ?인출/u;
const OWN =
  /\b(?:(?:own|internal) transfer|transfer (?:to|from) (?:my |own )?(?:savings|current|checking)|umbuchung|eigenubertrag|virement interne|traspaso|giroconto|credit card payment|(?:card )?payment(?: received)? thank you|kreditkartenabrechnung)\b/u;

/** Recognizes cash withdrawals and transfers to own accounts by words that purchases rarely contain. */
function namedMove({
  description,
  type,
  refund,
}: Pick<Transaction, "description" | "type" | "refund">): "cash" | "own" | undefined {
  const text = foldedWords(description);
  if (type === "expense" && !refund && CASH.test(text)) return "cash";
  return OWN.test(text) ? "own" : undefined;
}
