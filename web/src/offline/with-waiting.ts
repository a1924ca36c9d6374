import { payments, transactionReply, transactions } from "@coffer/contract/transaction";
import { countsAfter } from "@coffer/domain/budget/budget";
import type { Flow } from "@coffer/domain/category/category";
import { FLOWS } from "@coffer/domain/category/choices";
import { day } from "@coffer/domain/definition/values";
import type { Id } from "@coffer/domain/id";
import { type Cents, cents, minus, sum } from "@coffer/domain/money/money";
import { type Month, monthOfDay } from "@coffer/domain/time/month";
import {
  netAmount,
  newestFirst,
  type Transaction,
  withWritten,
} from "@coffer/domain/transaction/transaction";
import * as v from "valibot";
import type { LedgerId } from "../api/call.ts";
import type { WaitingWrite } from "./waiting-writes.ts";

/** A month's transactions with the waiting changes applied. */
export function withWaiting(
  rows: readonly Transaction[],
  writes: readonly WaitingWrite[],
  { ledgerId, month }: { ledgerId: LedgerId; month: Month },
): Transaction[] {
  let list = [...rows];
  for (const write of writes) {
    if (write.budget !== ledgerId || !isOfTransactions(write)) continue;
    const gone = Number(write.params?.id);
    list =
      write.method === "DELETE"
        ? list.filter(({ id, paymentId }) => id !== gone && paymentId !== gone)
        : withWritten(list, transactionsOf(write), month);
  }
  return list.sort(newestFirst);
}

type Counted = { ledgerId: LedgerId; month: Month; categoryIds: readonly Id[]; resetAt: number | null };

/** The amount by which waiting changes increase a month's spending in some categories; negative if they reduce it. */
export function waitingSpending(writes: readonly WaitingWrite[], counted: Counted): Cents {
  const { ledgerId, month, categoryIds, resetAt } = counted;
  const spent = (rows: readonly Row[]) =>
    sum(
      rows
        .filter(({ categoryId, date }) => categoryIds.includes(categoryId) && monthOfDay(date) === month)
        .filter(({ createdAt = Date.now() }) => countsAfter(resetAt, { createdAt }))
        .map(netAmount),
    );
  const changes = writes
    .filter((write) => write.budget === ledgerId && isOfTransactions(write))
    .map((write) => minus(spent(transactionsOf(write)), spent(openedRows(write))));
  return sum(changes);
}

const part = v.object({
  type: v.picklist(FLOWS),
  categoryId: v.number(),
  amount: v.pipe(v.number(), v.transform(cents)),
  refund: v.optional(v.boolean()),
});
const head = v.object({ date: day(), createdAt: v.optional(v.number()) });
type Row = v.InferOutput<typeof part> & v.InferOutput<typeof head>;

/** The payment's lines, or the transaction, before a change; amounts are cents. */
function openedRows({ opened }: WaitingWrite): Row[] {
  const read = v.safeParse(
    v.union([
      v.object({ ...head.entries, lines: v.array(part) }),
      v.object({ ...head.entries, ...part.entries }),
    ]),
    opened,
  );
  if (!read.success) return [];
  const { output } = read;
  return "lines" in output ? output.lines.map((line) => ({ ...output, ...line })) : [output];
}

// Not taken from the contract, which every screen would then load.
const REVIEW = "/api/review";

export const isOfTransactions = ({ path }: WaitingWrite): boolean =>
  path.startsWith(transactions.add.path) || path.startsWith(payments.add.path) || path === `${REVIEW}/accept`;

export const isOfReview = ({ path }: WaitingWrite): boolean => path.startsWith(REVIEW);

/** The rows in review that a waiting change decides. */
export function decidedIds({ body }: WaitingWrite): Id[] {
  const { rows = [], pairs = [], ids = [] } = v.parse(decisions, body);
  return [...rows.map(({ id }) => id), ...pairs.flatMap((pair) => pair.ids), ...ids];
}

const idList = v.array(v.number());
const decisions = v.object({
  rows: v.optional(v.array(v.object({ id: v.number() }))),
  pairs: v.optional(v.array(v.object({ ids: idList }))),
  ids: v.optional(idList),
});

export function transactionsOf({ standIn }: WaitingWrite): Transaction[] {
  const { lines = standIn } = Object(standIn);
  const read = v.safeParse(v.array(transactionReply), Array.isArray(lines) ? lines : [lines]);
  return read.success ? read.output : [];
}

type Waiting = {
  rows: { id: Id; type: Flow; amount: Cents }[];
  total: { count: number; income: Cents; expense: Cents };
};

/** The rows in review without those that a waiting change decides. */
export function withoutDecided<List extends Waiting>(
  list: List,
  writes: readonly WaitingWrite[],
  ledgerId: LedgerId,
): List {
  const decisions = writes.filter((write) => write.budget === ledgerId && isOfReview(write));
  return withoutRows(list, decisions.flatMap(decidedIds));
}

export function withoutRows<List extends Waiting>(list: List, ids: readonly Id[]): List {
  const gone = list.rows.filter(({ id }) => ids.includes(id));
  const goneSum = (flow: Flow) => sum(gone.filter(({ type }) => type === flow).map(({ amount }) => amount));
  return {
    ...list,
    rows: list.rows.filter((row) => !gone.includes(row)),
    total: {
      count: list.total.count - gone.length,
      income: minus(list.total.income, goneSum("income")),
      expense: minus(list.total.expense, goneSum("expense")),
    },
  };
}

/** True for a stored list of rows in review. */
export const isReview = (stored: unknown): stored is Waiting => Array.isArray(Object(stored).rows);
