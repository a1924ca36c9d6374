import { coverFor, drawOn, type Offer } from "@coffer/domain/budget/cover";
import type { Category } from "@coffer/domain/category/category";
import { amountText, readAmount } from "@coffer/domain/money/amount";
import { type Cents, type Currency, MAX_AMOUNT, minus, plus, sum, ZERO } from "@coffer/domain/money/money";
import { type ComponentProps, type SyntheticEvent, useState } from "react";
import { useRebalance } from "../api/budgets.ts";
import { useForecasts } from "../budget/forecasts.ts";
import { locale } from "../format/locale.ts";
import { useMoney } from "../format/money.ts";
import { useMonth, useOpenLedger } from "../selection/selection.ts";
import { Button } from "../ui/base/Button.tsx";
import { Skeleton } from "../ui/base/Loading.tsx";
import { MoneyField } from "../ui/fields/MoneyField.tsx";
import { Dialog, DialogActions } from "../ui/overlays/Dialog.tsx";
import { FormDialog } from "../ui/overlays/FormDialog.tsx";
import { WhyLink } from "../why/WhyLink.tsx";

/** Moves plan to an overspent category: from what is left to plan first, then from the categories with free money. */
export function CoverDialog({ category, onClose }: { category: Category; onClose: () => void }) {
  const month = useMonth();
  const read = useForecasts(month);
  const [budgets, categories, forecasts] = [read.budgets.data, read.categories.data, read.forecasts.data];
  const dialog = { title: `Cover ${category.name}`, size: "small", discardable: true, onClose } as const;
  if (!forecasts || !budgets || !categories) {
    return (
      <Dialog {...dialog}>
        <Skeleton height="1.5rem" lines={4} />
      </Dialog>
    );
  }
  const { data: subscriptions = [] } = read.subscriptions;
  const facts = { month, categories, budgets, subscriptions, forecasts };
  return <CoverForm category={category} dialog={dialog} facts={facts} />;
}

type FormProps = {
  category: Category;
  dialog: Omit<ComponentProps<typeof Dialog>, "children">;
  facts: Parameters<typeof coverFor>[1];
};

const keyOf = ({ category }: Offer) => category?.id ?? 0;

function CoverForm({ category, dialog, facts: given }: FormProps) {
  const { ledgerId } = useOpenLedger();
  const { money, currency } = useMoney();
  // The amounts when the dialog opened: they must not change while the person edits.
  const [facts] = useState(given);
  const rebalance = useRebalance(ledgerId, facts.month);
  const [{ shortfall, offers }] = useState(() => coverFor(category.id, facts));
  const [typed, setTyped] = useState<ReadonlyMap<number, string>>(() => {
    const drawn = drawOn(shortfall, offers);
    return new Map(drawn.map(({ offer, amount }) => [keyOf(offer), amountText(amount, currency, locale)]));
  });
  const budgetOf = (id: number) => facts.budgets.find((one) => one.categoryId === id);
  const planned = (id: number) => budgetOf(id)?.projected ?? ZERO;
  const taken = offers.map((offer) => {
    const text = typed.get(keyOf(offer)) ?? "";
    const most = offer.category ? planned(offer.category.id) : offer.left;
    return { offer, text, ...readTaken(text, most, currency) };
  });
  const total = sum(taken.map(({ amount }) => amount));
  const becomes = plus(planned(category.id), total);
  const { carried = ZERO } = budgetOf(category.id) ?? {};
  const over = (
    <p>
      “{category.name}” is{" "}
      <WhyLink
        of={`${category.name} over`}
        why={carried === 0 ? `difference-${category.id}` : `available-${category.id}`}
        text={money(shortfall)}
      />{" "}
      over its plan{carried !== 0 && " and what it carried"}.
    </p>
  );
  if (offers.length === 0) {
    return (
      <Dialog {...dialog}>
        {over}
        <p>No other category has anything left this month, and nothing is left to plan.</p>
        <DialogActions>
          <Button onClick={dialog.onClose}>Close</Button>
        </DialogActions>
      </Dialog>
    );
  }
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const from = taken.flatMap(({ offer, amount }) => {
      if (!offer.category || amount === 0) return [];
      const expected = planned(offer.category.id);
      return [{ categoryId: offer.category.id, expected, projected: minus(expected, amount) }];
    });
    const to = { categoryId: category.id, expected: planned(category.id), projected: becomes };
    rebalance.mutate([...from, to]);
    dialog.onClose();
  };
  const disabled = total === 0 || becomes > MAX_AMOUNT || taken.some(({ problem }) => problem);
  return (
    <FormDialog {...dialog} onSubmit={submit} submit={`Move ${money(total)}`} disabled={disabled}>
      {over}
      {total < shortfall && <p className="muted">{money(minus(shortfall, total))} stays over plan.</p>}
      {taken.map(({ offer, text, problem }) => (
        <MoneyField
          key={keyOf(offer)}
          label={offer.category ? `From ${offer.category.name}` : "From left to plan"}
          currency={currency}
          hint={
            offer.category
              ? `${money(offer.left)} left, ${money(offer.free)} free after what is due and forecast${offer.setAside > 0 ? `, ${money(offer.setAside)} set aside for later bills` : ""}`
              : `${money(offer.left)} of the income is not planned`
          }
          error={problem}
          value={text}
          onChange={({ target: { value } }) => setTyped(new Map(typed).set(keyOf(offer), value))}
        />
      ))}
    </FormDialog>
  );
}

function readTaken(text: string, most: Cents, currency: Currency): { amount: Cents; problem?: string } {
  if (text.trim() === "") return { amount: ZERO };
  const reading = readAmount(text, currency, locale);
  if (reading.kind !== "ok" || reading.amount < 0)
    return { amount: ZERO, problem: "Amount must be a positive number" };
  if (reading.amount > most) return { amount: ZERO, problem: "This is more than is planned there" };
  return { amount: reading.amount };
}
