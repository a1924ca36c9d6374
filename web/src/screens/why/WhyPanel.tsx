import type { ExplainedCard, ExplainedPart } from "@coffer/domain/budget/explained";
import type { Subject } from "@coffer/domain/link/links";
import { type Month, monthLabel } from "@coffer/domain/time/month";
import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { useMembers } from "../../household/use-members.ts";
import { lazyComponent } from "../../loading/lazy.ts";
import { useChangeSearch, useMonth, useOpenLedger } from "../../selection/selection.ts";
import { SidePanel } from "../../ui/overlays/SidePanel.tsx";
import { FoundWhy } from "./FoundWhy.tsx";
import { GoalsBehindWhy, GoalWhy } from "./GoalWhy.tsx";
import { AverageWhy, CategoryForecastWhy, ForecastWhy } from "./HistoryWhy.tsx";
import { MonthWhy } from "./MonthWhy.tsx";
import { reads } from "./reads.ts";
import { BeforePayWhy, PaymentsWhy, SubscriptionsWhy, SubscriptionWhy } from "./SubscriptionWhy.tsx";
import "./WhyPanel.css";

const BalanceWhy = lazyComponent(() => import("./BalanceWhy.tsx"), "BalanceWhy");

/** The rows of a number, beside the screen, with an address of its own. */
export function WhyPanel({ subject, month: named }: { subject: Subject; month: Month | undefined }) {
  const chosen = useMonth();
  const changeSearch = useChangeSearch();
  const { all } = useSearch({ strict: false });
  const month = named ?? chosen;
  const titles = useTitle(subject, month);
  if (!titles) return null;
  const { title, heading } = titles;
  // Replaces its own address, so that Back does not open it again.
  const close = () => void changeSearch({ why: undefined }, { replace: true });
  return (
    <SidePanel label={`What ${title} is made of`} heading={<h2>{heading}</h2>} onClose={close} addressed>
      <Content subject={subject} month={month} isOfAllMonths={all === true && !named} />
    </SidePanel>
  );
}

type ContentProps = { subject: Subject; month: Month; isOfAllMonths: boolean };

function Content({ subject, month, isOfAllMonths }: ContentProps) {
  switch (subject.kind) {
    case "month":
      return "card" in subject.explained && subject.explained.card === "balance" ? (
        <BalanceWhy between={subject.explained.between} month={month} />
      ) : (
        <MonthWhy explained={subject.explained} month={month} />
      );
    case "found":
      return <FoundWhy flow={subject.flow} month={isOfAllMonths ? undefined : month} />;
    case "payments-due":
      return <PaymentsWhy />;
    case "due-before-pay":
      return <BeforePayWhy />;
    case "goals-behind":
      return <GoalsBehindWhy />;
    case "forecast":
      return <ForecastWhy month={month} />;
    case "category-forecast":
      return <CategoryForecastWhy id={subject.id} month={month} />;
    case "average":
      return <AverageWhy id={subject.id} month={month} />;
    case "goal":
      return <GoalWhy id={subject.id} />;
    case "subscription":
      return <SubscriptionWhy id={subject.id} />;
    case "subscriptions":
    case "annual-subscriptions":
      return <SubscriptionsWhy isAnnual={subject.kind === "annual-subscriptions"} />;
    case "sheet":
    case "proposal":
      return null;
  }
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

/** The title of what the panel explains; `heading` adds the month where it is of one. */
function useTitle(subject: Subject, month: Month): { title: string; heading: string } | undefined {
  const read = reads(useOpenLedger());
  const { kind } = subject;
  const { data: categories = [] } = useQuery(read.categories);
  const goals = useQuery({ ...read.goals, enabled: kind === "goal" });
  const subscriptions = useQuery({ ...read.subscriptions, enabled: kind === "subscription" });
  const { nameOf } = useMembers(kind === "month" && "between" in subject.explained);
  const named = (list: readonly { id: number; name: string }[] | undefined, ids: readonly number[]) =>
    list?.filter(({ id }) => ids.includes(id)).map(({ name }) => name) ?? [];
  const monthly = (title: string) => ({ title, heading: `${title}, ${monthLabel(month)}` });
  const plain = (title: string) => ({ title, heading: title });
  switch (kind) {
    case "month": {
      const { explained } = subject;
      if ("between" in explained && explained.between)
        return monthly(`${nameOf(explained.between.from)} owes ${nameOf(explained.between.to)}`);
      if ("card" in explained) return monthly(CARDS[explained.card]);
      const names = named(categories, explained.categoryIds);
      return monthly(PARTS[explained.part](names.join(", ") || "Category"));
    }
    case "found":
      return plain(FOUND[subject.flow ?? "all"]);
    case "payments-due":
      return plain("Payments due");
    case "due-before-pay":
      return plain("Due before the next pay");
    case "goals-behind":
      return plain("Behind schedule");
    case "forecast":
      return monthly("The likely end");
    case "category-forecast":
      return monthly(`${named(categories, [subject.id])[0] ?? "Category"}, the likely end`);
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
    // The sheet that plans a month shows its own.
    case "sheet":
    case "proposal":
      return undefined;
  }
}
