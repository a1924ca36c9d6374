import type { ExplainedCard, ExplainedPart } from "@coffer/domain/budget/explained";
import { behindBy, neededPerMonth, remaining } from "@coffer/domain/goal/goal";
import type { Id } from "@coffer/domain/id";
import type { Subject } from "@coffer/domain/link/links";
import { minus, plus, sum } from "@coffer/domain/money/money";
import { pluralize } from "@coffer/domain/text/plural";
import type { Day } from "@coffer/domain/time/day";
import { dayFormatter, formatDay } from "@coffer/domain/time/format-day";
import { type Month, monthLabel, monthOfDay, yearOf } from "@coffer/domain/time/month";
import { today as dayOf } from "@coffer/domain/time/timezone";
import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { explanation } from "../../api/figures.ts";
import { goalContributions, goalList } from "../../api/goals.ts";
import { useAccounts } from "../../api/money-accounts.ts";
import { subscriptionList } from "../../api/subscriptions.ts";
import { locale } from "../../format/locale.ts";
import { useMoney } from "../../format/money.ts";
import { useMembers } from "../../household/use-members.ts";
import { EnteredBy, usePeople } from "../../people/people.tsx";
import {
  useCategories,
  useChangeSearch,
  useMonth,
  useOpenLedger,
  useToday,
  useUser,
} from "../../selection/selection.ts";
import { Amount } from "../../ui/display/Amount.tsx";
import { GoalBadge } from "../../ui/display/CategoryBadge.tsx";
import { EmptyState } from "../../ui/display/EmptyState.tsx";
import { SidePanel } from "../../ui/overlays/SidePanel.tsx";
import { WhyLink } from "../../why/WhyLink.tsx";
import { WhyFacts, WhyResult, WhySum } from "../../why/WhySum.tsx";
import { AccountWhy, NetWorthWhy } from "./AccountWhy.tsx";
import {
  AverageWhy,
  CategoryForecastWhy,
  DueWhy,
  ForecastWhy,
  SubscriptionsWhy,
  SubscriptionWhy,
} from "./HistoryWhy.tsx";
import { FoundInMonth, FoundWhy, MonthWhy } from "./MonthWhy.tsx";
import { WhyRows } from "./WhyRows.tsx";
import "./WhyPanel.css";

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
  line: "Money ahead",
};
const FOUND = { income: "Income found", expense: "Expenses found", all: "Transactions" };
const PARTS: Record<ExplainedPart, (name: string) => string> = {
  actual: (name) => name,
  spent: (name) => name,
  plan: (name) => `${name}, planned`,
  difference: (name) => `${name}, plan against actual`,
  available: (name) => `${name}, available`,
};

/** The panel beside the screen that explains an amount. It has its own URL. */
export function WhyPanel({ subject, month: named }: { subject: Subject; month: Month | undefined }) {
  const { ledgerId } = useOpenLedger();
  const chosen = useMonth();
  const month = named ?? chosen;
  const { all } = useSearch({ strict: false });
  const changeSearch = useChangeSearch();
  const { kind } = subject;
  const { data: categories } = useCategories();
  const { data: goals } = useQuery({ ...goalList(ledgerId), enabled: kind === "goal" });
  const { data: subscriptions } = useQuery({
    ...subscriptionList(ledgerId),
    enabled: kind === "subscription",
  });
  const { data: accounts } = useAccounts(kind === "account");
  const { nameOf } = useMembers(kind === "month" && "between" in subject.explained);
  const nameIn = (list: readonly { id: number; name: string }[] = [], ...ids: readonly number[]) =>
    list
      .filter(({ id }) => ids.includes(id))
      .map(({ name }) => name)
      .join(", ");
  const categoryNames = (...ids: readonly number[]) => nameIn(categories, ...ids) || "Category";
  // Replaces the history entry, so that Back does not open the panel again.
  const close = () => void changeSearch({ why: undefined }, { replace: true });
  const panel = (title: string, content: ReactNode, heading = title) => (
    <SidePanel label={`What ${title} is made of`} heading={<h2>{heading}</h2>} onClose={close} addressed>
      {content}
    </SidePanel>
  );
  const monthly = (title: string, content: ReactNode) =>
    panel(title, content, `${title}, ${monthLabel(month)}`);
  switch (kind) {
    case "month": {
      const { explained } = subject;
      if ("categoryIds" in explained) {
        const title = PARTS[explained.part](categoryNames(...explained.categoryIds));
        return monthly(title, <MonthWhy explained={explained} month={month} />);
      }
      const { card, between, date } = explained;
      if (date) return panel(CARDS.line, <LineWhy date={date} />);
      if (card !== "balance") return monthly(CARDS[card], <MonthWhy explained={explained} month={month} />);
      const title = between ? `${nameOf(between.from)} owes ${nameOf(between.to)}` : CARDS.balance;
      return monthly(title, <BalanceWhy between={between} month={month} />);
    }
    case "found": {
      const { flow } = subject;
      const isOfAllMonths = all === true && !named;
      const content = isOfAllMonths ? <FoundWhy flow={flow} /> : <FoundInMonth flow={flow} month={month} />;
      return panel(FOUND[flow ?? "all"], content);
    }
    case "payments-due":
      return panel("Payments due", <DueWhy isBeforePay={false} />);
    case "due-before-pay":
      return panel("Due before the next pay", <DueWhy isBeforePay />);
    case "goals-behind":
      return panel("Behind schedule", <GoalsBehindWhy />);
    case "forecast":
      return monthly("The likely end", <ForecastWhy month={month} />);
    case "category-forecast":
      return monthly(
        `${categoryNames(subject.id)}, the likely end`,
        <CategoryForecastWhy id={subject.id} month={month} />,
      );
    case "average":
      return panel(`${categoryNames(subject.id)}, on average`, <AverageWhy id={subject.id} month={month} />);
    case "goal":
      return panel(nameIn(goals, subject.id) || "Goal", <GoalWhy id={subject.id} />);
    case "subscription":
      return panel(nameIn(subscriptions, subject.id) || "Subscription", <SubscriptionWhy id={subject.id} />);
    case "account":
      return panel(nameIn(accounts, subject.id) || "Account", <AccountWhy id={subject.id} />);
    case "net-worth":
      return panel("Net worth", <NetWorthWhy />);
    case "subscriptions":
      return panel("Monthly Cost", <SubscriptionsWhy isAnnual={false} />);
    case "annual-subscriptions":
      return panel("Annual Cost", <SubscriptionsWhy isAnnual />);
    // PlanMonth shows these itself.
    case "sheet":
    case "proposal":
      return null;
  }
}

type Props = { between: { from: Id; to: Id } | undefined; month: Month };

export function BalanceWhy({ between, month: shown }: Props) {
  const { ledgerId } = useOpenLedger();
  const { money } = useMoney();
  const categories = useCategories();
  const balance = useQuery(explanation(ledgerId, shown, { card: "balance", ...(between && { between }) }));
  const why = between ? (`owed-${between.from}_${between.to}` as const) : "balance";
  return (
    <WhyResult queries={{ categories, balance }}>
      {({ categories, balance: { amount, rows, months } }) => (
        <>
          <WhyFacts amount={amount} from="owed in all" />
          <WhyRows rows={rows} categories={categories} />
          {[...Map.groupBy(months, ({ month }) => yearOf(month))].reverse().map(([year, own]) => (
            <section key={year} aria-label={String(year)}>
              <ul className="why-rows">
                <li className="why-total">
                  <p className="grow">{year}</p>
                  <Amount text={money(sum(own.map(({ amount }) => amount)))} />
                </li>
                {own.toReversed().map(({ month, amount }) => (
                  <li key={month} aria-current={month === shown || undefined}>
                    <p className="grow">{monthLabel(month)}</p>
                    <WhyLink of={monthLabel(month)} why={why} month={month} text={money(amount)} />
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </>
      )}
    </WhyResult>
  );
}

/** The money that can be spent on a later day: balances, and everything expected until then. */
function LineWhy({ date }: { date: Day }) {
  const { ledgerId } = useOpenLedger();
  const today = useToday();
  const categories = useCategories();
  const accounts = useAccounts();
  const line = useQuery(explanation(ledgerId, monthOfDay(date), { card: "line", date }));
  return (
    <WhyResult queries={{ categories, accounts, line }}>
      {({ categories, accounts, line: { amount, rows } }) => (
        <>
          <WhyFacts amount={amount} from={`on ${formatDay(date, today, locale)}`} />
          <WhyRows rows={rows} categories={categories} accounts={accounts} />
        </>
      )}
    </WhyResult>
  );
}

function GoalWhy({ id }: { id: Id }) {
  const { ledgerId } = useOpenLedger();
  const { money } = useMoney();
  const { timeZone } = useUser();
  const today = useToday();
  const { enteredBy } = usePeople();
  const goals = useQuery(goalList(ledgerId));
  const contributions = useQuery(goalContributions(ledgerId, id));
  return (
    <WhyResult queries={{ goals, contributions }}>
      {(data) => {
        const goal = data.goals.find((one) => one.id === id);
        if (!goal) return <EmptyState illustration="goals" title="This goal no longer exists" />;
        const dates = data.contributions.map(({ at }) => dayOf(at, timeZone));
        const format = dayFormatter(dates, today, locale);
        const rows = data.contributions.map((row) => ({
          key: row.id,
          name: (
            <>
              {row.amount < 0 ? "Withdrawal" : "Contribution"}
              <EnteredBy person={enteredBy(row.createdBy)} />
            </>
          ),
          note: format(dayOf(row.at, timeZone)),
          amount: row.amount,
        }));
        const before = rows.reduce((left, { amount }) => minus(left, amount), goal.currentAmount);
        const monthly = neededPerMonth(goal, monthOfDay(today));
        return (
          <WhySum
            amount={goal.currentAmount}
            from={`of ${money(goal.targetAmount)}`}
            facts={[
              ["Remaining", money(remaining(goal))],
              monthly > 0 && ["Needed per month", money(monthly)],
            ]}
            none="No contributions yet."
            rows={before === 0 ? rows : [...rows, { key: "before", name: "Before these", amount: before }]}
          />
        );
      }}
    </WhyResult>
  );
}

function GoalsBehindWhy() {
  const { money } = useMoney();
  const today = useToday();
  const goals = useQuery(goalList(useOpenLedger().ledgerId));
  return (
    <WhyResult queries={{ goals }}>
      {(data) => {
        const rows = data.goals
          .map((goal) => ({
            key: goal.id,
            lead: <GoalBadge icon={goal.icon} color={goal.color} size="small" />,
            name: goal.name,
            note: `${money(goal.currentAmount)} of the ${money(plus(goal.currentAmount, behindBy(goal, today)))} due by now`,
            amount: behindBy(goal, today),
          }))
          .filter(({ amount }) => amount > 0);
        const count = pluralize(rows.length, "goal");
        return <WhySum from={`behind schedule in ${count}`} none="No goal is behind schedule." rows={rows} />;
      }}
    </WhyResult>
  );
}
