import type { Budget } from "@coffer/domain/budget/budget";
import { carryThrough } from "@coffer/domain/budget/carry";
import { coverFor } from "@coffer/domain/budget/cover";
import type { Category } from "@coffer/domain/category/category";
import type { Id } from "@coffer/domain/id";
import { amountText, readAmount } from "@coffer/domain/money/amount";
import { type Cents, cents, MAX_AMOUNT, ZERO } from "@coffer/domain/money/money";
import type { Month } from "@coffer/domain/time/month";
import { useQuery } from "@tanstack/react-query";
import { type SyntheticEvent, useState } from "react";
import { movePlan, useRebalance } from "../../api/rebalance.ts";
import { useMoney } from "../../format/money.ts";
import { useMonth, useOpenBudget } from "../../selection/selection.ts";
import { Button } from "../../ui/base/Button.tsx";
import { MoneyField } from "../../ui/fields/MoneyField.tsx";
import { SelectField } from "../../ui/fields/SelectField.tsx";
import { Dialog, DialogActions } from "../../ui/overlays/Dialog.tsx";
import { FormDialog } from "../../ui/overlays/FormDialog.tsx";
import { WhyLink } from "../../why/WhyLink.tsx";
import { reads } from "./reads.ts";

type Props = { category: Category; onClose: () => void };

/** The categories that could give, as the month stands without what it carried. */
function offersFor(id: Id, month: Month, categories: readonly Category[], budgets: readonly Budget[]) {
  const [carried] = carryThrough(categories, [{ month, budgets }]);
  const facts = { month, categories, budgets: carried?.budgets ?? [], subscriptions: [], forecasts: [] };
  const { shortfall, offers } = coverFor(id, facts);
  const of = offers.flatMap(({ category, left }) => (category ? [{ category, left }] : []));
  return { shortfall, offers: of.sort((a, b) => b.left - a.left) };
}

/** Moves plan to an overspent category, from the one that has the most left unless another is chosen. */
export function CoverDialog({ category, onClose }: Props) {
  const { budget } = useOpenBudget();
  const { money, currency } = useMoney();
  const month = useMonth();
  const read = reads({ budget, month });
  const { data: categories = [] } = useQuery(read.categories);
  const { data: budgets = [] } = useQuery(read.budgets);
  const rebalance = useRebalance(budget, month);
  // As it was opened: the amounts do not change under the person's hands.
  const [{ shortfall, offers }] = useState(() => offersFor(category.id, month, categories, budgets));
  const [from, setFrom] = useState(offers[0]);
  const [typed, setTyped] = useState<string>();
  const dialog = { title: `Cover ${category.name}`, size: "small", discardable: true, onClose } as const;
  const over = (
    <>
      “{category.name}” is <WhyLink why={`difference-${category.id}`}>{money(shortfall)}</WhyLink> over its
      plan.
    </>
  );
  if (!from) {
    return (
      <Dialog {...dialog}>
        <p>{over} No other category has anything left this month.</p>
        <DialogActions>
          <Button onClick={onClose}>Close</Button>
        </DialogActions>
      </Dialog>
    );
  }
  const proposed = cents(Math.min(shortfall, from.left));
  const amount = typed === undefined ? proposed : readPositive(readAmount(typed, currency));
  const plan = (id: Id) => ({
    categoryId: id,
    projected: budgets.find(({ categoryId }) => categoryId === id)?.projected ?? ZERO,
  });
  const changes = movePlan(plan(from.category.id), plan(category.id), amount ?? ZERO);
  const problem = problemWith(amount, changes);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (problem !== undefined) return;
    rebalance.mutate(changes);
    onClose();
  };
  return (
    <FormDialog
      {...dialog}
      onSubmit={submit}
      submit={`Move ${money(amount ?? ZERO)}`}
      disabled={problem !== undefined}
    >
      <p>{over}</p>
      <SelectField
        label="Move plan from"
        options={offers.map(({ category, left }) => ({
          value: category.id,
          label: `${category.name} (${money(left)} left)`,
        }))}
        value={from.category.id}
        onChange={({ target: { value } }) => {
          setFrom(offers.find(({ category }) => category.id === Number(value)));
          setTyped(undefined);
        }}
      />
      <MoneyField
        key={from.category.id}
        label="Amount"
        currency={currency}
        error={problem}
        hint={proposed < shortfall ? "That is all it has left; the rest stays over plan." : undefined}
        defaultValue={amountText(proposed, currency)}
        onChange={({ target: { value } }) => setTyped(value)}
      />
    </FormDialog>
  );
}

function readPositive(reading: ReturnType<typeof readAmount>): Cents | undefined {
  return reading.kind === "ok" && reading.amount > 0 ? reading.amount : undefined;
}

function problemWith(amount: Cents | undefined, [from, to]: ReturnType<typeof movePlan>): string | undefined {
  if (amount === undefined) return "Amount must be a positive number";
  if (from.projected < 0) return "This is more than is planned there";
  return to.projected > MAX_AMOUNT ? "This is more than a plan can be" : undefined;
}
