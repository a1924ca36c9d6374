import { entryId, type Recording } from "@coffer/core/activity/recording";
import type { ImportStep, ImportStore } from "@coffer/core/import/import-store";
import { changeOf, isOf } from "@coffer/core/ledger/ledger";
import { runsOf } from "@coffer/domain/batches";
import type { Id } from "@coffer/domain/id";
import { fingerprint } from "@coffer/domain/import/import-row";
import { tiedTo, withRoom, withRow } from "@coffer/domain/import/ties";
import { DAY_MS, type Day, daysBetween } from "@coffer/domain/time/day";
import { monthOfDay } from "@coffer/domain/time/month";
import * as v from "valibot";
import { activityPartition, entryItem } from "../activity/activity.ts";
import { voidingWrites } from "../budget/closings.ts";
import {
  categoryInUse,
  readCategories,
  reviewTotals,
  reviewTotalsKey,
} from "../category/resolve-category.ts";
import { goalCodec, withGoalAmounts } from "../goal/goals.ts";
import { reviewItem, reviewItemsOf, reviewRowsIn, totalWrites } from "../review/review-items.ts";
import { datedBetween, type Item, keyedBetween, ledgerKey, ledgerPartition, ttl } from "../table/item.ts";
import type { Table } from "../table/table.ts";
import { ABSENT, AT_ONCE, assign, change, PRESENT, put, stillAt, stillIs, when } from "../table/writes.ts";
import { creationOf, transactionKey, transactionsIn } from "../transaction/transactions.ts";
import { ALIAS_PREFIX, aliasPut, importedOf, tiesOf } from "./imported.ts";

/** Nobody resumes an import after this time. */
const PORTION_LIFETIME_MS = 40 * DAY_MS;
/** Days closer together than this are read in one query. */
const GAP_DAYS = 8;
/** If a step changes more months than these, it invalidates all closings. */
const MOST_VOIDED = 2;
/** Other writes of a step: the count of imports, portion, entry, shares of goals, review totals, closings, past months. */
const OWN_WRITES = 7 + MOST_VOIDED;
/** The transaction, its category, its goal and the contribution to it. */
const WRITES_OF_A_ROW = 4;

/** Counts the imports into a ledger, so that of two concurrent ones only one can add a row. */
const serialKey = (ownerId: Id) => ledgerKey(ownerId, "IMPORTS");
const storedSerial = v.object({ version: v.number() });

const batchPrefix = (batch: string): string => `IMPORT#${batch}#`;
const portionKey = (ownerId: Id, batch: string, key: string) =>
  ledgerKey(ownerId, `${batchPrefix(batch)}${key}`);
const storedPortion = v.object({
  sk: v.string(),
  request: v.string(),
  done: v.number(),
  added: v.number(),
  already: v.number(),
  tied: v.optional(v.number(), 0),
  leftOut: v.optional(v.number(), 0),
  toReview: v.optional(v.number(), 0),
  moved: v.optional(v.number(), 0),
  refused: v.array(v.object({ row: v.number(), message: v.string() })),
  taken: v.array(v.number()),
  entryId: v.optional(v.string()),
  by: v.number(),
  at: v.optional(v.number()),
});

const batchEntryKey = (ownerId: Id, batch: string) => ({
  pk: activityPartition(ownerId),
  sk: `IMPORT#${batch}`,
});
const storedEntry = v.object({ undoneBy: v.nullable(v.string()), by: v.nullable(v.number()) });

/** Rows that a user left out in an earlier release, by the date that the fingerprint's facts begin with. */
const LEFT_OUT_PREFIX = "LEFTOUT#";
const storedLeftOut = v.object({ imported: fingerprint });
const storedAlias = v.object({ id: v.number() });

export function createImportStore(table: Table): ImportStore {
  const keyedIn = (ownerId: Id, prefix: string, [first, last]: Range) =>
    table.query(keyedBetween(ledgerPartition(ownerId), `${prefix}${first}`, `${prefix}${last}~`));

  async function redated(ownerId: Id, range: Range): Promise<Item[]> {
    const aliases = await keyedIn(ownerId, ALIAS_PREFIX, range);
    const items = await table.getMany(
      aliases.map((alias) => transactionKey(ownerId, v.parse(storedAlias, alias))),
    );
    return items.filter((item) => item !== undefined);
  }

  return {
    async waiting(ownerId) {
      const review = await table.find(reviewTotalsKey(ownerId), v.parser(reviewTotals));
      return review?.count ?? 0;
    },

    async open(ownerId, batch, key) {
      const [serial, entry, review, items] = await Promise.all([
        table.find(serialKey(ownerId), v.parser(storedSerial)),
        table.find(batchEntryKey(ownerId, batch), v.parser(storedEntry)),
        table.find(reviewTotalsKey(ownerId), v.parser(reviewTotals)),
        table.list(ledgerPartition(ownerId), batchPrefix(batch)),
      ]);
      const portions = items.map(v.parser(storedPortion));
      const own = portions.find(({ sk }) => sk === portionKey(ownerId, batch, key).sk);
      return {
        version: serial?.version ?? 0,
        portion: own && progressOf(own),
        portions: portions.length,
        taken: new Set(portions.flatMap(({ taken }) => taken)),
        added: portions.reduce((sum, { added }) => sum + added, 0),
        toReview: portions.reduce((sum, { toReview }) => sum + toReview, 0),
        waiting: review?.count ?? 0,
        // The entry outlives the portions.
        startedBy: entry?.by ?? portions[0]?.by,
        startedAt: portions.flatMap(({ at = [] }) => at).sort((a, b) => a - b)[0],
        entryId: portions.find(({ entryId }) => entryId !== undefined)?.entryId,
        hasRoom,
      };
    },

    async known(ownerId, days, batch) {
      const ranges = rangesOf(days);
      const [found, left] = await Promise.all([
        Promise.all(
          ranges.flatMap(([first, last]) => [
            table.query(datedBetween(ledgerPartition(ownerId), first, `${last}#~`)),
            redated(ownerId, [first, last]),
            reviewItemsOf(table, ownerId, first, last),
          ]),
        ),
        Promise.all(ranges.map((range) => keyedIn(ownerId, LEFT_OUT_PREFIX, range))),
      ]);
      const categories = await readCategories(table, ownerId);
      const items = new Map(found.flat().map((item) => [item.sk, item]));
      const others = [...items.values()].filter((item) => item.batch !== batch);
      const transactions = others.flatMap((item) => {
        const isUndone = (one: string) => categories.undoneImports.has(one);
        const ties = tiesOf(item);
        const noted = {
          imported: importedOf(item, categories),
          ...(ties && { ties: withRoom(ties, isUndone) }),
        };
        return transactionsIn([item], categories).map((transaction) => ({ ...transaction, ...noted }));
      });
      const leftOut = left.flat().map((item) => v.parse(storedLeftOut, item).imported);
      return { transactions, aside: reviewRowsIn(others, categories), leftOut };
    },

    async write(ownerId, step) {
      const { added, batch, now, recording } = step;
      const rows = added.map(({ transaction }) => changeOf("transaction", null, { ...transaction, batch }));
      // A contribution has the id of its entry. A batch has one entry, so each step uses its own id instead.
      const entry = { ...recording.entry, id: entryId(step.id), at: now };
      const { changes, steps } = await withGoalAmounts(table, { ownerId, entry, isUndo: false }, rows);
      const goals = changes.filter((change) => isOf("goal", change));
      const context = { ownerId, entry, revision: step.id, isUndo: false, changes: goals };
      const writes = [...goals.flatMap((change) => goalCodec.steps(change, context)), ...steps];
      return table.tryTransact([...writesOf(ownerId, step), ...writes.map(({ write }) => write)]);
    },

    async isUndone(ownerId, batch) {
      const entry = await table.find(batchEntryKey(ownerId, batch), v.parser(storedEntry));
      return entry !== undefined && entry.undoneBy !== null;
    },
  };
}

function hasRoom(
  { added, known, aside }: Pick<ImportStep, "added" | "known" | "aside">,
  lines: number,
): boolean {
  const categories = new Set(added.map(({ transaction }) => transaction.categoryId));
  const goals = new Set(added.flatMap(({ transaction }) => transaction.goalId ?? []));
  // A row that is linked to a transaction may need an alias, too.
  const writes = added.length + categories.size + goals.size * 2 + known.length * 2 + aside.length;
  return OWN_WRITES + writes + WRITES_OF_A_ROW * lines <= AT_ONCE;
}

const progressOf = ({ sk: _, by: _by, ...progress }: v.InferOutput<typeof storedPortion>) => progress;

function writesOf(ownerId: Id, step: ImportStep) {
  const { batch, source, key, version, before, after, added, known, aside, by, now } = step;
  const portion = { ...after, source, by, at: now, expiresAt: ttl(now + PORTION_LIFETIME_MS) };
  const months = added.map(({ transaction }) => monthOfDay(transaction.date));
  const types = new Map(added.map(({ transaction }) => [transaction.categoryId, transaction.type]));
  return [
    put({ ...serialKey(ownerId), version: version + 1 }, stillAt("version", version)),
    put({ ...portionKey(ownerId, batch, key), ...portion }, stillIs("done", before?.done)),
    ...(added.length + known.length + aside.length > 0 ? [batchEntry(ownerId, step.recording)] : []),
    ...[...types].map(([id, type]) => categoryInUse(ownerId, id, type)),
    ...added.map(({ transaction, imported }) =>
      creationOf(ownerId, { ...transaction, ...(imported && { imported }), batch }),
    ),
    ...voidingWrites(ownerId, months, now, MOST_VOIDED),
    ...known.flatMap((tie) => tieWrites(ownerId, batch, tie)),
    ...aside.map((row) => put(reviewItem(ownerId, row), ABSENT)),
    ...totalWrites(
      ownerId,
      aside.map((after) => ({ before: null, after })),
    ),
  ];
}

function tieWrites(ownerId: Id, batch: string, { was, row, paidBy }: ImportStep["known"][number]) {
  const { id, date } = was;
  const ties = tiedTo(was, { batch, row, ...(paidBy && { paidBy }) });
  const now = { imported: withRow(was.imported, row), ...(paidBy && { paidBy }), ties };
  const update = assign(transactionKey(ownerId, { id }), now, PRESENT);
  return [{ Update: update }, ...aliasPut(ownerId, { id, imported: row, date })];
}

/** The entry of a batch: later steps update its counts, and fail if the batch was undone. */
function batchEntry(ownerId: Id, recording: Recording) {
  const { pk: _, sk: _sk, after, ...first } = entryItem(ownerId, recording);
  const set = Object.keys(first).map((name) => `#${name} = if_not_exists(#${name}, :${name})`);
  // If somebody else began the batch, its entry would show these rows under their name.
  const isOurs = when("attribute_not_exists(pk) OR (undoneBy = :undoneBy AND #by = :by)");
  const key = batchEntryKey(ownerId, String(recording.entry.entityId));
  return { Update: change(key, `SET ${set.join(", ")}, #after = :after`, { ...first, after }, isOurs) };
}

type Range = [first: Day, last: Day];

const rangesOf = (days: readonly Day[]): Range[] =>
  runsOf([...new Set(days)].sort(), (last, day) => daysBetween(last, day) < GAP_DAYS);
