import type { Id } from "@coffer/domain/id";
import { SelectField } from "../ui/fields/SelectField.tsx";
import type { GoalChoice } from "./use-goal-choice.ts";

const NO_GOAL = { value: "", label: "None" };

type Props = { label?: string; choice: GoalChoice; onChange: (goalId: Id | null) => void };

/** Only where several goals share the category. */
export function GoalField({ label = "Goal", choice: { goals, goalId }, onChange }: Props) {
  if (goals.length === 0) return null;
  return (
    <SelectField
      label={label}
      hint="The one that it is put aside for"
      options={[NO_GOAL, ...goals.map(({ id, name }) => ({ value: id, label: name }))]}
      value={goalId ?? ""}
      onChange={({ target }) => onChange(Number(target.value) || null)}
    />
  );
}
