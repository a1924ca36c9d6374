import type { Id } from "@coffer/domain/id";
import { isOpenHalf, type ReviewRow } from "@coffer/domain/review/review";
import { signedAmount } from "@coffer/domain/transaction/transaction";
import type { OpenLedger } from "../access.ts";
import { type Change, changeOf, type Found, readOne, type StoredTransaction } from "../ledger/ledger.ts";
import { invalid, Refusal } from "../refusal.ts";
import type { Stores } from "../stores.ts";
import { named } from "./accept.ts";

/** One or both halves of money that moved between own accounts: rows in review or transactions. */
export type Transfer = { ids: readonly Id[]; goalId?: Id | null | undefined };

/** Decides that rows and transactions leave all figures. Refuses (invalid, conflict) the whole if one cannot. */
export async function transferChanges(
  { ledger: store, goals }: Pick<Stores, "ledger" | "goals">,
  { ownerId }: OpenLedger,
  pairs: readonly Transfer[],
): Promise<Change[]> {
  const ids = pairs.flatMap((pair) => pair.ids);
  if (new Set(ids).size < ids.length) throw invalid("pairs", "Name each row once");
  const [rows, transactions, known] = await Promise.all([
    store.read(ownerId, named("review", ids)),
    store.read(ownerId, named("transaction", ids)),
    pairs.some(({ goalId }) => goalId) ? goals.list(ownerId) : [],
  ]);
  const rowOf = new Map(rows.map((one) => [one.ref.id, one]));
  const transactionOf = new Map(transactions.map((one) => [one.ref.id, one]));
  const halfOf = (id: Id) => {
    const row = rowOf.get(id)?.value;
    return row && isOpenHalf(row) ? row : transactionOf.get(id)?.value;
  };
  const changes: Change[] = [];
  for (const [index, { ids, goalId }] of pairs.entries()) {
    const halves = ids.map(halfOf);
    const [first, second] = halves;
    if (!first || (ids.length > 1 && !second)) throw halfGone(first ?? second);
    if (second && signedAmount(first) !== -signedAmount(second))
      throw invalid(
        `pairs.${index}.ids`,
        `${first.description} and ${second.description} are not of one amount, once out and once in`,
      );
    if (goalId && !known.some(({ id, status }) => id === goalId && status === "in-progress"))
      throw invalid(`pairs.${index}.goalId`, "Choose a goal of this budget");
    const contributing = second && signedAmount(second) < 0 ? second.id : first.id;
    for (const half of [first, second]) {
      if (!half) continue;
      const pairId = ids.find((id) => id !== half.id);
      const more = { ...(pairId && { pairId }), ...(goalId && half.id === contributing && { goalId }) };
      changes.push(...(await leaving(half, more)));
    }
  }
  return changes;

  async function leaving(half: ReviewRow | StoredTransaction, more: Pick<ReviewRow, "pairId" | "goalId">) {
    const state = "transfer" as const;
    const row = rowOf.get(half.id);
    if (row?.value) return [changeOf("review", row, { ...row.value, state, ...more })];
    const found = transactionOf.get(half.id);
    if (!found?.value) return [];
    await refuseLine(found);
    const left = { ...rowOfTransaction(found.value), state, ...more };
    return [changeOf("transaction", found, null), changeOf("review", null, left)];
  }

  async function refuseLine({ value }: Found<"transaction">) {
    const { id, paymentId, description } = value ?? {};
    if (paymentId === undefined) return;
    if (paymentId !== id && !(await readOne(store, ownerId, "transaction", { id: paymentId }))) return;
    throw new Refusal(
      "conflict",
      `${description} is a part of a split payment, which cannot be moved between own accounts`,
    );
  }
}

const halfGone = (other: { description: string } | null | undefined) =>
  new Refusal(
    "conflict",
    other
      ? `The other half of ${other.description} is no longer there. Nothing was changed.`
      : "This row is no longer there: somebody has decided about it.",
  );

/** Keeps nothing of what its category says: the undo has it from the entry. */
function rowOfTransaction(transaction: StoredTransaction): Omit<ReviewRow, "state"> {
  const { id, date, description, amount, type, refund, notes, paidBy, createdBy } = transaction;
  const { imported, batch } = transaction;
  const { account, file } = imported ?? {};
  return {
    ...{ id, date, description, amount, type, source: "Coffer" },
    ...(refund && { refund }),
    ...(notes !== null && { notes }),
    ...(paidBy !== undefined && { paidBy }),
    ...(createdBy !== undefined && { createdBy }),
    ...(imported && { imported }),
    ...(account && { account }),
    ...(file && { file }),
    ...(batch !== undefined && { batch }),
  };
}
