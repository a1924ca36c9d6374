import type { Snapshots } from "@coffer/domain/activity/activity";
import type { Id } from "@coffer/domain/id";
import { REVIEW_PAGE } from "@coffer/domain/review/review";
import { pluralize } from "@coffer/domain/text/plural";
import type { OpenLedger } from "../access.ts";
import type { Env } from "../env.ts";
import type { createImports } from "../import/imports.ts";
import type { ImportDraft } from "../import/portion-rows.ts";
import { createCommit } from "../ledger/commit.ts";
import { type Change, changeOf, type Found, isOf } from "../ledger/ledger.ts";
import { invalidCursor, Refusal } from "../refusal.ts";
import type { Stores } from "../stores.ts";

type SentRow = Omit<ImportDraft, "notes" | "tiesTo" | "leaveOut" | "waits"> & {
  notes?: string | null | undefined;
};

export function createReview(
  stores: Pick<Stores, "ledger" | "review">,
  env: Pick<Env, "clock" | "ids">,
  imports: ReturnType<typeof createImports>,
) {
  const { commit } = createCommit(stores, env);

  /** Refuses (conflict) rows that are not in review, of which somebody else has decided. */
  async function readWaiting({ ownerId }: OpenLedger, ids: readonly Id[]): Promise<Found<"review">[]> {
    const named = ids.map((id) => ({ kind: "review" as const, ref: { id } }));
    const found = await stores.ledger.read(ownerId, named);
    const gone = found.filter(({ value }) => value?.state !== "waiting").length;
    if (gone > 0) throw notWaiting(gone, ids.length);
    return found;
  }

  return {
    async list({ ownerId }: OpenLedger, cursor?: string) {
      const page = await stores.review.page(ownerId, cursor, REVIEW_PAGE);
      if (!page) throw invalidCursor();
      const rows = page.rows.map(({ account = null, reference = null, ...row }) => ({
        ...row,
        account,
        reference,
        proposed: null,
        match: null,
        transferOf: null,
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

/** What an entry tells of changed rows, and of the transactions that they become. */
function decision(changes: readonly Change[]) {
  const side = (of: "before" | "after"): Snapshots["review"] => ({
    rows: changes.filter((one) => isOf("review", one)).flatMap((one) => one[of] ?? []),
    transactions: changes.filter((one) => isOf("transaction", one)).flatMap((one) => one[of] ?? []),
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
