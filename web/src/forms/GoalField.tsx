import { type Goal, openGoalsOf } from "@coffer/domain/goal/goal";
import type { Id } from "@coffer/domain/id";
import { useQuery } from "@tanstack/react-query";
import { goalList } from "../api/goals.ts";
import { transactionSearch } from "../api/transactions.ts";
import { useOpenLedger } from "../selection/selection.ts";
import { SelectField } from "../ui/fields/SelectField.tsx";

type GoalChoice = { goals: Goal[]; goalId: Id | null | undefined };

/**
 * The goals that an entry of a category can count toward. With a single goal, a new entry counts toward it
 * automatically; with several, it starts with the goal that was chosen last for the category.
 */
export function useGoalChoice(
  categoryId: Id | undefined,
  { chosen, isNew }: { chosen: Id | null | undefined; isNew: boolean },
): GoalChoice {
  const { ledgerId } = useOpenLedger();
  const { data: goals = [] } = useQuery({ ...goalList(ledgerId), enabled: categoryId !== undefined });
  const own = openGoalsOf(categoryId, goals);
  // An existing entry can also stop counting toward the only goal.
  const hasChoice = own.length > (isNew ? 1 : 0);
  const isUndecided = hasChoice && isNew && chosen === undefined;
  const { data: before } = useQuery({
    ...transactionSearch(ledgerId, { categoryId: categoryId ?? 0 }),
    enabled: isUndecided,
  });
  const last = before?.rows.find(({ goalId }) => own.some(({ id }) => id === goalId))?.goalId;
  return { goals: hasChoice ? own : [], goalId: isUndecided ? last : chosen };
}

type Props = { label?: string; choice: GoalChoice; onChange: (goalId: Id | null) => void };

/** Renders nothing if there is no choice. */
export function GoalField({ label = "Goal", choice: { goals, goalId }, onChange }: Props) {
  if (goals.length === 0) return null;
  return (
    <SelectField
      label={label}
      hint="The goal that this money is put aside for"
      options={[{ value: "", label: "None" }, ...goals.map(({ id, name }) => ({ value: id, label: name }))]}
      value={goalId ?? ""}
      onChoose={(chosen) => onChange(chosen || null)}
    />
  );
}
