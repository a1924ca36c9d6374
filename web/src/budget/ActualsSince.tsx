import { UNDO_DAYS } from "@coffer/domain/activity/activity";
import { actualsSince, actualsSinceText } from "@coffer/domain/budget/actuals-since";
import type { Budget } from "@coffer/domain/budget/budget";
import { DAY_MS } from "@coffer/domain/time/day";
import type { Month } from "@coffer/domain/time/month";
import { useQueryClient } from "@tanstack/react-query";
import { messageOf } from "../api/api-error.ts";
import { monthBudgets } from "../api/budgets.ts";
import { locale } from "../format/locale.ts";
import { loadCode } from "../loading/load-code.ts";
import { useProgress } from "../loading/use-progress.ts";
import { useOpenLedger, useUser } from "../selection/selection.ts";
import { Banner } from "../ui/base/Banner.tsx";
import { Button } from "../ui/base/Button.tsx";

/** Shows when a month's actuals were reset, and undoes the latest reset. */
export function ActualsSince({ month, budgets }: { month: Month; budgets: readonly Budget[] }) {
  const { ledgerId, can } = useOpenLedger();
  const { timeZone } = useUser();
  const client = useQueryClient();
  const { progress, run } = useProgress<"undoing">("Error", (error) =>
    messageOf(error, "Failed to restore monthly actuals"),
  );
  const resetAt = actualsSince(budgets);
  if (resetAt === null) return null;
  const undoLatest = async () => {
    const { undoReset } = await loadCode(() => import("../api/activity.ts"));
    await undoReset(client, ledgerId, month, resetAt);
    // Undo then applies to the reset before it, if there is one.
    await client.refetchQueries({ queryKey: monthBudgets(ledgerId, month).queryKey, exact: true });
  };
  const isRecent = Date.now() - resetAt < UNDO_DAYS * DAY_MS;
  const undo = () => void run("undoing", undoLatest);
  const action = can("categories") && isRecent && (
    <Button size="small" pending={progress !== null} onClick={undo}>
      Undo
    </Button>
  );
  return <Banner action={action}>{actualsSinceText(resetAt, Date.now(), timeZone, locale)}</Banner>;
}
