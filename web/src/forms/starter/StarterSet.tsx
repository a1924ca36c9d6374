import { budgets } from "@coffer/contract/budget";
import { categories } from "@coffer/contract/category";
import { projectedAmount } from "@coffer/domain/budget/definition";
import {
  HOUSEHOLDS,
  type Household,
  type StarterCategory,
  starterSet,
} from "@coffer/domain/budget/starter-set";
import { amountText } from "@coffer/domain/money/amount";
import { type Cents, cents, inWholeUnits, minus, sum, ZERO } from "@coffer/domain/money/money";
import { defaultLedgerName, LEDGER_NAME_MAX } from "@coffer/domain/share/sharing";
import { pluralize } from "@coffer/domain/text/plural";
import { daysIn, daysLeft, type Month, monthName, monthOfDay, nextMonth } from "@coffer/domain/time/month";
import { type ReactNode, type SyntheticEvent, useState } from "react";
import * as v from "valibot";
import { call, monthParams } from "../../api/call.ts";
import { useRenameLedger } from "../../api/people.ts";
import { failed, useApiMutation } from "../../api/use-api-mutation.ts";
import { locale } from "../../format/locale.ts";
import { useMoney } from "../../format/money.ts";
import { RouterButton } from "../../links/router-links.tsx";
import { useChangeSearch, useToday, useUser } from "../../selection/selection.ts";
import { Button } from "../../ui/base/Button.tsx";
import { IconButton } from "../../ui/base/IconButton.tsx";
import { TextField } from "../../ui/base/TextField.tsx";
import { CategoryBadge } from "../../ui/display/CategoryBadge.tsx";
import { MoneyField } from "../../ui/fields/MoneyField.tsx";
import { RadioGroup } from "../../ui/fields/RadioGroup.tsx";
import { Dialog, DialogActions } from "../../ui/overlays/Dialog.tsx";
import { focusFirst } from "../../ui/overlays/focus-near.ts";
import { typedAmount, typedAmountOrZero } from "../base/typed-values.ts";
import { ShareForm } from "../ShareForm.tsx";
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

/** `onCreate` is called before the first category is created, `onSkip` if the user wants no set. */
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

/** `typed` is the text of the amount's field; if it is empty, nothing is planned. `later` is the next month's plan. */
type Row = StarterCategory & { typed: string; later: Cents };
type Start = "rest" | "next";

type StarterPlanProps = {
  household: Household;
  income: Cents;
  onCreate: () => void;
  onCreated: () => void;
  onSkip: () => void;
};

/** With fewer days left in the month, the plan starts with the next one. */
const WORTHWHILE_DAYS = 4;

/** The proposed plan, with what the person has typed; `set` are the rows with valid amounts. */
function usePlanRows(household: Household, income: Cents) {
  const { currency } = useMoney();
  const today = useToday();
  const current = monthOfDay(today);
  const days = daysLeft(today);
  const isWhole = days === daysIn(current);
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
  const [start, setStart] = useState<Start>(days < WORTHWHILE_DAYS ? "next" : "rest");
  const [rows, setRows] = useState(() => propose(start));
  const readings = rows.map(({ typed }) => v.safeParse(typedAmountOrZero(projectedAmount, currency), typed));
  const set = rows.flatMap(({ typed, ...row }, index) => {
    const reading = readings[index];
    if (!reading?.success) return [];
    const projected = reading.output;
    // A whole month's plan is also the next one's. For a part, the next one has the proposal, unless 0 or more was typed.
    const later = start === "next" ? ZERO : isWhole ? projected : laterOf(row.later, projected);
    return [{ ...row, projected, later }];
  });
  return {
    current,
    days,
    isWhole,
    start,
    rows: rows.map((row, index) => ({ ...row, error: readings[index]?.issues?.[0].message })),
    set,
    startFrom(chosen: Start) {
      setStart(chosen);
      setRows(propose(chosen));
    },
    change: (name: string, typed: string) =>
      setRows((before) => before.map((row) => (row.name === name ? { ...row, typed } : row))),
    leaveOut: (name: string) => setRows((before) => before.filter((row) => row.name !== name)),
  };
}

function StarterPlan({ household, income, onCreate, onCreated, onSkip }: StarterPlanProps) {
  const { money, currency } = useMoney();
  const changeSearch = useChangeSearch();
  const { current, days, isWhole, start, rows, set, ...on } = usePlanRows(household, income);
  const month = start === "rest" ? current : nextMonth(current);
  const create = useStarterSet(month);
  const planned = (type: Row["type"]) =>
    sum(set.filter((row) => row.type === type).map(({ projected }) => projected));
  const left = minus(planned("income"), planned("expense"));
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
        onChoose={on.startFrom}
      />
      <ul className="starter-rows">
        {rows.map(({ name, icon, color, typed, error }) => (
          <li key={name}>
            <CategoryBadge icon={icon} color={color} size="small" />
            <span className="starter-name">{name}</span>
            <MoneyField
              label={name}
              hideLabel
              currency={currency}
              value={typed}
              error={error}
              onChange={(event) => on.change(name, event.target.value)}
            />
            <IconButton icon="trash" label={`Leave out ${name}`} onClick={() => on.leaveOut(name)} />
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

/** Creates the categories in the user's own budget, one by one to keep their order. A retry creates no duplicates. */
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
