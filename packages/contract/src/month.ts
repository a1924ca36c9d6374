import { HISTORY_MONTHS } from "@coffer/domain/budget/forecast";
import { fields, replyMoney } from "@coffer/domain/definition/values";
import { TRANSACTIONS_PAGE } from "@coffer/domain/transaction/transaction";
import * as v from "valibot";
import { budgets, monthQuery } from "./budget.ts";
import { categories } from "./category.ts";
import { allow } from "./endpoint.ts";
import { toSpendReply } from "./figures.ts";
import { ledger } from "./ledger.ts";
import { sharing } from "./sharing.ts";
import { subscriptions } from "./subscription.ts";
import { tipsReply } from "./tips.ts";
import { transactions } from "./transaction.ts";

export const months = {
  view: allow("read").get("/api/month", {
    summary: `Everything that the screens of a month show in one response: its budgets, the ${HISTORY_MONTHS} months before, and up to ${TRANSACTIONS_PAGE} of its transactions. The header x-next-cursor is the cursor of the next page of /api/transactions. A list that does not fit is left out and has a call of its own`,
    query: fields(monthQuery),
    reply: v.object({
      categories: v.optional(categories.list.reply),
      budgets: budgets.list.reply,
      history: v.optional(budgets.history.reply),
      /** Spending on each day of the month before, less refunds. */
      spentBefore: v.array(replyMoney),
      transactions: v.optional(transactions.list.reply),
      subscriptions: v.optional(subscriptions.list.reply),
      toSpend: toSpendReply,
      /** As of /api/ledger. */
      ledger: v.optional(ledger.read.reply),
      /** As of /api/shared-users, for those who may read that. */
      shares: v.optional(sharing.list.reply),
      /** Null if a model has to write them first: then call /api/budget-tips. */
      tips: v.nullable(tipsReply),
    }),
  }),
};
