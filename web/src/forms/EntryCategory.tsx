import { CategoryField } from "../ui/fields/SelectField.tsx";
import { GoalField } from "./GoalField.tsx";
import { SplitButton, SplitLines } from "./SplitLines.tsx";
import type { EntryForm } from "./use-entry-form.ts";

export function EntryCategory({ entry }: { entry: EntryForm }) {
  const { draft, change, offered, categoryId, isLoading } = entry;
  const hasNone = !isLoading && offered.length === 0;
  if (draft.lines)
    return (
      <SplitLines
        amount={entry.amount.replace(/^\s*[-−]/, "")}
        lines={draft.lines}
        offered={offered}
        currency={entry.currency}
        problem={entry.error("lines") ?? entry.error("categoryId")}
        onChange={(lines) => change({ lines })}
        onWhole={() => change({ lines: null, categoryId })}
      />
    );
  return (
    <>
      <CategoryField
        offered={offered}
        name="categoryId"
        placeholder={hasNone ? "No categories available" : "Choose a category"}
        hint={hasNone && "Add one under Budget first"}
        value={categoryId}
        error={entry.error("categoryId")}
        onChange={(event) => change({ categoryId: event.target.value })}
      />
      <GoalField choice={entry.goal} onChange={entry.setGoal} />
      <SplitButton categoryId={categoryId} onSplit={(lines) => change({ lines })} />
    </>
  );
}
