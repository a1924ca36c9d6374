import { plan } from "@coffer/domain/budget/definition";
import { EXPLAINED_CARDS, EXPLAINED_PARTS } from "@coffer/domain/budget/explained";
import { HISTORY_MONTHS } from "@coffer/domain/budget/forecast";
import { KIND_REASONS } from "@coffer/domain/budget/kind";
import { CATEGORY_KINDS } from "@coffer/domain/category/choices";
import { bodyOf, replyOf } from "@coffer/domain/definition/kind";
import { day, fields, month, replyMoney, withMonth } from "@coffer/domain/definition/values";
import { settlement } from "@coffer/domain/share/definition";
import { duePayment } from "@coffer/domain/subscription/definition";
import { TRANSACTIONS_PAGE } from "@coffer/domain/transaction/transaction";
import * as v from "valibot";
import { budgets, monthQuery } from "./budget.ts";
import { categories } from "./category.ts";
import { allow } from "./endpoint.ts";
import { created, monthNumber, pathId, pathIds, queryCount, yearNumber } from "./fields.ts";
import { ledger } from "./ledger.ts";
import { sharing } from "./sharing.ts";
import { subscriptions } from "./subscription.ts";
import { transactionReply, transactions } from "./transaction.ts";

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
  /** Rows in review, and their expenses less income, which no other figure includes. */
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

/** `credit` is the part that exceeds the debt: the recipient owes it back. */
const settledReply = replyOf(settlement, { credit: replyMoney });

export const balance = {
  get: allow("read").get("/api/balance", {
    summary: "List who owes whom in the household, with at most one debt between two people",
    reply: v.array(v.object({ from: v.number(), to: v.number(), amount: replyMoney })),
  }),
  settle: allow("transactions").post("/api/settlements", {
    summary: "Record a payment from one member to another; an amount above the debt is owed back",
    ...created(bodyOf(settlement), settledReply),
  }),
};

const oneOf = (names: readonly string[]) => names.join(", ").replace(/, ([^,]+)$/, " or $1");
/** The date of the line implies its month. */
const isDated = (card: string | undefined, date: string | undefined) => card === "line" && date !== undefined;
const ONE_OF_THEM = "Send either categoryId or card";

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
        /** With card=line, replaces the month; by default the last day of the month. */
        date: v.optional(day()),
        categoryId: v.optional(pathIds),
        part: v.optional(v.picklist(EXPLAINED_PARTS, `Part must be ${oneOf(EXPLAINED_PARTS)}`)),
        /** With card=balance: the debtor and the creditor; by default of the first debt. */
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

/** `about[i]` is the subject of `tips[i]`: a category's id, a total or a list. `source` is who wrote the texts. */
export const tipsReply = v.object({
  summary: v.string(),
  tips: v.array(v.string()),
  about: v.array(v.union([v.number(), v.picklist(["left", "to-spend", "income", "subscriptions", "goals"])])),
  forecasts: v.array(v.object({ category: v.string(), forecast: v.string(), categoryId: v.number() })),
  source: v.picklist(["model", "templates"]),
});

export const tips = {
  get: allow("read").get("/api/budget-tips", {
    summary: "A month's summary, tips and forecasts by category",
    query: fields(monthQuery),
    reply: tipsReply,
  }),
};

export const months = {
  view: allow("read").get("/api/month", {
    summary: `Everything that the screens of a month show in one response: its budgets, the ${HISTORY_MONTHS} previous months, and up to ${TRANSACTIONS_PAGE} of its transactions. The header x-next-cursor is the cursor of the next page of /api/transactions. A list that does not fit is omitted and has its own endpoint`,
    query: fields(monthQuery),
    reply: v.object({
      categories: v.optional(categories.list.reply),
      budgets: budgets.list.reply,
      history: v.optional(budgets.history.reply),
      /** Spending on each day of the previous month, less refunds. */
      spentBefore: v.array(replyMoney),
      transactions: v.optional(transactions.list.reply),
      subscriptions: v.optional(subscriptions.list.reply),
      toSpend: toSpendReply,
      /** The same as the reply of /api/ledger. */
      ledger: v.optional(ledger.read.reply),
      /** The same as the reply of /api/shared-users; absent for users who may not read it. */
      shares: v.optional(sharing.list.reply),
      /** Null if a model has to write them first: then call /api/budget-tips. */
      tips: v.nullable(tipsReply),
    }),
  }),
};
