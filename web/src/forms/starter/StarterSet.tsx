import { HOUSEHOLDS, type Household } from "@coffer/domain/budget/starter-set";
import { type Cents, ZERO } from "@coffer/domain/money/money";
import { defaultLedgerName, LEDGER_NAME_MAX } from "@coffer/domain/share/sharing";
import { type ReactNode, type SyntheticEvent, useState } from "react";
import * as v from "valibot";
import { useRenameLedger } from "../../api/people.ts";
import { useMoney } from "../../format/money.ts";
import { RouterButton } from "../../links/router-links.tsx";
import { useUser } from "../../selection/selection.ts";
import { Button } from "../../ui/base/Button.tsx";
import { TextField } from "../../ui/base/TextField.tsx";
import { MoneyField } from "../../ui/fields/MoneyField.tsx";
import { RadioGroup } from "../../ui/fields/RadioGroup.tsx";
import { Dialog, DialogActions } from "../../ui/overlays/Dialog.tsx";
import { focusFirst } from "../../ui/overlays/focus-near.ts";
import { typedAmount } from "../base/typed-values.ts";
import { ShareForm } from "../ShareForm.tsx";
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

/** `onCreate` before the first category is there; `onSkip` if no set is wanted. */
type Props = { onCreate: () => void; onSkip: () => void; onClose: () => void };
type Step = { at: "household" } | { at: "income" } | { at: "plan"; income: Cents } | { at: "end" };

const TITLES: Record<Step["at"], string> = {
  household: "Start with a plan that fits you",
  income: "What comes in",
  plan: "Your plan",
  end: "Your budget is ready",
};
const STEPS = Object.keys(TITLES);

export function StarterSet({ onCreate, onSkip, onClose }: Props) {
  const { currency } = useMoney();
  const user = useUser();
  const rename = useRenameLedger(undefined);
  const [step, setStep] = useState<Step>({ at: "household" });
  const [household, setHousehold] = useState<Household>("single");
  const [name, setName] = useState(() => defaultLedgerName(user));
  const [income, setIncome] = useState("");
  const [error, setError] = useState<string>();

  const chooseHousehold = () => {
    const typed = name.trim();
    if (typed !== "" && typed !== defaultLedgerName(user)) rename.mutate(typed);
    if (household === "blank") onSkip();
    else setStep({ at: "income" });
  };
  const readIncome = () => {
    const reading = v.safeParse(typedAmount(RULE, currency), income);
    if (reading.success) setStep({ at: "plan", income: reading.output });
    else setError(reading.issues[0].message);
  };
  return (
    <Dialog
      size="full"
      title={TITLES[step.at]}
      description={`Step ${STEPS.indexOf(step.at) + 1} of ${STEPS.length}`}
      discardable
      onClose={onClose}
    >
      {step.at === "household" && (
        <StarterStep key="household" onNext={chooseHousehold} onSkip={onSkip} skip="Skip the set-up">
          <RadioGroup
            label="What does your household look like?"
            options={OPTIONS}
            value={household}
            onChoose={setHousehold}
          />
          <TextField
            label="Name of your budget"
            hint="Whoever you share it with sees it under this name."
            maxLength={LEDGER_NAME_MAX}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </StarterStep>
      )}
      {step.at === "income" && (
        <StarterStep key="income" onNext={readIncome} onSkip={() => setStep({ at: "plan", income: ZERO })}>
          <MoneyField
            label="What comes in each month?"
            hint="After taxes. It stays in your budget, and only suggests what to plan for each category."
            currency={currency}
            value={income}
            error={error}
            onChange={(event) => setIncome(event.target.value)}
          />
        </StarterStep>
      )}
      {step.at === "plan" && (
        <StarterPlan
          household={household}
          income={step.income}
          onCreate={onCreate}
          onCreated={() => setStep({ at: "end" })}
          onSkip={onSkip}
        />
      )}
      {step.at === "end" && <StarterEnd household={household} onClose={onClose} />}
    </Dialog>
  );
}

type StepProps = { onNext: () => void; onSkip: () => void; skip?: string; children: ReactNode };

function StarterStep({ onNext, onSkip, skip = "Skip this step", children }: StepProps) {
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    onNext();
  };
  return (
    <form className="fields" noValidate onSubmit={submit} ref={focusFirst}>
      {children}
      <DialogActions>
        <Button variant="quiet" onClick={onSkip}>
          {skip}
        </Button>
        <Button type="submit">Continue</Button>
      </DialogActions>
    </form>
  );
}

function StarterEnd({ household, onClose }: { household: Household; onClose: () => void }) {
  const [invites, setInvites] = useState(false);
  return (
    <div className="fields" ref={focusFirst}>
      <p>The month fills with what you spend. Begin with the first purchase, or bring in your bank's file.</p>
      <RouterButton
        to="."
        search={(search) => ({ ...search, enter: "" })}
        icon="plus"
        fullWidth
        onClick={onClose}
      >
        Add your first purchase
      </RouterButton>
      <RouterButton to="/import" variant="secondary" fullWidth onClick={onClose}>
        Import a bank file
      </RouterButton>
      {invites ? (
        <ShareForm memberFirst={household === "couple"} />
      ) : (
        <Button variant="secondary" icon="share" fullWidth onClick={() => setInvites(true)}>
          Invite someone
        </Button>
      )}
      <DialogActions>
        <Button variant="quiet" onClick={onClose}>
          Show my budget
        </Button>
      </DialogActions>
    </div>
  );
}
