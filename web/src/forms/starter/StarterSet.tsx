import { HOUSEHOLDS, type Household, starterSet } from "@coffer/domain/budget/starter-set";
import { amountProblem, amountText, readAmount } from "@coffer/domain/money/amount";
import { type Cents, ZERO } from "@coffer/domain/money/money";
import type { Month } from "@coffer/domain/time/month";
import { type ReactNode, type SyntheticEvent, useState } from "react";
import { useMoney } from "../../format/money.ts";
import { Button } from "../../ui/base/Button.tsx";
import { Card } from "../../ui/display/Card.tsx";
import { MoneyField } from "../../ui/fields/MoneyField.tsx";
import { RadioGroup } from "../../ui/fields/RadioGroup.tsx";
import { StarterPlan } from "./StarterPlan.tsx";
import "./StarterSet.css";

const CHOICES: Record<Household, { label: string; hint: string }> = {
  single: { label: "Single", hint: "One person, one income" },
  couple: { label: "Couple", hint: "Two people who share" },
  family: { label: "Family", hint: "With children" },
  student: { label: "Student", hint: "A small budget" },
  blank: { label: "Blank", hint: "I make my own categories" },
};
const OPTIONS = HOUSEHOLDS.map((value) => ({ value, ...CHOICES[value] }));
const RULE = {
  required: "Type a monthly income, or skip this step",
  invalid: "Income must be a positive number",
};

type Props = { month: Month; onSkip: () => void };
type Step = { at: "household" } | { at: "income" } | { at: "plan"; income: Cents };

/** Three steps from nothing to a planned month. */
export function StarterSet({ month, onSkip }: Props) {
  const { currency } = useMoney();
  const [step, setStep] = useState<Step>({ at: "household" });
  const [household, setHousehold] = useState<Household>("single");
  const [income, setIncome] = useState("");
  const [error, setError] = useState<string>();

  const chooseHousehold = () => (household === "blank" ? onSkip() : setStep({ at: "income" }));
  const readIncome = () => {
    const reading = readAmount(income, currency);
    if (reading.kind === "ok" && reading.amount > 0) return setStep({ at: "plan", income: reading.amount });
    setError(reading.kind === "ok" ? RULE.invalid : amountProblem(reading, currency, RULE));
  };
  switch (step.at) {
    case "household":
      return (
        <StarterStep number={1} onNext={chooseHousehold} onSkip={onSkip} skip="Skip the set-up">
          <RadioGroup
            label="What does your household look like?"
            options={OPTIONS}
            value={household}
            onChange={(event) =>
              setHousehold(HOUSEHOLDS.find((one) => one === event.target.value) ?? household)
            }
          />
        </StarterStep>
      );
    case "income":
      return (
        <StarterStep number={2} onNext={readIncome} onSkip={() => setStep({ at: "plan", income: ZERO })}>
          <MoneyField
            autoFocus
            label="What comes in each month?"
            hint="After taxes. It stays in your budget, and only suggests what to plan for each category."
            currency={currency}
            value={income}
            error={error}
            onChange={(event) => setIncome(event.target.value)}
          />
        </StarterStep>
      );
    case "plan":
      return (
        <StarterPlan
          month={month}
          proposal={starterSet(household, step.income).map((category) => ({
            ...category,
            typed: category.projected > 0 ? amountText(category.projected, currency) : "",
          }))}
          onSkip={onSkip}
        />
      );
  }
}

type StepProps = {
  number: 1 | 2;
  onNext: () => void;
  onSkip: () => void;
  skip?: string;
  children: ReactNode;
};

function StarterStep({ number, onNext, onSkip, skip = "Skip this step", children }: StepProps) {
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    onNext();
  };
  return (
    <Card title="Start with a plan that fits you" description={`Step ${number} of 3`}>
      <form className="starter" noValidate onSubmit={submit}>
        {children}
        <div className="row">
          <Button type="submit">Continue</Button>
          <Button variant="quiet" onClick={onSkip}>
            {skip}
          </Button>
        </div>
      </form>
    </Card>
  );
}
