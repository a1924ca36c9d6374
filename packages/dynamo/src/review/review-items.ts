import { type Change, type ChangeOf, isOf } from "@coffer/core/ledger/ledger";
import { storedOf } from "@coffer/domain/definition/kind";
import type { Id } from "@coffer/domain/id";
import { reviewRow } from "@coffer/domain/review/definition";
import { NOTHING_WAITS, negated, printOf, type ReviewRow, waitingDelta } from "@coffer/domain/review/review";
import { addTotals, type Totals } from "@coffer/domain/transaction/search";
import * as v from "valibot";
import { type Categories, isTakenBack, reviewTotals, reviewTotalsKey } from "../category/resolve-category.ts";
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
import { type Condition, change, stillIs } from "../table/writes.ts";
import { isInReview, transactionKey } from "../transaction/transactions.ts";

// A row has the key of the transaction that it may become, so that no row can become two. The index lists waiting rows and
// those set aside under prefixes that no query by date reaches.
export const WAITING = "REVIEW#";
export const ASIDE = "ASIDE#";
const placesOf = (from: string, to: string) =>
  [WAITING, ASIDE].map((prefix) => [`${prefix}${from}`, `${prefix}${to}`] as const);

/** The attribute `date` orders the index: the row's prefix, day and id. */
const storedPlace = v.object({
  date: v.pipe(v.string(), v.regex(/^(?:REVIEW|ASIDE)#\d{4}-\d{2}-\d{2}#\d{16}$/)),
});
export const placeOf = (item: Item) => v.parse(storedPlace, item).date.split("#").slice(1).join(".");
const stored = storedOf(reviewRow);

export const reviewItem = (ownerId: Id, { date: day, state, ...row }: ReviewRow) => ({
  ...transactionKey(ownerId, row),
  ...row,
  date: `${state === "waiting" ? WAITING : ASIDE}${day}#${idText(row.id)}`,
  ...(state !== "waiting" && { state }),
});

/** The rows among the items, without those of undone imports. */
export function reviewRowsIn(items: readonly Item[], categories: Categories): ReviewRow[] {
  const rows = items.filter((item) => isInReview(item) && !isTakenBack(item, categories));
  return readEach(rows, (item) => {
    const [date] = placeOf(item).split(".");
    const { proposedId, ...row } = v.parse(stored, { state: "waiting", ...item, date });
    const proposed = proposedId && categories.resolve(proposedId).categoryId;
    return { ...row, ...(proposed && { proposedId: proposed }) };
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

/** All rows that wait or are set aside. */
export async function* reviewItemPages(table: Table, ownerId: Id): AsyncGenerator<Item[]> {
  const all = datedBetween(ledgerPartition(ownerId), ASIDE, `${WAITING}~`);
  for await (const { items } of table.pages(all)) yield items;
}

/** The totals of an import's waiting rows. An undo of the import subtracts them without reading the rows. */
export const batchTotalsKey = (ownerId: Id, batch: string) => ledgerKey(ownerId, `IMPORTREVIEW#${batch}`);

const isZero = ({ count, income, expense }: Totals) => count === 0 && income === 0 && expense === 0;
const ADDITION = "ADD #count :count, #income :income, #expense :expense";
const addition = (key: ReturnType<typeof ledgerKey>, totals: Totals, condition?: Condition): WriteInput[] =>
  isZero(totals) ? [] : [{ Update: change(key, ADDITION, { ...totals }, condition) }];
const NOT_UNDONE = stillIs("undone", undefined);

/** Updates the totals of waiting rows, of the ledger and of each import. Fails if an import was undone. */
export function totalWrites(
  ownerId: Id,
  changes: readonly Pick<ChangeOf<"review">, "before" | "after">[],
): WriteInput[] {
  const byBatch = Map.groupBy(changes, ({ before, after }) => (after ?? before)?.batch);
  return [
    ...addition(reviewTotalsKey(ownerId), waitingDelta(changes)),
    ...[...byBatch].flatMap(([batch, some]) =>
      batch === undefined ? [] : addition(batchTotalsKey(ownerId, batch), waitingDelta(some), NOT_UNDONE),
    ),
  ];
}

/** The same for changes of rows and imports: an undone import's rows do not wait, and nobody can decide about them. */
export async function reviewSteps(table: Table, ownerId: Id, changes: readonly Change[]): Promise<Step[]> {
  const rows = changes.filter((change) => isOf("review", change));
  const imports = changes.filter((change) => isOf("import", change));
  const steps = totalWrites(ownerId, rows).map((write): Step => ({ write, problem: "changed" }));
  let moved = NOTHING_WAITS;
  for (const { before, after } of imports) {
    const key = batchTotalsKey(ownerId, (after ?? before)?.batch ?? "");
    const item = await table.get(key);
    if (!item) continue;
    const totals = v.parse(reviewTotals, item);
    moved = addTotals(moved, after ? totals : negated(totals));
    const [expression, values] = after ? ["REMOVE undone"] : ["SET undone = :undone", { undone: true }];
    const Update = change(key, expression, values, stillIs("count", totals.count));
    steps.push({ write: { Update }, problem: "changed" });
  }
  return [...steps, ...unconditional(addition(reviewTotalsKey(ownerId), moved))];
}
