import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";
import {
  type ActivityStore,
  type EntryFilter,
  entryId,
  type Recording,
} from "@coffer/core/activity/recording";
import { withinBytes } from "@coffer/core/pages";
import {
  ACTIVITY_MONTHS,
  type ActivityEntry,
  type EntryOf,
  togetherIn,
  transactionsOf,
} from "@coffer/domain/activity/activity";
import { withShared } from "@coffer/domain/activity/compact";
import { ACTIVITY_ACTIONS, ACTIVITY_KINDS, type ActivityKind } from "@coffer/domain/activity/kinds";
import { SNAPSHOTS } from "@coffer/domain/activity/snapshots";
import { storedOf } from "@coffer/domain/definition/kind";
import type { Id } from "@coffer/domain/id";
import { DAY_MS } from "@coffer/domain/time/day";
import * as v from "valibot";
import { type Categories, inLiveCategory, readCategories } from "../category/resolve-category.ts";
import { datedBetween, type Item, idText, type Key, ttl } from "../table/item.ts";
import { readEach } from "../table/readable.ts";
import type { Table } from "../table/table.ts";
import { ABSENT, assign, both, type Condition, filtered, put, stillIs, when } from "../table/writes.ts";

const parserOf = <const Kind extends ActivityKind>(kind: Kind) =>
  v.parser(
    v.object({
      id: v.string(),
      at: v.number(),
      by: v.nullable(v.number()),
      action: v.picklist(ACTIVITY_ACTIONS),
      kind: v.literal(kind),
      entityId: v.union([v.number(), v.string()]),
      label: v.string(),
      before: v.nullable(storedOf(SNAPSHOTS[kind])),
      after: v.nullable(storedOf(SNAPSHOTS[kind])),
      undoes: v.nullable(v.string()),
      undoneBy: v.nullable(v.string()),
    }),
  );
const parseReview = parserOf("review");
const storedSide = v.nullable(
  v.looseObject({
    rows: v.array(v.looseObject({ id: v.number() })),
    transactions: v.array(v.looseObject({ id: v.number() })),
  }),
);
const storedSides = v.tuple([storedSide, storedSide]);
const PARSERS: { [K in ActivityKind]: (item: Item) => EntryOf<K> } = {
  transaction: parserOf("transaction"),
  payment: parserOf("payment"),
  category: parserOf("category"),
  plan: parserOf("plan"),
  month: parserOf("month"),
  goal: parserOf("goal"),
  milestone: parserOf("milestone"),
  subscription: parserOf("subscription"),
  share: parserOf("share"),
  import: parserOf("import"),
  settlement: parserOf("settlement"),
  account: parserOf("account"),
  point: parserOf("point"),
  review(item) {
    const [before, after] = withShared(...v.parse(storedSides, [item.before, item.after]));
    return parseReview({ ...item, before, after });
  },
};
export const parseEntry = <K extends ActivityKind>(kind: K, item: Item): EntryOf<K> =>
  PARSERS[kind](withSidesOf(item));
const storedKind = v.object({ kind: v.picklist(ACTIVITY_KINDS) });
const entryIn = (item: Item): ActivityEntry => PARSERS[v.parse(storedKind, item).kind](withSidesOf(item));
const storedPlace = v.object({
  sk: v.string(),
  origin: v.optional(v.object({ id: v.string(), place: v.string() })),
});

export function createActivityStore(table: Table): ActivityStore {
  return {
    async list(ownerId, { before, after = "", limit }, filter = { hidden: [] }) {
      // "!" sorts after an id and before the next.
      const from = `${after}!`;
      const to = before === undefined ? "~" : entryId(Number(before) - 1);
      if (from > to) return { entries: [], next: null };
      const condition = conditionOf(filter);
      const Limit = condition ? FILTERED_PAGE : limit;
      const range = { ...datedBetween(activityPartition(ownerId), from, to), ScanIndexForward: false, Limit };
      const entries: ActivityEntry[] = [];
      const read = { scanned: 0, units: 0 };
      let place: string | null = null;
      for await (const page of table.pages(condition ? filtered(range, condition) : range)) {
        entries.push(...readEach(page.items, entryIn));
        place = page.next ? v.parse(storedDate, page.next).date : null;
        read.scanned += page.scanned;
        read.units += page.units;
        if (entries.length >= limit || read.scanned >= MOST_READ.scanned || read.units >= MOST_READ.units)
          break;
      }
      const shown = withinBytes(entries.slice(0, limit));
      return { entries: shown, next: shown.length < entries.length ? (shown.at(-1)?.id ?? null) : place };
    },

    async find(ownerId, id) {
      const { items } = await table.page(datedBetween(activityPartition(ownerId), id, id));
      const [item] = items;
      if (!item) return undefined;
      const { sk, origin = null } = v.parse(storedPlace, item);
      const entry = inLiveCategories(entryIn(item), await readCategories(table, ownerId));
      return { entry, place: sk, origin };
    },
  };
}

const storedDate = v.object({ date: v.string() });

const FILTERED_PAGE = 100;
/** The most that a call reads if few entries match the filter; the next call continues there. */
const MOST_READ = { scanned: 1_000, units: 250 };

function conditionOf({ kind, by, hidden }: EntryFilter): Condition | undefined {
  const conditions = [
    kind && when("#kind = :kind", { kind }),
    by === "job" ? when("attribute_type(#by, :null)", { null: "NULL" }) : by && when("#by = :by", { by }),
    ...hidden.map((one) => when(`#kind <> :${one}`, { [one]: one })),
  ].filter((one) => typeof one === "object");
  return conditions.length > 0 ? conditions.reduce(both) : undefined;
}

/** Replaces categories that were moved by the live ones. */
function inLiveCategories(entry: ActivityEntry, categories: Categories): ActivityEntry {
  const live = <T extends { categoryId: Id }>(thing: T): T => ({
    ...thing,
    categoryId: categories.resolve(thing.categoryId).categoryId ?? thing.categoryId,
  });
  switch (entry.kind) {
    case "transaction":
      return withSides(entry, (side) => togetherIn(transactionsOf(side).map(live)));
    case "payment":
      return withSides(entry, (side) => side && { ...side, lines: side.lines.map(live) });
    case "goal":
      return withSides(entry, (side) => side && inLiveCategory(side, categories));
    case "review":
      return withSides(entry, (side) => side && { ...side, transactions: side.transactions.map(live) });
    case "subscription":
      return withSides(
        entry,
        (side) =>
          side && {
            ...inLiveCategory(side, categories),
            ...(side.transactions && { transactions: side.transactions.map(live) }),
          },
      );
    default:
      return entry;
  }
}

const withSides = <Side, Entry extends { before: Side; after: Side }>(
  entry: Entry & { before: Side; after: Side },
  change: (side: Side) => Side,
): Entry => ({ ...entry, before: change(entry.before), after: change(entry.after) });

/** The partition of a ledger's activity, apart from that of the ledger, which is sometimes read as a whole. */
export const activityPartition = (ownerId: Id): string => `ACTIVITY#${idText(ownerId)}`;

type Recorded = { entry: EntryOf<ActivityKind> } & Pick<Recording, "undoing" | "isShort">;
const MONTH_MS = 31 * DAY_MS;

/** Entries of more than this are compressed. */
const MOST_PLAIN = 100_000;

/** The stored form of an entry's `before` and `after`. */
export function sidesToStore({ before, after }: Pick<EntryOf<ActivityKind>, "before" | "after">): Item {
  const sides = JSON.stringify({ before, after });
  if (sides.length <= MOST_PLAIN) return { before, after };
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5 };
  return { before: null, after: null, packed: brotliCompressSync(sides, { params }).toString("base64") };
}

function withSidesOf(item: Item): Item {
  const { packed, ...plain } = item;
  if (typeof packed !== "string") return item;
  const sides: Item = JSON.parse(brotliDecompressSync(Buffer.from(packed, "base64")).toString());
  return { ...plain, ...sides };
}

/** With an Idempotency-Key, the entry is stored under it and is its record. `date` orders entries of both kinds. */
export const entryWrites = (ownerId: Id, recorded: Recorded, under?: { sk: string; request: string }) => [
  put({ ...entryItem(ownerId, recorded), ...sidesToStore(recorded.entry), ...under }, ABSENT),
  ...(recorded.undoing?.marks ?? []).map(({ place, from, to }) => {
    const key = { pk: activityPartition(ownerId), sk: place };
    return { Update: assign(key, { undoneBy: to }, stillIs("undoneBy", from)) };
  }),
];

export const entryItem = (
  ownerId: Id,
  { entry, undoing, isShort }: Recorded,
): Item & Key & { after: unknown } => ({
  pk: activityPartition(ownerId),
  sk: `ENTRY#${entry.id}`,
  date: entry.id,
  ...entry,
  expiresAt: ttl(entry.at + (isShort ? 1 : ACTIVITY_MONTHS) * MONTH_MS),
  ...(undoing && { origin: undoing.origin }),
});
