import { categories } from "@coffer/contract/category";
import { projectedAmount } from "@coffer/domain/budget/definition";
import type { StarterCategory } from "@coffer/domain/budget/starter-set";
import { amountProblem, readAmount } from "@coffer/domain/money/amount";
import { minus, sum, ZERO } from "@coffer/domain/money/money";
import { type Month, monthLabel } from "@coffer/domain/time/month";
import { type SyntheticEvent, useState } from "react";
import { call } from "../../api/call.ts";
import { monthParams } from "../../api/month-params.ts";
import { failed, useApiMutation } from "../../api/use-api-mutation.ts";
import { useMoney } from "../../format/money.ts";
import { Button } from "../../ui/base/Button.tsx";
import { IconButton } from "../../ui/base/IconButton.tsx";
import { Card } from "../../ui/display/Card.tsx";
import { CategoryBadge } from "../../ui/display/CategoryBadge.tsx";
import { MoneyField } from "../../ui/fields/MoneyField.tsx";

/** `typed` is the text of the amount's field; empty plans nothing. */
type Row = StarterCategory & { typed: string };

type Props = { month: Month; proposal: Row[]; onSkip: () => void };

export function StarterPlan({ month, proposal, onSkip }: Props) {
  const { money, currency } = useMoney();
  const [rows, setRows] = useState(proposal);
  const create = useStarterSet(month);
  const read = rows.map(({ typed, ...row }) => {
    const reading = readAmount(typed, currency);
    if (reading.kind === "empty") return { row: { ...row, projected: ZERO } };
    if (reading.kind === "ok" && reading.amount >= 0) return { row: { ...row, projected: reading.amount } };
    const { invalid } = projectedAmount;
    return {
      row,
      problem: reading.kind === "ok" ? invalid : amountProblem(reading, currency, projectedAmount),
    };
  });
  const set = read.flatMap(({ row, problem }) => (problem === undefined ? [row] : []));
  const planned = (type: Row["type"]) =>
    sum(set.filter((row) => row.type === type).map(({ projected }) => projected));
  const left = minus(planned("income"), planned("expense"));
  const change = (name: string, typed: string) =>
    setRows((before) => before.map((row) => (row.name === name ? { ...row, typed } : row)));
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (set.length === rows.length && set.length > 0) create.mutate(set);
  };
  return (
    <Card title={`Your plan for ${monthLabel(month)}`} description="Step 3 of 3: change what you like">
      <form className="starter" noValidate onSubmit={submit}>
        <ul className="starter-rows">
          {rows.map(({ name, icon, color, typed }, index) => (
            <li key={name}>
              <CategoryBadge icon={icon} color={color} size="small" />
              <span className="starter-name">{name}</span>
              <MoneyField
                label={name}
                hideLabel
                currency={currency}
                value={typed}
                error={read[index]?.problem}
                onChange={(event) => change(name, event.target.value)}
              />
              <IconButton
                icon="trash"
                label={`Leave out ${name}`}
                onClick={() => setRows((before) => before.filter((row) => row.name !== name))}
              />
            </li>
          ))}
        </ul>
        <p role="status">
          Left to plan: <strong>{money(left)}</strong>
        </p>
        <div className="row">
          <Button type="submit" pending={create.isPending} pendingLabel="Creating...">
            Create my budget
          </Button>
          <Button variant="quiet" disabled={create.isPending} onClick={onSkip}>
            Skip the set-up
          </Button>
        </div>
      </form>
    </Card>
  );
}

/** In one's own budget. One after the other, so that the categories keep their order; a repeat creates none twice. */
function useStarterSet(month: Month) {
  return useApiMutation({
    async run(set: readonly StarterCategory[], key, written) {
      for (const [index, { projected, ...category }] of set.entries()) {
        const plan = projected > 0 && { ...monthParams(month), projected };
        await call(categories.add, { body: { ...category, ...plan }, key: `${key}-${index}`, written });
      }
    },
    affects: [undefined, "categories"],
    successToast: (_, set) => ({
      title: "Your budget is ready",
      description: `${set.length} categories, planned for ${monthLabel(month)}.`,
    }),
    failureToast: failed("Failed to create the budget"),
  });
}
