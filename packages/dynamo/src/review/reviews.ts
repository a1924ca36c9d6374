import { type Change, type ChangeOf, isOf } from "@coffer/core/ledger/ledger";
import type { ReviewStore } from "@coffer/core/review/review-store";
import { storedOf } from "@coffer/domain/definition/kind";
import type { Id } from "@coffer/domain/id";
import { reviewRow } from "@coffer/domain/review/definition";
import { NOTHING_WAITS, negated, printOf, type ReviewRow, waitingDelta } from "@coffer/domain/review/review";
import { addTotals, type Totals } from "@coffer/domain/transaction/search";
import * as v from "valibot";
import {
  type Categories,
  isTakenBack,
  readCategories,
  reviewTotals,
  reviewTotalsKey,
} from "../category/resolve-category.ts";
import { aliasPut, aliasRemoval } from "../import/imported.ts";
import { type Codec, deleteStep, putStep, type Step, unconditional } from "../ledger/codec.ts";
import {
  datedBetween,
  type Item,
  idText,
  ledgerKey,
  ledgerPartition,
  type WriteInput,
} from "../table/item.ts";
import { readEach } from "../table/readable.ts";
import type { Table } from "../table/table.ts";
import { change, stillIs } from "../table/writes.ts";
import { transactionKey } from "../transaction/transactions.ts";

// A row has the key of the transaction that it may become, so that no row can become two. The index lists rows that wait,
// and those set aside, apart from everything that has a date.
const WAITING = "REVIEW#";
const ASIDE = "ASIDE#";
const placesOf = (from: string, to: string) =>
  [WAITING, ASIDE].map((prefix) => [`${prefix}${from}`, `${prefix}${to}`] as const);

const { date: day, ...attributes } = storedOf(reviewRow).entries;
const stored = v.object({ ...attributes, day });
const storedPlace = v.object({ date: v.string() });

export const reviewItem = (ownerId: Id, { date: day, ...row }: ReviewRow) => ({
  ...transactionKey(ownerId, row),
  ...row,
  date: `${row.state === "waiting" ? WAITING : ASIDE}${day}#${idText(row.id)}`,
  day,
});

/** The rows among the items, without those of undone imports. */
export function reviewRowsIn(items: readonly Item[], categories: Categories): ReviewRow[] {
  const rows = items.filter((item) => item.state !== undefined && !isTakenBack(item, categories));
  return readEach(rows, (item) => {
    const { day, proposedId, ...row } = v.parse(stored, item);
    const proposed = proposedId && categories.resolve(proposedId).categoryId;
    return { ...row, date: day, ...(proposed && { proposedId: proposed }) };
  });
}

const aliased = (row: ReviewRow) => ({ ...row, imported: printOf(row) });
export const reviewAlias = (ownerId: Id, row: ReviewRow): WriteInput[] => aliasPut(ownerId, aliased(row));

export const reviewCodec: Codec<"review"> = {
  key: transactionKey,
  fromItem: (item, categories) => reviewRowsIn([item], categories)[0] ?? null,
  steps(change, context) {
    const { before, after, version } = change;
    const { ownerId } = context;
    if (after)
      return [
        putStep(reviewItem(ownerId, after), version, context),
        ...unconditional(before ? [] : reviewAlias(ownerId, after)),
      ];
    if (!before) return [];
    const removed = deleteStep(transactionKey(ownerId, before), version);
    return [...removed, ...unconditional(aliasRemoval(ownerId, aliased(before)))];
  },
};

/** Rows that wait or are set aside, of these days. */
export async function reviewItemsOf(table: Table, ownerId: Id, from: string, to: string): Promise<Item[]> {
  const ranges = placesOf(from, `${to}#~`).map(([first, last]) =>
    table.query(datedBetween(ledgerPartition(ownerId), first, last)),
  );
  return (await Promise.all(ranges)).flat();
}

/** What of an import waits. An undo of the import, which reads none of its rows, takes it out of the totals. */
const batchTotalsKey = (ownerId: Id, batch: string) => ledgerKey(ownerId, `IMPORTREVIEW#${batch}`);

const isZero = ({ count, income, expense }: Totals) => count === 0 && income === 0 && expense === 0;
const addition = (key: ReturnType<typeof ledgerKey>, totals: Totals): WriteInput[] =>
  isZero(totals)
    ? []
    : [{ Update: change(key, "ADD #count :count, #income :income, #expense :expense", { ...totals }) }];

/** Keeps the totals of what waits, of the ledger and of each import, with changed rows. */
export function totalWrites(
  ownerId: Id,
  changes: readonly Pick<ChangeOf<"review">, "before" | "after">[],
): WriteInput[] {
  const byBatch = Map.groupBy(changes, ({ before, after }) => (after ?? before)?.batch);
  return [
    ...addition(reviewTotalsKey(ownerId), waitingDelta(changes)),
    ...[...byBatch].flatMap(([batch, some]) =>
      batch === undefined ? [] : addition(batchTotalsKey(ownerId, batch), waitingDelta(some)),
    ),
  ];
}

/** The same with imports that are undone or restored, of which nobody can change a row meanwhile. */
export async function reviewSteps(table: Table, ownerId: Id, changes: readonly Change[]): Promise<Step[]> {
  const rows = changes.filter((change) => isOf("review", change));
  const imports = changes.filter((change) => isOf("import", change));
  const steps = unconditional(totalWrites(ownerId, rows));
  let moved = NOTHING_WAITS;
  for (const { before, after } of imports) {
    const key = batchTotalsKey(ownerId, (after ?? before)?.batch ?? "");
    const item = await table.get(key);
    if (!item) continue;
    const totals = v.parse(reviewTotals, item);
    moved = addTotals(moved, after ? totals : negated(totals));
    const unchanged = { ConditionCheck: { Key: key, ...stillIs("count", totals.count) } };
    steps.push({ write: unchanged, problem: "changed" });
  }
  return [...steps, ...unconditional(addition(reviewTotalsKey(ownerId), moved))];
}

/** The most portions that a page reads if the rows of undone imports fill them. */
const MOST_PORTIONS = 5;

/** The key before that of the row with which a page ended. */
const beforePlace = (place: string): string => {
  const [date, id] = place.split(".");
  return `${WAITING}${date}#${idText(Number(id) - 1)}`;
};

export function createReviewStore(table: Table): ReviewStore {
  return {
    async page(ownerId, place, size) {
      if (place !== undefined && !/^\d{4}-\d{2}-\d{2}\.\d{16}$/.test(place)) return undefined;
      const rows: ReviewRow[] = [];
      let to = place === undefined ? `${WAITING}~` : beforePlace(place);
      for (let portion = 1; ; portion += 1) {
        const range = datedBetween(ledgerPartition(ownerId), WAITING, to);
        const { items } = await table.page({ ...range, ScanIndexForward: false, Limit: size + 1 });
        const categories = await readCategories(table, ownerId);
        const own = items.slice(0, size);
        rows.push(...reviewRowsIn(own, categories));
        const isLast = items.length <= size;
        const last = v.parse(v.optional(storedPlace), own.at(-1));
        const next = isLast || !last ? null : last.date.slice(WAITING.length).replace("#", ".");
        if (next === null || rows.length > 0 || portion === MOST_PORTIONS)
          return { rows, total: categories.review, next };
        to = beforePlace(next);
      }
    },
  };
}
