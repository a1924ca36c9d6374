import type { Snapshots } from "@coffer/domain/activity/activity";
import type { Id } from "@coffer/domain/id";
import { REVIEW_PAGE } from "@coffer/domain/review/definition";
import { NO_PROPOSAL, proposalsFor } from "@coffer/domain/review/proposals";
import { pluralize } from "@coffer/domain/text/plural";
import type { Details } from "@coffer/domain/transaction/details";
import type { OpenLedger } from "../access.ts";
import type { Env } from "../env.ts";
import type { createImports } from "../import/imports.ts";
import type { ImportDraft } from "../import/portion-rows.ts";
import { inSteps } from "../in-steps.ts";
import { createCommit } from "../ledger/commit.ts";
import { type Change, changeOf, type Found, isOf, named, type StoredTransaction } from "../ledger/ledger.ts";
import { invalidCursor, Refusal } from "../refusal.ts";
import type { Stores } from "../stores.ts";
import { notifyNobody } from "../transaction/transactions.ts";
import {
  type Acceptance,
  type AcceptStores,
  acceptChanges,
  openHalves,
  type Transfer,
  transferChanges,
} from "./accept.ts";

type SentRow = Omit<ImportDraft, "notes" | "tiesTo" | "leaveOut" | "waits"> & Details;

export function createReview(
  stores: AcceptStores & Pick<Stores, "review">,
  env: Pick<Env, "clock" | "ids">,
  imports: Pick<ReturnType<typeof createImports>, "add">,
  notifyOfTransactions = notifyNobody,
) {
  const { commit } = createCommit(stores, env);

  /** Refuses (conflict) rows that are no longer in review, as somebody else has decided about them. */
  async function readWaiting({ ownerId }: OpenLedger, ids: readonly Id[]): Promise<Found<"review">[]> {
    const found = await stores.ledger.read(ownerId, named("review", ids));
    const gone = found.filter(({ value }) => value?.state !== "waiting").length;
    if (gone > 0) throw notWaiting(gone, ids.length);
    return found;
  }

  /** Adds the current due date of each payment: if the daily job records it first, the row must not pay the next one. */
  async function withDueDates(
    { ownerId }: OpenLedger,
    accepted: readonly Acceptance[],
  ): Promise<Acceptance[]> {
    const ids = new Set(accepted.flatMap(({ pays, dueDate }) => (dueDate === undefined ? (pays ?? []) : [])));
    if (ids.size === 0) return [...accepted];
    const subscriptions = await stores.ledger.read(ownerId, named("subscription", [...ids]));
    const next = new Map(subscriptions.map(({ ref, value }) => [ref.id, value?.nextPaymentDate]));
    return accepted.map((one) => {
      const dueDate = one.pays === undefined ? undefined : next.get(one.pays);
      if (one.pays !== undefined) next.delete(one.pays);
      return { dueDate, ...one };
    });
  }

  return {
    async list({ ownerId, today }: OpenLedger, cursor?: string) {
      const page = await stores.review.page(ownerId, cursor, REVIEW_PAGE);
      if (!page) throw invalidCursor();
      const others = await openHalves(stores.ledger, ownerId, page.facts.others, page.rows);
      const proposals = await inSteps(proposalsFor(page.rows, { ...page.facts, others, today }));
      const rows = page.rows.map(({ account = null, reference = null, ...row }, index) => ({
        ...row,
        account,
        reference,
        ...(proposals[index] ?? NO_PROPOSAL),
      }));
      return { rows, total: page.total, cursor: page.next };
    },

    async add(
      ledger: OpenLedger,
      { rows, ...portion }: { batch: string; source: string; rows: readonly SentRow[] },
    ) {
      const waiting = rows.map((row) => ({ row: { ...row, notes: row.notes ?? null, waits: true } }));
      const { toReview: added, already } = await imports.add(ledger, { ...portion, rows: waiting });
      return { added, already };
    },

    /** Returns the transactions that the rows became or were tied to. */
    async accept(ledger: OpenLedger, accepted: readonly Acceptance[]): Promise<StoredTransaction[]> {
      const ids = accepted.map(({ id }) => id);
      const asSeen = await withDueDates(ledger, accepted);
      const decide = async () => {
        const waiting = await readWaiting(ledger, ids);
        return decision(await acceptChanges(stores, env, ledger, waiting, asSeen));
      };
      // Only a concurrently deleted category can fail here; the next decision names it.
      const { transactions } = await commit(ledger, "review", decide, () => "changed");
      await notifyOfTransactions(ledger, transactions);
      return transactions;
    },

    async transfer(ledger: OpenLedger, pairs: readonly Transfer[]): Promise<void> {
      await commit(ledger, "review", async () => decision(await transferChanges(stores, ledger, pairs)));
    },

    async dismiss(ledger: OpenLedger, ids: readonly Id[]): Promise<void> {
      await commit(ledger, "review", async () => {
        const found = await readWaiting(ledger, ids);
        return decision(
          found.map((one) => changeOf("review", one, one.value && { ...one.value, state: "left-out" })),
        );
      });
    },
  };
}

/** The summary of an entry about changed rows and the transactions that they become. */
function decision(changes: readonly Change[]) {
  const paid = changes.filter((one) => isOf("subscription", one));
  const side = (of: "before" | "after"): Snapshots["review"] => ({
    rows: changes.filter((one) => isOf("review", one)).flatMap((one) => one[of] ?? []),
    transactions: changes.filter((one) => isOf("transaction", one)).flatMap((one) => one[of] ?? []),
    ...(paid.length > 0 && { subscriptions: paid.flatMap((one) => one[of] ?? []) }),
  });
  const [before, after] = [side("before"), side("after")];
  const first = before.rows[0] ?? before.transactions[0];
  return { entityId: first?.id ?? 0, label: first?.description ?? "", before, after, changes };
}

const notWaiting = (gone: number, all: number) =>
  new Refusal(
    "conflict",
    all === 1
      ? "This row is no longer in review: somebody has decided about it."
      : `${pluralize(gone, "row is", "rows are")} no longer in review: somebody has decided about ${gone === 1 ? "it" : "them"}. Nothing was changed.`,
  );
