import { percentText } from "@coffer/domain/budget/budget-row";
import { leftToSpend } from "@coffer/domain/budget/left-to-spend";
import { pluralize } from "@coffer/domain/text/plural";
import { type Month, monthLabel } from "@coffer/domain/time/month";
import { Link } from "@tanstack/react-router";
import { useMoney } from "../../format/money.ts";
import { PlanLink, usePlanNext } from "../../links/PlanLink.tsx";
import { useOpenBudget, usePace, useToday } from "../../selection/selection.ts";
import { leftLabel } from "../../shell/LeftToSpend.tsx";
import { ProgressBar } from "../../ui/display/ProgressBar.tsx";
import { useIsDesktop } from "../../ui/layout/use-is-desktop.ts";
import { WhyAmount } from "../../why/WhyLink.tsx";
import type { Loaded } from "./reads.ts";

/** What the screen is opened for: what is left to spend, and how much of it a day. */
export function Answer({ categories, budgets, month }: Loaded) {
  const { money, rate } = useMoney();
  const today = useToday();
  const pace = usePace(month);
  const next = usePlanNext(budgets);
  const isDesktop = useIsDesktop();
  const figures = leftToSpend({ month, today }, categories, budgets);
  if (figures.planned === 0) return <NoPlan month={month} hasCategories={categories.length > 0} />;
  const { label, amount, tone } = leftLabel(figures);
  // Both are as large as the longer one allows.
  const style = { "--chars": money(amount).length };
  return (
    <section className="answer" aria-label={label}>
      <div className="answer-figure">
        <p className="answer-label">{label}</p>
        <p className="answer-amount" style={style}>
          <WhyAmount why="left" text={money(amount)} tone={tone} />
        </p>
      </div>
      {figures.perDay > 0 && (
        <div className="answer-figure">
          <p className="answer-label">Per day</p>
          <p className="answer-amount" style={style}>
            <WhyAmount why="left" text={rate(figures.perDay)} />
          </p>
        </div>
      )}
      <div className="answer-progress">
        <div className="bar-track">
          <ProgressBar
            label="Spent of the month's plan"
            value={Math.max(0, (figures.spent / figures.planned) * 100)}
            tone={figures.left < 0 ? "over" : "on-track"}
          />
          {pace !== undefined && <span className="bar-pace" style={{ insetInlineStart: `${pace}%` }} />}
        </div>
        <p className="answer-label">
          {percentText(figures.spent, figures.planned)} {isDesktop ? "of the plan spent" : "spent"}
          {figures.days > 0 && `, ${pluralize(figures.days, "day")} to go`}
          {next && (
            <>
              {" · "}
              <Link
                to="."
                search={(search) => ({ ...search, month: next.month, was: month, plan: true as const })}
                resetScroll={false}
              >
                {next.label}
              </Link>
            </>
          )}
        </p>
      </div>
    </section>
  );
}

function NoPlan({ month, hasCategories }: { month: Month; hasCategories: boolean }) {
  const { can } = useOpenBudget();
  if (!hasCategories) return null;
  return (
    <section className="answer" aria-label="Plan">
      <p>{monthLabel(month)} has no plan yet.</p>
      {can("categories") && <PlanLink size="small">Plan the month</PlanLink>}
    </section>
  );
}
