import { overspent, overview } from "@coffer/domain/budget/budget";
import type { ToSpend as ToSpendReply } from "@coffer/domain/budget/to-spend";
import type { Id } from "@coffer/domain/id";
import { type Cents, cents } from "@coffer/domain/money/money";
import { monthLabel } from "@coffer/domain/time/month";
import { useQuery } from "@tanstack/react-query";
import { monthBudgets } from "../api/budgets.ts";
import { useToSpend } from "../api/figures.ts";
import { useMoney } from "../format/money.ts";
import { useCategories, useMonth, useOpenLedger } from "../selection/selection.ts";
import { WhyAmount, WhyLink } from "../why/WhyLink.tsx";
import "./ToSpend.css";

/** The sidebar has no room for more. */
const MAX_OVER = 3;

export function ToSpend() {
  const { ledgerId } = useOpenLedger();
  const month = useMonth();
  const { money, rate } = useMoney();
  const { data: categories } = useCategories();
  // Failures are reported by the screens that need the budgets.
  const { data: budgets } = useQuery({ ...monthBudgets(ledgerId, month), meta: {} });
  const { data: spendable } = useToSpend(ledgerId, month);
  if (!categories || !budgets || !spendable) return null;
  if (overview(categories, budgets).projectedExpenses === 0) return null;
  const { label, amount, tone } = toSpendLabel(spendable);
  const text = money(amount);
  const over = overspent(categories, budgets).slice(0, MAX_OVER);
  return (
    <section className="to-spend" aria-label={`${label}, ${monthLabel(month)}`}>
      <p className="to-spend-label">{label}</p>
      <p className="to-spend-amount" style={{ "--chars": text.length }}>
        <WhyAmount of={label} why="to-spend" text={text} tone={tone} />
      </p>
      {spendable.perDay > 0 && (
        <p className="to-spend-note">
          <WhyLink of={label} why="to-spend" text={`${rate(spendable.perDay)} per day`} />
        </p>
      )}
      {over.length > 0 && (
        <ul className="to-spend-over" aria-label="Over plan">
          {over.map(({ category: { id, name }, by, carried }) => (
            <li key={id}>
              {name}{" "}
              <WhyLink
                of={name}
                why={carried === 0 ? `difference-${id}` : `available-${id}`}
                text={`${money(by)} over`}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

export type ToSpendFigure = Pick<ToSpendReply, "amount" | "perDay" | "days" | "until" | "due" | "ofMonth"> & {
  everyday?: readonly Id[] | undefined;
  review?: { count: number; amount: Cents } | undefined;
};

/** A negative amount is shown as "Overspent", without its sign. */
export function toSpendLabel({ amount, days }: Pick<ToSpendFigure, "amount" | "days">) {
  if (amount < 0) return { label: "Overspent", amount: cents(-amount), tone: "over" as const };
  return { label: days === 0 ? "Left over" : "To spend", amount, tone: "neutral" as const };
}
