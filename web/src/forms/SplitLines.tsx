import type { Category } from "@coffer/domain/category/category";
import type { Id } from "@coffer/domain/id";
import type { Currency } from "@coffer/domain/money/money";
import { MAX_LINES } from "@coffer/domain/payment/definition";
import { type ComponentProps, type ReactNode, useEffect, useEffectEvent, useId, useState } from "react";
import { Button } from "../ui/base/Button.tsx";
import { FieldNotes } from "../ui/base/Field.tsx";
import { IconButton } from "../ui/base/IconButton.tsx";
import { TextField } from "../ui/base/TextField.tsx";
import { MoneyField } from "../ui/fields/MoneyField.tsx";
import { CategoryField } from "../ui/fields/SelectField.tsx";
import { isTouched } from "../ui/overlays/Dialog.tsx";
import { GoalField, useGoalChoice } from "./GoalField.tsx";
import { blankLine, negatedText, restText, type TypedLine } from "./split-lines.ts";
import "./SplitLines.css";

type Props = {
  amount: string;
  lines: readonly TypedLine[];
  offered: readonly Category[];
  currency: Currency;
  problem: string | undefined;
  onChange: (lines: TypedLine[]) => void;
  onWhole: () => void;
};

/** The parts of a payment, each with its own category; the last gets the remainder. */
function SplitLines({ amount, lines, offered, currency, problem, onChange, onWhole }: Props) {
  const id = useId();
  const rest = restText(amount, lines, currency);
  // The lines of a payment are all of one type.
  const first = offered.find(({ id }) => String(id) === lines[0]?.categoryId);
  const ofSameType = offered.filter(({ type }) => !first || type === first.type);
  // An iPhone's keyboard for amounts has no minus.
  const isByFinger = isTouched();
  const change = (at: number, part: Partial<TypedLine>) =>
    onChange(lines.map((line, index) => (index === at ? { ...line, ...part } : line)));
  return (
    <fieldset className="field" aria-describedby={`${id}-hint`}>
      <legend className="field-label">Split</legend>
      {lines.map((line, index) => {
        const isLast = index === lines.length - 1;
        const name = `line ${index + 1}`;
        return (
          <div key={line.key} className="split-line" data-by-finger={isByFinger}>
            <CategoryField
              label={`Category of ${name}`}
              hideLabel
              offered={index === 0 ? offered : ofSameType}
              value={line.categoryId}
              onChange={(event) => change(index, { categoryId: event.target.value, goalId: undefined })}
            />
            <MoneyField
              label={`Amount of ${name}`}
              hideLabel
              currency={currency}
              value={line.amount ?? (isLast ? rest : "")}
              onFocus={(event) => event.target.select()}
              onChange={(event) => change(index, { amount: event.target.value })}
              onBlur={() => line.amount === "" && change(index, { amount: null })}
            />
            <TextField
              label={`Note on ${name}`}
              hideLabel
              placeholder="Note"
              value={line.notes}
              onChange={(event) => change(index, { notes: event.target.value })}
            />
            {isByFinger && (
              <IconButton
                icon="undo"
                label={`Refund or not: ${name}`}
                disabled={!line.amount}
                onClick={() => change(index, { amount: negatedText(line.amount, currency) })}
              />
            )}
            <IconButton
              icon="close"
              label={`Remove ${name}`}
              disabled={lines.length === 2}
              onClick={() => onChange(lines.filter((one) => one !== line))}
            />
            <LineGoal name={name} line={line} onChange={(goalId) => change(index, { goalId })} />
          </div>
        );
      })}
      <div role="alert">
        <FieldNotes
          id={id}
          hint={`The last line takes what is left. ${isByFinger ? "The arrow below an amount" : "A minus"} makes a line a refund.`}
          error={problem}
        />
      </div>
      <div className="row">
        {lines.length < MAX_LINES && (
          <Button variant="quiet" size="small" icon="plus" onClick={() => onChange([...lines, blankLine()])}>
            Add a line
          </Button>
        )}
        <Button variant="quiet" size="small" onClick={onWhole}>
          Do not split
        </Button>
      </div>
    </fieldset>
  );
}

type GoalProps = { name: string; line: TypedLine; onChange: (goalId: Id | null) => void };

function LineGoal({ name, line: { categoryId, goalId: chosen }, onChange }: GoalProps) {
  const choice = useGoalChoice(Number(categoryId) || undefined, { chosen, isNew: true });
  // Puts the goal that was chosen last into the line once it is read, so that it is sent.
  const take = useEffectEvent(onChange);
  const last = chosen === undefined ? choice.goalId : undefined;
  useEffect(() => {
    if (last) take(last);
  }, [last]);
  return <GoalField label={`Goal of ${name}`} choice={choice} onChange={onChange} />;
}

/** The lines of a form, null if it is not split. The form itself validates one category: that of the first line. */
export function useLines(stored: TypedLine[] | null, setCategoryId: (id: string) => void) {
  const [lines, setLines] = useState(stored);
  const [problem, setProblem] = useState<string>();
  const onLines = (next: TypedLine[] | null) => {
    setProblem(undefined);
    setLines(next);
    if (next?.[0]) setCategoryId(next[0].categoryId);
  };
  return { lines, setLines, setProblem, shown: { lines, problem, onLines } };
}

type ChoiceProps = Pick<Props, "amount" | "offered" | "currency"> & {
  lines: readonly TypedLine[] | null;
  problem: string | undefined;
  /** The props of the category's field. */
  category: Omit<ComponentProps<typeof CategoryField>, "offered">;
  categoryId: string;
  goal: ReturnType<typeof useGoalChoice>;
  onGoal: (goalId: Id | null) => void;
  onLines: (lines: TypedLine[] | null) => void;
  children?: ReactNode;
};

/** The category and goal of an entry, or the lines of a split one. */
export function CategoryOrLines({ category, categoryId, goal, onGoal, children, ...split }: ChoiceProps) {
  const { lines, problem = category.error, offered, onLines } = split;
  if (lines)
    return (
      <SplitLines
        {...split}
        lines={lines}
        problem={problem}
        onChange={onLines}
        onWhole={() => onLines(null)}
      />
    );
  return (
    <>
      <CategoryField offered={offered} {...category} />
      <GoalField choice={goal} onChange={onGoal} />
      <div className="row">
        <Button variant="quiet" size="small" onClick={() => onLines([blankLine(categoryId), blankLine()])}>
          Split
        </Button>
        {children}
      </div>
    </>
  );
}
