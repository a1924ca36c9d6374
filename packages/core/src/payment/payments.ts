import { versionTag } from "@coffer/domain/activity/version-tag";
import { draftOf } from "@coffer/domain/definition/kind";
import { distinctIds, type Id } from "@coffer/domain/id";
import { payment, paymentHead } from "@coffer/domain/payment/definition";
import {
  draftOfPayment,
  lineOf,
  type PaymentDraft,
  paymentAmount,
  paymentIn,
} from "@coffer/domain/payment/payment";
import type { Transaction } from "@coffer/domain/transaction/transaction";
import type { OpenLedger } from "../access.ts";
import type { Versioned } from "../activity/recording.ts";
import { unfitCategory } from "../category/category-problem.ts";
import type { Env } from "../env.ts";
import { withGoals } from "../goal/goals.ts";
import { createCommit, type Decision, refuseUnseen } from "../ledger/commit.ts";
import { changeOf, named, readOne, type StoredTransaction } from "../ledger/ledger.ts";
import { notFound } from "../refusal.ts";
import { refuseStrangers, withCategoryShares } from "../share/balances.ts";
import type { Stores } from "../stores.ts";
import { notifyNobody } from "../transaction/transactions.ts";

type Line = Versioned<StoredTransaction>;

/**
 * One purchase split over several categories. Only its lines are stored: transactions of one date, always written
 * together, whose `paymentId` is the id of the first.
 */
export function createPayments(
  stores: Pick<Stores, "ledger" | "transactions" | "categories" | "goals" | "shares" | "users">,
  env: Pick<Env, "clock" | "ids">,
  notifyOfTransactions = notifyNobody,
) {
  const { clock, ids } = env;
  const { commit } = createCommit(stores, env);

  /** The lines of a payment. With `isSplit` a single transaction is accepted as well, as a payment of one line. */
  async function read({ ownerId }: OpenLedger, id: Id, isSplit = false): Promise<Line[]> {
    const first = await readOne(stores.ledger, ownerId, "transaction", { id });
    if (first && first.value.paymentId === undefined && isSplit) return [first];
    if (first?.value.paymentId !== id) throw notFound("Payment");
    const { date } = first.value;
    const sameDay = await stores.transactions.list(ownerId, date, date);
    const own = sameDay.filter(({ paymentId }) => paymentId === id).sort((a, b) => a.id - b.id);
    const ids = own.map((line) => line.id);
    const lines = await stores.ledger.read(ownerId, named("transaction", ids));
    return lines.flatMap(({ value, version }) => (value && version ? [{ value, version }] : []));
  }

  /** Lines keep their ids by position; surplus lines are deleted, missing ones are added. */
  function change(before: readonly Line[], after: readonly StoredTransaction[]) {
    const count = Math.max(before.length, after.length);
    const changes = Array.from({ length: count }, (_, index) =>
      changeOf("transaction", before[index] ?? null, after[index] ?? null),
    );
    const [left, right] = [paymentIn(before.map(({ value }) => value)), paymentIn(after)];
    const { id = 0, description = "" } = right ?? left ?? {};
    return { entityId: id, label: description, before: left, after: right, changes };
  }

  async function save(ledger: OpenLedger, draft: PaymentDraft, decide: () => Promise<Decision<"payment">>) {
    const type = draft.lines[0]?.type ?? "expense";
    const { lines } = await commit(ledger, "payment", decide, (problem) => unfitCategory(problem, type));
    await notifyOfTransactions(ledger, lines);
    return paymentOf(lines);
  }

  return {
    get: async (ledger: OpenLedger, id: Id) => paymentOf((await read(ledger, id)).map(({ value }) => value)),

    async add(ledger: OpenLedger, draft: PaymentDraft) {
      const decide = async () => {
        const paymentIds = distinctIds(ids, draft.lines.length);
        const [paymentId = 0] = paymentIds;
        const entered = { createdAt: clock(), createdBy: ledger.user.id, paymentId };
        const drafts = draft.lines.map((line) => lineOf(draft, line));
        const shared = await withCategoryShares(stores, ledger, drafts);
        const put = await withGoals(stores, ledger.ownerId, shared);
        const lines = put.map((line, index) => ({ ...line, ...entered, id: paymentIds[index] ?? 0 }));
        return change([], lines);
      };
      return save(ledger, draft, decide);
    },

    /** Fields that the draft omits are unchanged. With a single line, the payment becomes an ordinary transaction. */
    async update(ledger: OpenLedger, id: Id, draft: PaymentDraft) {
      const decide = async () => {
        const before = await read(ledger, id, true);
        const known = before.map(({ value }) => value);
        const [head] = known;
        const tag = head && versionTag(payment, draftOfPayment({ ...head, lines: known }));
        refuseUnseen(ledger.seen, { kind: "payment", value: paymentIn(known) }, tag);
        const fresh = distinctIds(ids, draft.lines.length);
        const entered = { createdAt: clock(), createdBy: ledger.user.id };
        const whole = { ...(head && draftOf(paymentHead, head)), ...draft };
        await refuseStrangers(stores, ledger, whole, head);
        const put = await withGoals(stores, ledger.ownerId, draft.lines, known);
        const paymentId = put.length > 1 ? id : undefined;
        const lines = put.map((line, index) => {
          const own = before[index]?.value ?? { ...entered, id: fresh[index] ?? 0 };
          const unset = { paymentId, refund: undefined, goalId: undefined };
          return { ...own, ...unset, ...lineOf(whole, line) };
        });
        return change(before, lines);
      };
      return save(ledger, draft, decide);
    },

    /** Also deletes a transaction that is not split any more: the client may not know that yet. */
    async remove(ledger: OpenLedger, id: Id): Promise<void> {
      await commit(ledger, "payment", async () => change(await read(ledger, id, true), []));
    },
  };
}

function paymentOf(lines: readonly Transaction[]) {
  const stored = paymentIn(lines);
  if (!stored) throw notFound("Payment");
  return { id: stored.id, amount: paymentAmount(lines), lines: stored.lines };
}
