import { budgetRow } from "@coffer/domain/budget/budget-row";
import type { ProposalSource } from "@coffer/domain/budget/definition";
import type { Proposal } from "@coffer/domain/budget/proposal";
import type { Category, Flow } from "@coffer/domain/category/category";
import { groups } from "@coffer/domain/category/category-order";
import type { Id } from "@coffer/domain/id";
import { amountText } from "@coffer/domain/money/amount";
import { type Currency, minus, sum, ZERO } from "@coffer/domain/money/money";
import { pluralize } from "@coffer/domain/text/plural";
import { formatDay } from "@coffer/domain/time/format-day";
import {
  endOfYear,
  lastMonths,
  type Month,
  monthLabel,
  monthName,
  monthsBetween,
  previousMonth,
} from "@coffer/domain/time/month";
import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { type SyntheticEvent, useState } from "react";
import { budgetHistory, planProposal, usePlanMonth } from "../../api/budgets.ts";
import { locale } from "../../format/locale.ts";
import { useMoney } from "../../format/money.ts";
import { RouterButton } from "../../links/router-links.tsx";
import { QueryResult } from "../../loading/QueryResult.tsx";
import { useCategories, useChangeSearch, useOpenLedger, useToday } from "../../selection/selection.ts";
import { Button } from "../../ui/base/Button.tsx";
import { CheckboxField } from "../../ui/base/CheckboxField.tsx";
import { MoneyField } from "../../ui/fields/MoneyField.tsx";
import { SelectField } from "../../ui/fields/SelectField.tsx";
import { Dialog, DialogActions } from "../../ui/overlays/Dialog.tsx";
import { WhyAmount, WhyLink } from "../../why/WhyLink.tsx";
import { readPlan } from "./PlanField.tsx";
import { type Row, SheetWhy } from "./SheetWhy.tsx";
import "./PlanMonth.css";

const SOURCES: { value: ProposalSource; label: string }[] = [
  { value: "last-month", label: "Last month" },
  { value: "average", label: "Average of three months" },
  { value: "last-year", label: "Same month last year" },
  { value: "zero", label: "From zero" },
];

type Props = { month: Month; from: ProposalSource };

/** Plans all unplanned categories of a month at once, starting from another month. */
export function PlanMonth({ month, from }: Props) {
  const { ledgerId } = useOpenLedger();
  const { currency } = useMoney();
  // Not lost when another start is chosen.
  const [typed, setTyped] = useState<Typed>({});
  const [later, setLater] = useState<Later | null>(null);
  const proposals = useQuery(planProposal(ledgerId, month, from));
  const categories = useCategories();
  const save = usePlanMonth(ledgerId, month);
  const changeSearch = useChangeSearch();
  const { was = month } = useSearch({ strict: false });
  const show = (plan: ProposalSource) =>
    void changeSearch({ plan: plan === "last-month" ? true : plan }, { replace: true });
  const close = (change: { month?: Month } = {}) =>
    void changeSearch({ plan: undefined, was: undefined, ...change }, { replace: true });
  const leave = () => close({ month: was });
  return (
    <Dialog title={`Plan ${monthLabel(month)}`} onClose={leave} addressed>
      <SelectField label="Start from" options={SOURCES} value={from} onChoose={show} />
      <QueryResult queries={{ proposals, categories }} failed="Failed to load what to start from" lines={8}>
        {(loaded) => {
          if (loaded.proposals.length === 0) {
            return (
              <p className="muted">
                There is nothing to plan yet.{" "}
                <RouterButton to="/budget" variant="quiet" size="small">
                  Add categories first
                </RouterButton>
              </p>
            );
          }
          const sections = sectionsOf(loaded.categories, loaded.proposals, typed, currency);
          const all = sections.flatMap(({ rows }) => rows);
          const blanks = all.filter(({ planned }) => planned === null);
          const hasProblem = all.some(({ problem }) => problem !== undefined);
          const submit = async (event: SyntheticEvent) => {
            event.preventDefault();
            // A plan of nothing is not saved, so that the category can be planned later.
            const plans = (later ? all : blanks).filter(({ amount }) => amount > 0);
            await save.mutateAsync({
              plans: plans.map(({ categoryId, amount }) => ({ categoryId, projected: amount })),
              ...(later && { until: endOfYear(month), replace: later === "replace" }),
            });
            close();
          };
          return (
            <form key={from} noValidate onSubmit={submit}>
              <SheetWhy month={month} from={from} rows={all} />
              {sections.map(({ title, type, rows }) => (
                <section className="plan-rows" key={`${type} ${title}`} aria-label={title}>
                  <h3>{title}</h3>
                  <ul>
                    {rows.map((row) => (
                      <PlanRow
                        key={row.categoryId}
                        {...row}
                        month={month}
                        from={from}
                        typed={typed[row.categoryId]}
                        onType={(text) => setTyped((before) => ({ ...before, [row.categoryId]: text }))}
                      />
                    ))}
                  </ul>
                </section>
              ))}
              {month < endOfYear(month) && (
                <LaterMonths month={month} rows={all} later={later} onChange={setLater} />
              )}
              {blanks.length === 0 && (
                <p className="muted">
                  Everything is planned already. You can change the amounts in the budget.
                </p>
              )}
              <DialogActions>
                <PlanTotals rows={all} />
                <Button variant="secondary" disabled={save.isPending} onClick={leave}>
                  Cancel
                </Button>
                {blanks.length === 0 && !later ? (
                  <RouterButton
                    to="/budget"
                    search={(old) => ({ ...old, month, plan: undefined, was: undefined })}
                  >
                    Open the budget
                  </RouterButton>
                ) : (
                  <Button
                    type="submit"
                    disabled={hasProblem}
                    pending={save.isPending}
                    pendingLabel="Saving..."
                  >
                    Save plan
                  </Button>
                )}
              </DialogActions>
            </form>
          );
        }}
      </QueryResult>
    </Dialog>
  );
}

function PlanTotals({ rows }: { rows: readonly Row[] }) {
  const { money } = useMoney();
  const planOf = (type: Flow) =>
    sum(rows.filter(({ category }) => category.type === type).map(({ amount }) => amount));
  const [income, expense] = [planOf("income"), planOf("expense")];
  const left = minus(income, expense);
  return (
    <p className="plan-foot" role="status">
      <span className="muted">
        <WhyLink of="Planned income" why="sheet-income" text={money(income)} /> income −{" "}
        <WhyLink of="Planned expenses" why="sheet-expense" text={money(expense)} /> plan
      </span>
      <strong>
        Left to plan{" "}
        <WhyAmount
          of="Left to plan"
          why="sheet-left"
          text={money(left)}
          tone={left < 0 ? "over" : "neutral"}
        />
      </strong>
    </p>
  );
}

type LaterProps = {
  month: Month;
  rows: readonly Row[];
  later: Later | null;
  onChange: (later: Later | null) => void;
};

/** Applies the plan to the later months of the year, and shows what that changes. */
function LaterMonths({ month, rows, later, onChange }: LaterProps) {
  const { ledgerId } = useOpenLedger();
  const end = endOfYear(month);
  const count = monthsBetween(month, end);
  const months = lastMonths(end, count);
  const history = useQuery({ ...budgetHistory(ledgerId, end, count), enabled: later !== null, meta: {} });
  const planned = rows.filter(({ amount }) => amount > 0);
  const existing = history.data?.flatMap(({ budgets }) =>
    budgets.filter(({ projected, categoryId }) => {
      const plan = planned.find((one) => one.categoryId === categoryId);
      return plan && projected !== 0;
    }),
  );
  const changed = existing?.filter(
    ({ categoryId, projected }) => planned.find((one) => one.categoryId === categoryId)?.amount !== projected,
  );
  const name = count === 1 ? monthName(end) : `${monthName(months[0] ?? end)} to ${monthName(end)}`;
  return (
    <div className="plan-later">
      <CheckboxField
        label={`And ${name}`}
        checked={later !== null}
        onChange={({ target }) => onChange(target.checked ? "fill" : null)}
      />
      {later && (
        <>
          <CheckboxField
            label="Replace existing plans"
            checked={later === "replace"}
            onChange={({ target }) => onChange(target.checked ? "replace" : "fill")}
          />
          <p className="muted" role="status">
            {history.error
              ? "The plans of these months could not be loaded."
              : existing &&
                changed &&
                previewText(planned.length * count - existing.length, changed.length, later)}
          </p>
        </>
      )}
    </div>
  );
}

/** "12 amounts are filled in, 3 different plans stay." */
function previewText(blanks: number, others: number, later: Later): string {
  const filled = `${pluralize(blanks, "amount")} ${blanks === 1 ? "is" : "are"} filled in`;
  if (others === 0) return `${filled}.`;
  const planned = pluralize(others, "different plan");
  return later === "replace"
    ? `${filled}, ${planned} ${others === 1 ? "is" : "are"} replaced.`
    : `${filled}, ${planned} ${others === 1 ? "stays" : "stay"}.`;
}

/** Later months of the year get the plan where they have none ("fill"), or always ("replace"). */
type Later = "fill" | "replace";

/** The texts of the fields, by category. */
type Typed = Record<Id, string>;

function sectionsOf(categories: Category[], proposals: Proposal[], typed: Typed, currency: Currency) {
  const rowOf = (category: Category): Row[] => {
    const proposal = proposals.find(({ categoryId }) => categoryId === category.id);
    if (!proposal) return [];
    const { planned, proposed } = proposal;
    const text = typed[category.id];
    if (planned !== null || text === undefined)
      return [{ ...proposal, category, amount: planned ?? proposed }];
    return [{ ...proposal, category, ...readPlan(text, currency) }];
  };
  return (["income", "expense"] as const).flatMap((type) =>
    groups(type, categories, []).map(({ name, rows }) => ({
      title: name ?? (type === "income" ? "Income" : "Expenses"),
      type,
      rows: rows.flatMap(({ category }) => rowOf(category)),
    })),
  );
}

function PlanRow(props: Row & Props & { typed: string | undefined; onType: (text: string) => void }) {
  const { month, from, category, lastPlan, lastActual, proposed, planned, due, setAside, problem, typed } =
    props;
  const { id, name: of } = category;
  const before = previousMonth(month);
  const isPartly = due.length > 0 || setAside.length > 0;
  const isProposed =
    planned === null && from !== "zero" && (from !== "last-month" || proposed !== lastPlan || isPartly);
  const { currency, money, whole } = useMoney();
  const today = useToday();
  const last = budgetRow(
    category.type,
    { projected: lastPlan, actual: lastActual },
    currency,
    false,
    locale,
  ).text;
  return (
    <li>
      <div className="plan-what">
        <p>{category.name}</p>
        <p className="muted">
          Last month <WhyLink of={`${of} last month`} why={id} month={before} text={last.actual} /> of{" "}
          <WhyLink of={`${of} planned last month`} why={`plan-${id}`} month={before} text={last.projected} />
          {isProposed && (
            <>
              , proposed <WhyLink of={`${of} proposed`} why={`proposal-${id}`} text={whole(proposed)} />
            </>
          )}
        </p>
        {due.map(({ subscriptionId, name, amount, date }) => (
          <p className="muted" key={`${subscriptionId} ${date}`}>
            + <WhyLink of={name} why={`subscription-${subscriptionId}`} text={money(amount)} /> {name}, due{" "}
            {formatDay(date, today, locale)}
          </p>
        ))}
        {setAside.map(({ subscriptionId, goalId, name, date, amount, saved }) => (
          <p className="muted" key={`${subscriptionId ?? goalId} ${date} set aside`}>
            <WhyLink
              of={`${name} saved`}
              why={subscriptionId === undefined ? `goal-${goalId ?? 0}` : `subscription-${subscriptionId}`}
              text={`${money(saved)} of ${money(amount)}`}
            />{" "}
            for {name} by {formatDay(date, today, locale)}
          </p>
        ))}
      </div>
      {planned === null ? (
        <MoneyField
          label={`Plan ${category.name}`}
          hideLabel
          currency={currency}
          error={problem}
          defaultValue={typed ?? (proposed === ZERO ? "" : amountText(proposed, currency, locale))}
          onChange={({ currentTarget: { value } }) => props.onType(value)}
        />
      ) : (
        <p className="plan-made muted">
          Planned <WhyLink of={`${of} planned`} why={`plan-${id}`} month={month} text={money(planned)} />
        </p>
      )}
    </li>
  );
}
