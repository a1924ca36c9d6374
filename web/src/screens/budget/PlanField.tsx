import { projectedAmount } from "@coffer/domain/budget/definition";
import { amountProblem, amountText, readAmount } from "@coffer/domain/money/amount";
import { type Cents, type Currency, ZERO } from "@coffer/domain/money/money";
import { type KeyboardEvent, useId, useState } from "react";
import { locale } from "../../format/locale.ts";
import { useMoney } from "../../format/money.ts";
import { Amount } from "../../ui/display/Amount.tsx";
import "./PlanField.css";

type Props = {
  name: string;
  planned: Cents;
  /** `planned`, in whole units and exactly. */
  text: string;
  exact: string;
  onSave: (planned: Cents) => void;
};

/** A button that becomes a field when it is pressed. Sums such as "120+35" are computed. */
export function PlanField({ name, planned, text, exact, onSave }: Props) {
  const { currency } = useMoney();
  const [typed, setTyped] = useState<string | null>(null);
  const errorId = useId();
  if (typed === null) {
    return (
      <button
        type="button"
        className="plan-amount"
        aria-label={`Plan ${name}: ${text}`}
        title={exact}
        onClick={() => setTyped(planned === 0 ? "" : amountText(planned, currency, locale))}
      >
        <Amount text={text} />
      </button>
    );
  }
  const { amount, problem } = readPlan(typed, currency);
  const save = () => {
    if (problem !== undefined) return false;
    setTyped(null);
    if (amount !== planned) onSave(amount);
    return true;
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const field = event.currentTarget;
    if (event.key === "Escape") {
      event.stopPropagation();
      setTyped(null);
      focusLater(field, 0);
    }
    const step = event.shiftKey ? -1 : 1;
    // After the last plan, Tab leaves the table.
    if (event.key === "Enter" || (event.key === "Tab" && plans()[plans().indexOf(field) + step])) {
      event.preventDefault();
      if (save()) focusLater(field, step);
    }
  };
  return (
    <span className="plan-editor">
      <input
        className="plan-input"
        aria-label={`Projected ${name}`}
        aria-invalid={problem !== undefined}
        aria-describedby={problem === undefined ? undefined : errorId}
        inputMode="decimal"
        autoComplete="off"
        // biome-ignore lint/a11y/noAutofocus: the button that was pressed has become this field.
        autoFocus
        value={typed}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        onBlur={save}
      />
      {problem && (
        <span className="plan-problem" id={errorId} role="alert">
          {problem}
        </span>
      )}
    </span>
  );
}

const plans = () => [...document.querySelectorAll<HTMLElement>(".plan-amount, .plan-input")];

/** Opens the plan `step` rows away, or else focuses this one, after the field has become a button again. */
function focusLater(field: HTMLElement, step: number) {
  const index = plans().indexOf(field);
  requestAnimationFrame(() => {
    const own = plans()[index];
    const target = plans()[index + step] ?? own;
    target?.focus();
    if (target !== own) target?.click();
  });
}

/** An empty field plans 0. */
export function readPlan(typed: string, currency: Currency): { amount: Cents; problem?: string } {
  const reading = readAmount(typed, currency, locale);
  if (reading.kind === "empty") return { amount: ZERO };
  if (reading.kind !== "ok")
    return { amount: ZERO, problem: amountProblem(reading, currency, projectedAmount, locale) };
  return reading.amount < 0 ? { amount: ZERO, problem: projectedAmount.invalid } : { amount: reading.amount };
}
