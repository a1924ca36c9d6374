import type { ExplainedCard, ExplainedPart } from "@coffer/domain/explain";
import { type Month, monthLabel } from "@coffer/domain/month";
import { useQuery } from "@tanstack/react-query";
import { useOpenBudget } from "../../shell/selection.ts";
import type { Subject } from "./parse-why.ts";
import { reads } from "./reads.ts";

const CARDS: Record<ExplainedCard, string> = {
  budget: "Monthly Budget",
  income: "Income",
  expenses: "Expenses",
  remaining: "Remaining",
  left: "Left to spend",
  "planned-income": "Projected Income",
  "income-difference": "Income against its plan",
  "left-to-plan": "Left to plan",
};
const FOUND = { income: "Income found", expense: "Expenses found", all: "Transactions" };
const PARTS: Record<ExplainedPart, (name: string) => string> = {
  actual: (name) => name,
  plan: (name) => `${name}, planned`,
  difference: (name) => `${name}, plan against actual`,
};

/** Of what the panel explains; `heading` says the month too, where it is of one. */
export function useTitle(subject: Subject, month: Month): { title: string; heading: string } {
  const read = reads(useOpenBudget());
  const { kind } = subject;
  const { data: categories = [] } = useQuery(read.categories);
  const goals = useQuery({ ...read.goals, enabled: kind === "goal" });
  const subscriptions = useQuery({ ...read.subscriptions, enabled: kind === "subscription" });
  const named = (list: readonly { id: number; name: string }[] | undefined, ids: readonly number[]) =>
    list?.filter(({ id }) => ids.includes(id)).map(({ name }) => name) ?? [];
  const monthly = (title: string) => ({ title, heading: `${title}, ${monthLabel(month)}` });
  const plain = (title: string) => ({ title, heading: title });
  switch (kind) {
    case "month": {
      const { explained } = subject;
      if ("card" in explained) return monthly(CARDS[explained.card]);
      const names = named(categories, explained.categoryIds);
      return monthly(PARTS[explained.part](names.join(", ") || "Category"));
    }
    case "found":
      return plain(FOUND[subject.flow ?? "all"]);
    case "payments-due":
      return plain("Payments due");
    case "goals-behind":
      return plain("Behind schedule");
    case "forecast":
      return monthly("The likely end");
    case "goal":
      return plain(named(goals.data, [subject.id])[0] ?? "Goal");
    case "average":
      return plain(`${named(categories, [subject.id])[0] ?? "Category"}, on average`);
    case "subscription":
      return plain(named(subscriptions.data, [subject.id])[0] ?? "Subscription");
    case "subscriptions":
      return plain("Monthly Cost");
    case "annual-subscriptions":
      return plain("Annual Cost");
  }
}
