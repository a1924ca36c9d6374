import { leftToSpend, overspent } from "@coffer/domain/budget/left-to-spend";
import { type Cents, cents } from "@coffer/domain/money/money";
import type { Day } from "@coffer/domain/time/day";
import { monthLabel } from "@coffer/domain/time/month";
import { useQuery } from "@tanstack/react-query";
import { useMatches } from "@tanstack/react-router";
import { monthBudgets } from "../api/budgets.ts";
import { categoryList } from "../api/categories.ts";
import { toSpend } from "../api/to-spend.ts";
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
  const { data: spendable } = useQuery({ ...toSpend(budget, month), meta: {} });
  if (!categories || !budgets || !spendable) return null;
  const figures = leftToSpend({ month, today }, categories, budgets);
  if (figures.planned === 0) return null;
  const { label, amount, tone, why } = leftLabel(figures, spendable);
  const text = money(amount);
  const over = overspent(categories, budgets).slice(0, MAX_OVER);
  return (
    <section className="left-to-spend" aria-label={`${label}, ${monthLabel(month)}`}>
      <p className="left-label">{label}</p>
      <p className="left-amount" style={{ "--chars": text.length }}>
        <WhyAmount why={why} text={text} tone={tone} />
      </p>
      {spendable.perDay > 0 && (
        <p className="left-note">
          <WhyLink why={why}>{rate(spendable.perDay)} per day</WhyLink>
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

export type ToSpend = { amount: Cents; perDay: Cents; days: number; until: Day; due: Cents };

/** What can still be spent; of a month that is over what its plan left. Shown without a sign where it is over. */
export function leftLabel({ left, days }: ReturnType<typeof leftToSpend>, toSpend: Pick<ToSpend, "amount">) {
  const why = days === 0 ? ("left" as const) : ("to-spend" as const);
  const amount = days === 0 ? left : toSpend.amount;
  if (amount < 0)
    return {
      label: days === 0 ? "Over plan" : "Overspent",
      amount: cents(-amount),
      tone: "over" as const,
      why,
    };
  return { label: days === 0 ? "Left over" : "To spend", amount, tone: "neutral" as const, why };
}
