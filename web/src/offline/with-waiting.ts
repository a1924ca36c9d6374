import { payments } from "@coffer/contract/payment";
import { transactionReply, transactions } from "@coffer/contract/transaction";
import type { Month } from "@coffer/domain/time/month";
import { newestFirst, type Transaction, withWritten } from "@coffer/domain/transaction/transaction";
import * as v from "valibot";
import type { LedgerId } from "../api/call.ts";
import type { WaitingWrite } from "./waiting-writes.ts";

/** The transactions of a month as they will be once what waits has left. */
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

export const isOfTransactions = ({ path }: WaitingWrite): boolean =>
  path.startsWith(transactions.add.path) || path.startsWith(payments.add.path);

export function transactionsOf({ standIn }: WaitingWrite): Transaction[] {
  const lines = Array.isArray(Object(standIn).lines) ? Object(standIn).lines : [standIn];
  const read = v.safeParse(v.array(transactionReply), lines);
  return read.success ? read.output : [];
}
