import { budgets } from "@coffer/contract/budget";
import { categories } from "@coffer/contract/category";
import { projectedAmount } from "@coffer/domain/budget/definition";
import { type Household, type StarterCategory, starterSet } from "@coffer/domain/budget/starter-set";
import { amountText } from "@coffer/domain/money/amount";
import { type Cents, cents, inWholeUnits, minus, sum, ZERO } from "@coffer/domain/money/money";
import { pluralize } from "@coffer/domain/text/plural";
import { daysIn, daysLeft, type Month, monthName, monthOfDay, nextMonth } from "@coffer/domain/time/month";
import { type SyntheticEvent, useState } from "react";
import * as v from "valibot";
import { call, monthParams } from "../../api/call.ts";
import { failed, useApiMutation } from "../../api/use-api-mutation.ts";
import { locale } from "../../format/locale.ts";
import { useMoney } from "../../format/money.ts";
import { useChangeSearch, useToday } from "../../selection/selection.ts";
import { Button } from "../../ui/base/Button.tsx";
import { IconButton } from "../../ui/base/IconButton.tsx";
import { CategoryBadge } from "../../ui/display/CategoryBadge.tsx";
import { MoneyField } from "../../ui/fields/MoneyField.tsx";
import { RadioGroup } from "../../ui/fields/RadioGroup.tsx";
import { DialogActions } from "../../ui/overlays/Dialog.tsx";
import { focusFirst } from "../../ui/overlays/focus-near.ts";
import { typedAmountOrZero } from "../base/typed-values.ts";

/** `typed` is the text of the amount's field; empty plans nothing. `later` is planned for the month after. */
type Row = StarterCategory & { typed: string; later: Cents };
type Start = "rest" | "next";

type Props = {
  household: Household;
  income: Cents;
  onCreate: () => void;
  onCreated: () => void;
  onSkip: () => void;
};

/** Fewer days than this are not worth a plan of their own. */
const WORTHWHILE_DAYS = 4;

export function StarterPlan({ household, income, onCreate, onCreated, onSkip }: Props) {
  const { money, currency } = useMoney();
  const today = useToday();
  const changeSearch = useChangeSearch();
  const current = monthOfDay(today);
  const days = daysLeft(today);
  const isWhole = days === daysIn(current);
  const [start, setStart] = useState<Start>(days < WORTHWHILE_DAYS ? "next" : "rest");
  const month = start === "rest" ? current : nextMonth(current);
  const propose = (from: Start): Row[] => {
    const whole = starterSet(household, income);
    // The income in whole units, so that the proposed amounts are whole too.
    const share = inWholeUnits(cents(income * days), daysIn(current));
    const part = from === "next" ? whole : starterSet(household, share);
    return part.map((category, index) => ({
      ...category,
      typed: category.projected > 0 ? amountText(category.projected, currency, locale) : "",
      later: from === "rest" ? (whole[index]?.projected ?? ZERO) : ZERO,
    }));
  };
  const [rows, setRows] = useState(() => propose(start));
  const create = useStarterSet(month);
  const readings = rows.map(({ typed }) => v.safeParse(typedAmountOrZero(projectedAmount, currency), typed));
  const set = rows.flatMap(({ typed, ...row }, index) => {
    const reading = readings[index];
    if (!reading?.success) return [];
    const projected = reading.output;
    // A whole month's plan is also the next one's. For a part, the next one has the proposal, unless 0 or more was typed.
    const later = start === "next" ? ZERO : isWhole ? projected : laterOf(row.later, projected);
    return [{ ...row, projected, later }];
  });
  const planned = (type: Row["type"]) =>
    sum(set.filter((row) => row.type === type).map(({ projected }) => projected));
  const left = minus(planned("income"), planned("expense"));
  const change = (name: string, typed: string) =>
    setRows((before) => before.map((row) => (row.name === name ? { ...row, typed } : row)));
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (set.length < rows.length || set.length === 0) return;
    onCreate();
    create.mutate(set, {
      onSuccess() {
        onCreated();
        void changeSearch({ month: start === "rest" ? undefined : month }, { replace: true });
      },
    });
  };
  const name = monthName(current);
  const after = monthName(nextMonth(current));
  return (
    <form className="fields" noValidate onSubmit={submit} ref={focusFirst}>
      <RadioGroup
        label="Which days is it for?"
        options={[
          {
            value: "rest",
            label: isWhole ? `Plan ${name}` : `Plan the ${pluralize(days, "day")} left`,
            hint: `${after} gets ${isWhole ? "the same plan" : "the plan of a whole month"} as well`,
          },
          { value: "next", label: `Start with ${after}` },
        ]}
        value={start}
        onChoose={(chosen: Start) => {
          setStart(chosen);
          setRows(propose(chosen));
        }}
      />
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
              error={readings[index]?.issues?.[0].message}
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
      <DialogActions>
        <p className="grow" role="status">
          Left to plan: <strong>{money(left)}</strong>
        </p>
        <Button variant="quiet" disabled={create.isPending} onClick={onSkip}>
          Skip the set-up
        </Button>
        <Button type="submit" pending={create.isPending} pendingLabel="Creating...">
          Create my budget
        </Button>
      </DialogActions>
    </form>
  );
}

const laterOf = (proposed: Cents, typed: Cents): Cents =>
  typed === 0 || typed > proposed ? typed : proposed;

/** Creates the categories in the user's own budget, one after the other to keep their order; a repeat creates none twice. */
function useStarterSet(month: Month) {
  return useApiMutation({
    async run(set: readonly (StarterCategory & { later: Cents })[], { key, written }) {
      const plans = [];
      for (const [index, { projected, later, ...category }] of set.entries()) {
        const plan = projected > 0 && { ...monthParams(month), projected };
        const body = { ...category, ...plan };
        const { id } = await call(categories.add, { body, key: `${key}-${index}`, written });
        if (later > 0) plans.push({ categoryId: id, projected: later });
      }
      if (plans.length === 0) return;
      await call(budgets.planMonth, { body: { ...monthParams(nextMonth(month)), plans }, written });
    },
    affects: [undefined, "categories"],
    failureToast: failed("Failed to create the budget"),
  });
}
