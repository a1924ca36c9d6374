import type { Day } from "@coffer/domain/time/day";
import { formatDay } from "@coffer/domain/time/format-day";
import { monthOfDay } from "@coffer/domain/time/month";
import { useQuery } from "@tanstack/react-query";
import { explanation } from "../../api/figures.ts";
import { useAccounts } from "../../api/money-accounts.ts";
import { locale } from "../../format/locale.ts";
import { useCategories, useOpenLedger, useToday } from "../../selection/selection.ts";
import { WhyFacts, WhyResult } from "../../why/WhySum.tsx";
import { WhyRows } from "./WhyRows.tsx";

/** The money that can be spent on a later day: balances, and everything expected until then. */
export function LineWhy({ date }: { date: Day }) {
  const { ledgerId } = useOpenLedger();
  const today = useToday();
  const categories = useCategories();
  const accounts = useAccounts();
  const line = useQuery(explanation(ledgerId, monthOfDay(date), { card: "line", date }));
  return (
    <WhyResult queries={{ categories, accounts, line }}>
      {({ categories, accounts, line: { amount, rows } }) => (
        <>
          <WhyFacts amount={amount} from={`on ${formatDay(date, today, locale)}`} />
          <WhyRows rows={rows} categories={categories} accounts={accounts} />
        </>
      )}
    </WhyResult>
  );
}
