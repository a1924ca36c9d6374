import { fields, replyMoney } from "@coffer/domain/definition/values";
import * as v from "valibot";
import { budgets, monthQuery } from "./budget.ts";
import { categories } from "./category.ts";
import { allow } from "./endpoint.ts";
import { toSpendReply } from "./figures.ts";
import { subscriptions } from "./subscription.ts";
import { tipsReply } from "./tips.ts";
import { transactions } from "./transaction.ts";

export const months = {
  view: allow("read").get("/api/month", {
    summary:
      "All that a month's screens show, read once: its budgets, the six months before and its transactions, of which 2,000 come at a time: the header x-next-cursor says where the next page of /api/transactions starts",
    query: fields(monthQuery),
    reply: v.object({
      categories: categories.list.reply,
      budgets: budgets.list.reply,
      history: budgets.history.reply,
      /** On each day of the month before, refunds taken off. */
      spentBefore: v.array(replyMoney),
      transactions: transactions.list.reply,
      subscriptions: subscriptions.list.reply,
      toSpend: toSpendReply,
      /** Null where a model is to be asked first: /api/budget-tips does. */
      tips: v.nullable(tipsReply),
    }),
  }),
};
