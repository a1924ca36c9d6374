import { plan } from "@coffer/domain/budget/definition";
import { EXPLAINED_CARDS, EXPLAINED_PARTS } from "@coffer/domain/budget/explained";
import { replyOf } from "@coffer/domain/definition/kind";
import { fields, replyMoney, withMonth } from "@coffer/domain/definition/values";
import { settlement } from "@coffer/domain/share/definition";
import { duePayment } from "@coffer/domain/subscription/definition";
import * as v from "valibot";
import { monthQuery } from "./budget.ts";
import { allow } from "./endpoint.ts";
import { pathId, pathIds } from "./fields.ts";
import { transactionReply } from "./transaction.ts";

const oneOf = (names: readonly string[]) => names.join(", ").replace(/, ([^,]+)$/, " or $1");
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
  row("available", { categoryId: v.number() }),
  row("over", { categoryId: v.number() }),
  row("due", { payment: duePayment }),
  row("later", {}),
  row("settlement", { settlement: replyOf(settlement) }),
  row("owed", {}),
]);

export const explain = {
  get: allow("read").get("/api/explain", {
    summary:
      "Explain a number of a month: the rows that add up to it, and the same number in earlier months. The header x-next-cursor is the cursor of further rows",
    query: v.pipe(
      fields({
        ...monthQuery,
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
