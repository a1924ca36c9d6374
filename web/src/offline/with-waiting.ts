import { transactionReply, transactions } from "@coffer/contract/transaction";
import { type Month, monthOfDay } from "@coffer/domain/time/month";
import { newestFirst, type Transaction } from "@coffer/domain/transaction/transaction";
import * as v from "valibot";
import { upsert } from "../api/cached-list.ts";
import type { Budget } from "../api/query-key.ts";
import type { WaitingWrite } from "./waiting-writes.ts";

/** The transactions of a month as they will be once what waits has left. */
export function withWaiting(
  rows: readonly Transaction[],
  writes: readonly WaitingWrite[],
  { budget, month }: { budget: Budget; month: Month },
): Transaction[] {
  return writes
    .filter((write) => write.budget === budget && write.path.startsWith(transactions.add.path))
    .reduce<Transaction[]>(
      (list, { method, params, standIn }) => {
        if (method === "DELETE") return list.filter(({ id }) => id !== Number(params?.id));
        const read = v.safeParse(transactionReply, standIn);
        if (!read.success) return list;
        const others = list.filter(({ id }) => id !== read.output.id);
        return monthOfDay(read.output.date) === month ? upsert(others, read.output) : others;
      },
      [...rows],
    )
    .sort(newestFirst);
}
