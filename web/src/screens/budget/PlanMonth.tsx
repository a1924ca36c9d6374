import { amountText } from "@coffer/domain/amount";
import type { Category } from "@coffer/domain/category";
import { formatDay } from "@coffer/domain/day";
import type { Id } from "@coffer/domain/id";
import { type Month, monthLabel } from "@coffer/domain/month";
import { leftToPlan, type Proposal, type ProposalSource } from "@coffer/domain/proposal";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { planProposal, usePlanMonth } from "../../api/plan-month.ts";
import { FormActions } from "../../forms/base/FormActions.tsx";
import { useMoney } from "../../shell/money.ts";
import { QueryResult } from "../../shell/QueryResult.tsx";
import { useOpenBudget, useToday } from "../../shell/selection.ts";
import { Amount } from "../../ui/display/Amount.tsx";
import { Skeleton } from "../../ui/display/Skeleton.tsx";
import { MoneyField } from "../../ui/fields/MoneyField.tsx";
import { SelectField } from "../../ui/fields/SelectField.tsx";
import { Dialog } from "../../ui/overlays/Dialog.tsx";
import { readPlan } from "./read-plan.ts";
import "./PlanMonth.css";

const SOURCES: { value: ProposalSource; label: string }[] = [
  { value: "last-month", label: "Last month" },
  { value: "average", label: "Average of three months" },
  { value: "last-year", label: "Same month last year" },
  { value: "zero", label: "From zero" },
];
const isSource = (text: string): text is ProposalSource => SOURCES.some(({ value }) => value === text);

type Props = { month: Month; categories: Category[]; onClose: () => void };

/** Plans every category of a month at once, starting from another month. */
export function PlanMonth({ month, categories, onClose }: Props) {
  const { budget } = useOpenBudget();
  const [from, setFrom] = useState<ProposalSource>("last-month");
  const proposals = useQuery(planProposal(budget, month, from));
  return (
    <Dialog title={`Plan ${monthLabel(month)}`} onClose={onClose}>
      <SelectField
        label="Start from"
        options={SOURCES}
        value={from}
        onChange={({ currentTarget: { value } }) => isSource(value) && setFrom(value)}
      />
      <QueryResult
        data={proposals.data}
        from={[proposals]}
        failed="Failed to load what to start from"
        pending={<Skeleton lines={8} />}
      >
        {(rows) => (
          <PlanForm key={from} month={month} categories={categories} proposals={rows} onClose={onClose} />
        )}
      </QueryResult>
    </Dialog>
  );
}

function PlanForm({ month, categories, proposals, onClose }: Props & { proposals: Proposal[] }) {
  const { budget } = useOpenBudget();
  const { currency, money } = useMoney();
  const save = usePlanMonth(budget, month);
  const [typed, setTyped] = useState<Record<Id, string>>({});
  const rowPlan = ({ proposed }: Proposal, text: string | undefined) =>
    text === undefined ? { planned: proposed } : readPlan(text, currency);
  const rows = proposals.flatMap((proposal) => {
    const category = categories.find(({ id }) => id === proposal.categoryId);
    return category ? [{ ...proposal, category, ...rowPlan(proposal, typed[category.id]) }] : [];
  });
  const left = leftToPlan(
    categories,
    rows.map(({ categoryId, planned }) => ({ categoryId, projected: planned })),
  );
  const hasProblem = rows.some(({ problem }) => problem !== undefined);
  return (
    <form
      className="fields"
      noValidate
      onSubmit={async (event) => {
        event.preventDefault();
        if (hasProblem) return;
        await save.mutateAsync(rows.map(({ categoryId, planned }) => ({ categoryId, projected: planned })));
        onClose();
      }}
    >
      <ul className="plan-rows">
        {rows.map(({ category, lastPlan, lastActual, proposed, due, problem }) => (
          <li key={category.id}>
            <div className="plan-what">
              <p>{category.name}</p>
              <p className="muted">
                Last month {money(lastActual)} of {money(lastPlan)}
              </p>
              {due.map((payment) => (
                <DuePayment key={`${payment.subscriptionId} ${payment.date}`} {...payment} />
              ))}
            </div>
            <MoneyField
              label={`Plan ${category.name}`}
              hideLabel
              currency={currency}
              error={problem}
              defaultValue={amountText(proposed, currency)}
              onChange={({ currentTarget: { value } }) => setTyped({ ...typed, [category.id]: value })}
            />
          </li>
        ))}
      </ul>
      <p className="plan-left" role="status">
        Left to plan <Amount text={money(left)} tone={left < 0 ? "over" : "neutral"} />
      </p>
      <FormActions submit="Save plan" disabled={hasProblem} pending={save.isPending} onCancel={onClose} />
    </form>
  );
}

function DuePayment({ name, amount, date }: Proposal["due"][number]) {
  const { money } = useMoney();
  return (
    <p className="muted">
      + {money(amount)} {name}, due {formatDay(date, useToday())}
    </p>
  );
}
