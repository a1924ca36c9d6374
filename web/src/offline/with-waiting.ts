import { payments } from "@coffer/contract/payment";
import { transactionReply, transactions } from "@coffer/contract/transaction";
import type { Month } from "@coffer/domain/time/month";
import { newestFirst, type Transaction, withWritten } from "@coffer/domain/transaction/transaction";
import * as v from "valibot";
import type { LedgerId } from "../api/query-key.ts";
import type { WaitingWrite } from "./waiting-writes.ts";

/** The transactions of a month as they will be once what waits has left. */
export function withWaiting(
  rows: readonly Transaction[],
  writes: readonly WaitingWrite[],
  { ledgerId, month }: { ledgerId: LedgerId; month: Month },
): Transaction[] {
  return writes
    .filter((write) => write.budget === ledgerId && isOfTransactions(write))
    .reduce<Transaction[]>(
      (list, write) => {
        if (write.method !== "DELETE") return withWritten(list, transactionsOf(write), month);
        const gone = Number(write.params?.id);
        return list.filter(({ id, paymentId }) => id !== gone && paymentId !== gone);
      },
      [...rows],
    )
    .sort(newestFirst);
}

export const isOfTransactions = ({ path }: WaitingWrite): boolean =>
  path.startsWith(transactions.add.path) || path.startsWith(payments.add.path);

export function transactionsOf({ standIn }: WaitingWrite): Transaction[] {
  const lines = Array.isArray(Object(standIn).lines) ? Object(standIn).lines : [standIn];
  const read = v.safeParse(v.array(transactionReply), lines);
  return read.success ? read.output : [];
}
