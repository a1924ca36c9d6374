import type { ExplainedCard, ExplainedPart } from "@coffer/domain/budget/explained";
import type { Subject } from "@coffer/domain/link/links";
import { type Month, monthLabel } from "@coffer/domain/time/month";
import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { categoryList } from "../../api/categories.ts";
import { goalList } from "../../api/goals.ts";
import { subscriptionList } from "../../api/subscriptions.ts";
import { useMembers } from "../../household/use-members.ts";
import { lazyComponent } from "../../loading/lazy.ts";
import { useChangeSearch, useMonth, useOpenLedger } from "../../selection/selection.ts";
import { SidePanel } from "../../ui/overlays/SidePanel.tsx";
import { FoundInMonth, FoundWhy } from "./FoundWhy.tsx";
import { GoalsBehindWhy, GoalWhy } from "./GoalWhy.tsx";
import { AverageWhy, CategoryForecastWhy, ForecastWhy } from "./HistoryWhy.tsx";
import { MonthWhy } from "./MonthWhy.tsx";
import { DueWhy, SubscriptionsWhy, SubscriptionWhy } from "./SubscriptionWhy.tsx";
import "./WhyPanel.css";

const BalanceWhy = lazyComponent(() => import("./BalanceWhy.tsx"), "BalanceWhy");

export function WhyPanel({ subject, month: named }: { subject: Subject; month: Month | undefined }) {
  const chosen = useMonth();
  const changeSearch = useChangeSearch();
  const explanation = useExplanation(subject, named ?? chosen, named !== undefined);
  if (!explanation) return null;
  const { title, heading, content } = explanation;
  // Replaces its own address, so that Back does not open it again.
  const close = () => void changeSearch({ why: undefined }, { replace: true });
  return (
    <SidePanel label={`What ${title} is made of`} heading={<h2>{heading}</h2>} onClose={close} addressed>
      {content}
    </SidePanel>
  );
}

const CARDS: Record<ExplainedCard, string> = {
  budget: "Monthly Budget",
  income: "Income",
  expenses: "Expenses",
  remaining: "Remaining",
  left: "Left to spend",
  "actual-income": "Actual Income",
  "actual-expenses": "Actual Expenses",
  "planned-income": "Projected Income",
  "income-difference": "Income against its plan",
  "left-to-plan": "Left to plan",
  "to-spend": "To spend",
  balance: "Who owes whom",
};
const FOUND = { income: "Income found", expense: "Expenses found", all: "Transactions" };
const PARTS: Record<ExplainedPart, (name: string) => string> = {
  actual: (name) => name,
  spent: (name) => name,
  plan: (name) => `${name}, planned`,
  difference: (name) => `${name}, plan against actual`,
  available: (name) => `${name}, available`,
};

type Panel = { title: string; heading: string; content: ReactNode };

/** The contents of the panel with their title; `heading` adds the month where it is of one. */
function useExplanation(subject: Subject, month: Month, isNamed: boolean): Panel | undefined {
  const { ledgerId } = useOpenLedger();
  const { all } = useSearch({ strict: false });
  const { kind } = subject;
  const { data: categories } = useQuery(categoryList(ledgerId));
  const { data: goals } = useQuery({ ...goalList(ledgerId), enabled: kind === "goal" });
  const { data: subscriptions } = useQuery({
    ...subscriptionList(ledgerId),
    enabled: kind === "subscription",
  });
  const { nameOf } = useMembers(kind === "month" && "between" in subject.explained);
  const named = (list: readonly { id: number; name: string }[] = [], ...ids: readonly number[]) =>
    list
      .filter(({ id }) => ids.includes(id))
      .map(({ name }) => name)
      .join(", ");
  const plain = (title: string, content: ReactNode) => ({ title, heading: title, content });
  const monthly = (title: string, content: ReactNode) => ({
    title,
    heading: `${title}, ${monthLabel(month)}`,
    content,
  });
  switch (kind) {
    case "month": {
      const { explained } = subject;
      if ("categoryIds" in explained) {
        const title = PARTS[explained.part](named(categories, ...explained.categoryIds) || "Category");
        return monthly(title, <MonthWhy explained={explained} month={month} />);
      }
      const { card, between } = explained;
      if (card !== "balance") return monthly(CARDS[card], <MonthWhy explained={explained} month={month} />);
      const title = between ? `${nameOf(between.from)} owes ${nameOf(between.to)}` : CARDS.balance;
      return monthly(title, <BalanceWhy between={between} month={month} />);
    }
    case "found": {
      const { flow } = subject;
      const isOfAllMonths = all === true && !isNamed;
      return plain(
        FOUND[flow ?? "all"],
        isOfAllMonths ? <FoundWhy flow={flow} /> : <FoundInMonth flow={flow} month={month} />,
      );
    }
    case "payments-due":
      return plain("Payments due", <DueWhy isBeforePay={false} />);
    case "due-before-pay":
      return plain("Due before the next pay", <DueWhy isBeforePay />);
    case "goals-behind":
      return plain("Behind schedule", <GoalsBehindWhy />);
    case "forecast":
      return monthly("The likely end", <ForecastWhy month={month} />);
    case "category-forecast": {
      const name = named(categories, subject.id) || "Category";
      return monthly(`${name}, the likely end`, <CategoryForecastWhy id={subject.id} month={month} />);
    }
    case "average": {
      const name = named(categories, subject.id) || "Category";
      return plain(`${name}, on average`, <AverageWhy id={subject.id} month={month} />);
    }
    case "goal":
      return plain(named(goals, subject.id) || "Goal", <GoalWhy id={subject.id} />);
    case "subscription":
      return plain(named(subscriptions, subject.id) || "Subscription", <SubscriptionWhy id={subject.id} />);
    case "subscriptions":
      return plain("Monthly Cost", <SubscriptionsWhy isAnnual={false} />);
    case "annual-subscriptions":
      return plain("Annual Cost", <SubscriptionsWhy isAnnual />);
    // The sheet that plans a month shows its own.
    case "sheet":
    case "proposal":
      return undefined;
  }
}
