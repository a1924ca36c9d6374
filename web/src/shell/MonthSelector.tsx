import { monthOfDay } from "@coffer/domain/time/month";
import { useQueryClient } from "@tanstack/react-query";
import { monthBudgets } from "../api/budgets.ts";
import { categoryList } from "../api/categories.ts";
import { PlanLink } from "../links/PlanLink.tsx";
import { useChangeSearch, useMonth, useOpenLedger, useToday } from "../selection/selection.ts";
import { MonthPicker } from "../ui/controls/MonthPicker.tsx";

/** The current month is left out of the URL. */
export function MonthSelector() {
  const client = useQueryClient();
  const changeSearch = useChangeSearch();
  const { ledgerId, can } = useOpenLedger();
  const current = monthOfDay(useToday());
  return (
    <MonthPicker
      month={useMonth()}
      current={current}
      onChange={(chosen) => changeSearch({ month: chosen === current ? undefined : chosen, page: undefined })}
      onIntent={(month) => {
        void client.prefetchQuery(categoryList(ledgerId));
        void import("../api/transactions.ts").then(({ monthTransactions }) =>
          client.prefetchQuery(monthTransactions(ledgerId, month)),
        );
        void client.prefetchQuery(monthBudgets(ledgerId, month));
      }}
      footer={
        can("categories") && (
          <PlanLink variant="secondary" size="small" fullWidth>
            Plan the month
          </PlanLink>
        )
      }
    />
  );
}
