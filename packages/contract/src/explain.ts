import { plan } from "@coffer/domain/budget/definition";
import { EXPLAINED_CARDS, EXPLAINED_PARTS } from "@coffer/domain/budget/explained";
import { replyOf } from "@coffer/domain/definition/kind";
import { day, fields, replyMoney, withMonth } from "@coffer/domain/definition/values";
import { settlement } from "@coffer/domain/share/definition";
import { duePayment } from "@coffer/domain/subscription/definition";
import * as v from "valibot";
import { allow } from "./endpoint.ts";
import { monthNumber, pathId, pathIds, yearNumber } from "./fields.ts";
import { transactionReply } from "./transaction.ts";

const oneOf = (names: readonly string[]) => names.join(", ").replace(/, ([^,]+)$/, " or $1");
/** A day of the line says its month. */
const isDated = (card: string | undefined, date: string | undefined) => card === "line" && date !== undefined;
const ONE_OF_THEM = "Ask for a categoryId or a card";

/** `amount` is the row's effect on the number: negative for a refund, or for an expense within Remaining. */
const row = <const Kind extends string, const Entries extends v.ObjectEntries>(
  kind: Kind,
  entries: Entries,
) => v.object({ kind: v.literal(kind), amount: replyMoney, ...entries });

const rowReply = v.variant("kind", [
  row("transaction", { transaction: transactionReply }),
  row("plan", { plan: replyOf(plan) }),
  row("carried", { categoryId: v.number(), months: v.array(withMonth({ amount: replyMoney })) }),
  row("opening", { categoryId: v.number(), date: day() }),
  row("available", { categoryId: v.number() }),
  row("over", { categoryId: v.number() }),
  row("due", { payment: duePayment }),
  row("later", {}),
  row("settlement", { settlement: replyOf(settlement) }),
  row("owed", {}),
  row("balance", { accountId: v.number(), date: day() }),
  row("saved", { categoryId: v.number(), date: day() }),
  row("set-aside", { categoryId: v.number(), date: day() }),
  row("planned", { categoryId: v.number(), date: day() }),
  row("everyday", { categoryId: v.nullable(v.number()) }),
  row("overspent", {}),
]);

export const explain = {
  get: allow("read").get("/api/explain", {
    summary:
      "Explain a number of a month: the rows that add up to it, and the same number in earlier months. The header x-next-cursor is the cursor of further rows",
    query: v.pipe(
      fields({
        month: v.optional(monthNumber),
        year: v.optional(yearNumber),
        /** With card=line, in place of the month; without it, the last day of the month. */
        date: v.optional(day()),
        categoryId: v.optional(pathIds),
        part: v.optional(v.picklist(EXPLAINED_PARTS, `Part must be ${oneOf(EXPLAINED_PARTS)}`)),
        /** With card=balance: the debtor and the creditor; without them, the first debt of the balance. */
        from: v.optional(pathId),
        to: v.optional(pathId),
        cursor: v.optional(
          v.pipe(v.string(), v.regex(/^\d{1,6}$/, "This cursor is not valid"), v.transform(Number)),
        ),
        card: v.optional(v.picklist(EXPLAINED_CARDS, `Card must be ${oneOf(EXPLAINED_CARDS)}`)),
      }),
      v.forward(
        v.check(({ month, card, date }) => month !== undefined || isDated(card, date), "Month is required"),
        ["month"],
      ),
      v.forward(
        v.check(({ year, card, date }) => year !== undefined || isDated(card, date), "Year is required"),
        ["year"],
      ),
      v.check(({ categoryId, card }) => (categoryId === undefined) !== (card === undefined), ONE_OF_THEM),
    ),
    reply: v.object({
      amount: replyMoney,
      rows: v.array(rowReply),
      months: v.array(withMonth({ amount: replyMoney })),
      usual: v.nullable(replyMoney),
      /** Totals up to the same day of earlier months; null unless the month is the current one. */
      usualByNow: v.optional(v.nullable(replyMoney), null),
      largest: v.nullable(rowReply),
    }),
  }),
};
