import {
  amountRule,
  day,
  fields,
  money,
  month,
  replyMoney,
  withMonth,
} from "@coffer/domain/definition/values";
import { AFFORD_MONTHS } from "@coffer/domain/line/afford";
import * as v from "valibot";
import { allow } from "./endpoint.ts";
import { queryCount } from "./fields.ts";

const point = v.object({ date: day(), amount: replyMoney });

export const lineReply = v.object({
  /** The amount at the end of each day; empty without a balance. */
  days: v.array(point),
  lowest: v.nullable(point),
  /** Sentences that say what to enter. */
  missing: v.array(v.string()),
  /** Money that is set aside from a day on but is still in the accounts. */
  setAside: v.array(v.object({ date: day(), categoryId: v.number(), amount: replyMoney })),
  /** Everyday money by month and category, if there is any. */
  everyday: v.array(withMonth({ categoryId: v.number(), amount: replyMoney })),
});

const ONCE_OR_MONTHLY = 'Every must be "month" or null';

export const affordBody = fields({
  amount: money(amountRule("Amount must be greater than 0")),
  date: day("Date is required"),
  every: v.optional(v.nullable(v.literal("month", ONCE_OR_MONTHLY)), null),
});

export const lines = {
  get: allow("manage").get("/api/line", {
    summary: "Forecast the spendable money day by day from today, with the lowest day",
    query: fields({
      from: v.optional(month),
      months: v.optional(
        queryCount(/^\d{1,2}$/, AFFORD_MONTHS, `Months must be 1 to ${AFFORD_MONTHS}`),
        "12",
      ),
    }),
    reply: lineReply,
  }),
  afford: allow("manage").post("/api/afford", {
    summary: "Whether a purchase on a day, or every month from then on, can be afforded",
    body: affordBody,
    reply: v.object({
      lowest: v.nullable(v.object({ before: point, after: point })),
      breaks: v.nullable(v.object({ date: day(), categoryId: v.nullable(v.number()) })),
      carriedBy: v.nullable(v.number()),
      text: v.string(),
    }),
  }),
};
