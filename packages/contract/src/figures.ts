import { KIND_REASONS } from "@coffer/domain/budget/kind";
import { CATEGORY_KINDS } from "@coffer/domain/category/choices";
import { day, fields, month, replyMoney } from "@coffer/domain/definition/values";
import * as v from "valibot";
import { monthQuery } from "./budget.ts";
import { allow } from "./endpoint.ts";
import { queryCount } from "./fields.ts";

/** Five years: what one call reads has a bound. */
const MOST_MONTHS = 60;

export const toSpendReply = v.object({
  amount: replyMoney,
  perDay: replyMoney,
  days: v.number(),
  until: day(),
  due: replyMoney,
  over: replyMoney,
  /** The month's amount and its days left, where `amount` is the share of the days until the next pay. */
  ofMonth: v.optional(v.object({ amount: replyMoney, days: v.number() })),
  setApart: v.object({
    amount: replyMoney,
    payments: v.number(),
    /** What bills and set-asides have, the largest first, and why each is one; absent where none has anything. */
    categories: v.optional(
      v.array(
        v.object({
          categoryId: v.number(),
          amount: replyMoney,
          kind: v.picklist(CATEGORY_KINDS),
          reason: v.picklist(KIND_REASONS),
        }),
      ),
    ),
  }),
  incomeToCome: replyMoney,
  /** The categories whose available money it counts, by which a client moves it while changes wait for a network. */
  everyday: v.optional(v.array(v.number())),
});

export const figures = {
  year: allow("read").get("/api/year", {
    summary: "Categories by month: planned, actual, carried and available, a cell a month",
    query: fields({
      from: month,
      months: v.optional(queryCount(/^\d{1,2}$/, MOST_MONTHS, `Months must be 1 to ${MOST_MONTHS}`), "12"),
    }),
    reply: v.object({
      months: v.array(month),
      rows: v.array(
        v.object({
          categoryId: v.number(),
          cells: v.array(
            v.object(v.entriesFromList(["planned", "actual", "carried", "available"], replyMoney)),
          ),
        }),
      ),
    }),
  }),
  toSpend: allow("read").get("/api/to-spend", {
    summary: "What can be spent in a month, until its end or the caller's next pay day",
    query: fields(monthQuery),
    reply: toSpendReply,
  }),
};
