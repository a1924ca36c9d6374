import { goals } from "@coffer/contract/goal";
import { goal } from "@coffer/domain/goal/definition";
import type { Goal } from "@coffer/domain/goal/goal";
import { call, type Sent } from "./call.ts";
import { savedGoal } from "./goal-changes.ts";
import type { LedgerId } from "./query-key.ts";
import { useSave } from "./use-save.ts";

export function useSaveGoal(ledgerId: LedgerId) {
  return useSave<Sent<typeof goals.add.body>, Goal>({
    kind: goal,
    schema: goals.update.body,
    add: (input) => call(goals.add, input),
    update: (input, id) => call(goals.update, { ...input, params: { id } }),
    ...savedGoal(ledgerId),
  });
}
