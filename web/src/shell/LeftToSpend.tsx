import { leftToSpend, overspent } from "@coffer/domain/budget/left-to-spend";
import { type Cents, cents } from "@coffer/domain/money/money";
import { monthLabel } from "@coffer/domain/time/month";
import { useQuery } from "@tanstack/react-query";
import { useMatches } from "@tanstack/react-router";
import { monthBudgets } from "../api/budgets.ts";
import { categoryList } from "../api/categories.ts";
import { useMoney } from "../format/money.ts";
import { useMonth, useOpenBudget, useToday } from "../selection/selection.ts";
import { WhyAmount, WhyLink } from "../why/WhyLink.tsx";
import "./LeftToSpend.css";

/** The sidebar has no room for all of a bad month. */
const MAX_OVER = 3;

/** In the sidebar of every screen but the dashboard, which begins with it. */
export function LeftToSpend() {
  const isDashboard = useMatches({ select: (matches) => matches.at(-1)?.fullPath === "/" });
  return isDashboard ? null : <Figure />;
}

function Figure() {
  const { budget } = useOpenBudget();
  const month = useMonth();
  const today = useToday();
  const { money, rate } = useMoney();
  const { data: categories } = useQuery(categoryList(budget));
  // The screens that need the budgets say when they fail.
  const { data: budgets } = useQuery({ ...monthBudgets(budget, month), meta: {} });
  if (!categories || !budgets) return null;
  const figures = leftToSpend({ month, today }, categories, budgets);
  if (figures.planned === 0) return null;
  const { label, amount, tone } = leftLabel(figures);
  const text = money(amount);
  const over = overspent(categories, budgets).slice(0, MAX_OVER);
  return (
    <section className="left-to-spend" aria-label={`${label}, ${monthLabel(month)}`}>
      <p className="left-label">{label}</p>
      <p className="left-amount" style={{ "--chars": text.length }}>
        <WhyAmount why="left" text={text} tone={tone} />
      </p>
      {figures.perDay > 0 && (
        <p className="left-note">
          <WhyLink why="left">{rate(figures.perDay)} per day</WhyLink>
        </p>
      )}
      {over.length > 0 && (
        <ul className="left-over" aria-label="Over plan">
          {over.map(({ category: { id, name }, by }) => (
            <li key={id}>
              {name} <WhyLink why={`difference-${id}`}>{money(by)} over</WhyLink>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** The name and the amount of what a month's plan leaves; "over" once more is spent than planned. */
export function leftLabel({ left, days }: ReturnType<typeof leftToSpend>): {
  label: string;
  amount: Cents;
  tone: "over" | "neutral";
} {
  if (left < 0) return { label: "Over plan", amount: cents(-left), tone: "over" };
  return { label: days === 0 ? "Left over" : "Left to spend", amount: left, tone: "neutral" };
}
