import { amountProblem, amountText, readAmount } from "@coffer/domain/amount";
import { type Cents, type Currency, ZERO } from "@coffer/domain/money";
import { type FocusEvent, type KeyboardEvent, useId, useState } from "react";
import { Amount } from "../../ui/display/Amount.tsx";
import "./PlanField.css";

type Props = {
  /** The category's name. */
  name: string;
  planned: Cents;
  currency: Currency;
  /** The planned amount, formatted. */
  text: string;
  onSave: (planned: Cents) => void;
};

const MESSAGE = "Budget amount must be a non-negative number";

/**
 * A planned amount that is a field once it is touched. Enter saves and goes to the next row's, Tab saves and goes
 * on, Escape restores; sums such as "120+35" are computed.
 */
export function PlanField({ name, planned, currency, text, onSave }: Props) {
  const [typed, setTyped] = useState<string | null>(null);
  const errorId = useId();
  if (typed === null) {
    return (
      <button
        type="button"
        className="plan-amount"
        aria-label={`Plan ${name}: ${text}`}
        onClick={() => setTyped(planned === 0 ? "" : amountText(planned, currency))}
      >
        <Amount text={text} />
      </button>
    );
  }
  const problem = problemOf(typed, currency);
  const save = () => {
    if (problem !== null) return false;
    const amount = plannedAmount(typed, currency);
    setTyped(null);
    if (amount !== planned) onSave(amount);
    return true;
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === "Escape") {
      event.stopPropagation();
      const field = event.currentTarget;
      setTyped(null);
      focusLater(field, 0);
    }
    if (event.key === "Enter") {
      event.preventDefault();
      const field = event.currentTarget;
      if (save()) focusLater(field, event.shiftKey ? -1 : 1);
    }
  };
  const onBlur = (event: FocusEvent) => {
    if (event.relatedTarget !== event.currentTarget) save();
  };
  return (
    <span className="plan-editor">
      <input
        className="plan-input"
        aria-label={`Projected ${name}`}
        aria-invalid={problem !== null}
        aria-describedby={problem === null ? undefined : errorId}
        inputMode="decimal"
        autoComplete="off"
        // biome-ignore lint/a11y/noAutofocus: the button that was pressed has become this field.
        autoFocus
        value={typed}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        onBlur={onBlur}
      />
      {problem && (
        <span className="plan-problem" id={errorId} role="alert">
          {problem}
        </span>
      )}
    </span>
  );
}

function problemOf(typed: string, currency: Currency): string | null {
  const reading = readAmount(typed, currency);
  if (reading.kind === "empty") return null;
  if (reading.kind === "ok") return reading.amount < 0 ? MESSAGE : null;
  return amountProblem(reading, currency, { required: MESSAGE, invalid: MESSAGE });
}

/** An empty field plans nothing. */
function plannedAmount(typed: string, currency: Currency): Cents {
  const reading = readAmount(typed, currency);
  return reading.kind === "ok" ? reading.amount : ZERO;
}

/** Opens the plan that is `step` rows away, or focuses this one, once the field has become a button again. */
function focusLater(field: HTMLElement, step: number) {
  const all = () => [...document.querySelectorAll<HTMLElement>(".plan-amount, .plan-input")];
  const index = all().indexOf(field);
  requestAnimationFrame(() => {
    const target = all()[index + step] ?? all()[index];
    target?.focus();
    if (step !== 0 && target !== all()[index]) target?.click();
  });
}
