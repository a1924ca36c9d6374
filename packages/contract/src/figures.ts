import { KIND_REASONS } from "@coffer/domain/budget/kind";
import { CATEGORY_KINDS } from "@coffer/domain/category/choices";
import { day, fields, month, replyMoney } from "@coffer/domain/definition/values";
import * as v from "valibot";
import { monthQuery } from "./budget.ts";
import { allow } from "./endpoint.ts";
import { queryCount } from "./fields.ts";

/** Five years: bounds what one call reads. */
const MOST_MONTHS = 60;

export const toSpendReply = v.object({
  amount: replyMoney,
  perDay: replyMoney,
  days: v.number(),
  until: day(),
  due: replyMoney,
  over: replyMoney,
  /** Present when `amount` covers only the days until the next pay: the month's amount and its days left. */
  ofMonth: v.optional(v.object({ amount: replyMoney, days: v.number() })),
  setApart: v.object({
    amount: replyMoney,
    payments: v.number(),
    /** Bills and set-asides that have money, largest first, with the reason for their kind; absent if there are none. */
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
  /** Rows that wait in review, and their expenses less their income; in no other figure. */
  review: v.optional(v.object({ count: v.number(), amount: replyMoney })),
  /** The categories whose available money `amount` includes, so that an offline client can update it. */
  everyday: v.optional(v.array(v.number())),
});

export const figures = {
  year: allow("read").get("/api/year", {
    summary: "Planned, actual, carried and available amounts of each category by month",
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
    inParts: "rows",
  }),
  toSpend: allow("read").get("/api/to-spend", {
    summary: "The amount to spend in a month, until its end or the user's next pay day",
    query: fields(monthQuery),
    reply: toSpendReply,
  }),
};
