import { actualsSince, actualsSinceText } from "@coffer/domain/actuals-since";
import type { Budget } from "@coffer/domain/budget";
import type { Month } from "@coffer/domain/month";
import { useUndoReset } from "../api/budgets.ts";
import { Banner } from "../ui/base/Banner.tsx";
import { Button } from "../ui/base/Button.tsx";
import { useUser } from "./auth-context.tsx";
import { useOpenBudget } from "./selection.ts";

type Props = { month: Month; budgets: readonly Budget[] };

/** Says from when a month's actuals count, for as long as they are reset, and takes the reset back. */
export function ActualsSince({ month, budgets }: Props) {
  const { budget, can } = useOpenBudget();
  const { timeZone } = useUser();
  const undo = useUndoReset(budget);
  const resetAt = actualsSince(budgets);
  if (resetAt === null) return null;
  return (
    <Banner
      action={
        can("categories") && (
          <Button
            variant="secondary"
            size="small"
            pending={undo.isPending}
            onClick={() => undo.mutate(month)}
          >
            Undo
          </Button>
        )
      }
    >
      {actualsSinceText(resetAt, Date.now(), timeZone)}
    </Banner>
  );
}
