import { day, fields, month, replyMoney } from "@coffer/domain/definition/values";
import * as v from "valibot";
import { monthQuery } from "./budget.ts";
import { allow } from "./endpoint.ts";

/** Five years: what one call reads has a bound. */
const MOST_MONTHS = 60;
const HOW_MANY = `Months must be 1 to ${MOST_MONTHS}`;
const monthCount = v.pipe(
  v.string(HOW_MANY),
  v.regex(/^\d{1,2}$/, HOW_MANY),
  v.transform(Number),
  v.minValue(1, HOW_MANY),
  v.maxValue(MOST_MONTHS, HOW_MANY),
);

export const toSpendReply = v.object({
  amount: replyMoney,
  perDay: replyMoney,
  days: v.number(),
  until: day(),
  due: replyMoney,
  over: replyMoney,
  setApart: v.object({ amount: replyMoney, payments: v.number() }),
  incomeToCome: replyMoney,
});

export const figures = {
  year: allow("read").get("/api/year", {
    summary: "Categories by month: planned, actual, carried and available, a cell a month",
    query: fields({ from: month, months: v.optional(monthCount, "12") }),
    reply: v.object({
      months: v.array(month),
      rows: v.array(
        v.object({
          categoryId: v.number(),
          cells: v.array(
            v.object({
              planned: replyMoney,
              actual: replyMoney,
              carried: replyMoney,
              available: replyMoney,
            }),
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
