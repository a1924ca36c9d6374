import type { IdempotencyKey } from "@coffer/core/idempotency";
import {
  type Change,
  type ChangeOf,
  changeOf,
  type Found,
  type Kind,
  type LedgerStore,
  type Named,
  type Problem,
  type Refs,
} from "@coffer/core/ledger/ledger";
import type { EntryOf } from "@coffer/domain/activity/activity";
import type { ActivityKind } from "@coffer/domain/activity/kinds";
import { inBatches } from "@coffer/domain/batches";
import { goalDeltas, withinGoal } from "@coffer/domain/goal/goal";
import type { Id } from "@coffer/domain/id";
import { plus, ZERO } from "@coffer/domain/money/money";
import type { Month } from "@coffer/domain/time/month";
import * as v from "valibot";
import { parseEntry } from "../activity/activity.ts";
import { activityPartition, entryWrites, versionOf } from "../activity/activity-writes.ts";
import { voidingWrites } from "../budget/closings.ts";
import { categoryExists, categoryInUse, categoryProblem } from "../category/category-check.ts";
import { NO_CATEGORIES, readCategories } from "../category/resolve-category.ts";
import { ConditionFailed } from "../table/conditions.ts";
import { REPEAT_WINDOW_MS, recordSk } from "../table/idempotency.ts";
import type { Table } from "../table/table.ts";
import { type CategoryUse, type Codec, type Context, type Step, unconditional } from "./codec.ts";
import { CODECS } from "./codecs.ts";

/** All that one transaction takes. */
const MOST_WRITES = 100;
/** Beside the things and their categories an undo writes its entry and two marks of what it undoes. */
const WRITES_OF_UNDO = 3;
/** An item holds 400 KB at most, and an undo's entry may hold what it overwrites as well. */
const MOST_ENTRY_BYTES = 200_000;

export function createLedgerStore(table: Table): LedgerStore {
  return {
    async read<K extends Kind>(ownerId: Id, named: readonly Named<K>[]): Promise<Found<K>[]> {
      const kinds = [...Map.groupBy(named, ({ kind }) => kind)];
      const found = await Promise.all(kinds.map(([kind, some]) => readKind(table, ownerId, kind, some)));
      const inOrder = new Map(found.flat().map((one) => [one.ref, one]));
      return named.flatMap(({ ref }) => inOrder.get(ref) ?? []);
    },

    async commit({ ownerId, changes: decided, entry, undoing, key }) {
      const changes = [...decided, ...(await goalChanges(table, ownerId, decided))];
      for (const change of changes) {
        const problem = await prepare(table, ownerId, change);
        if (problem) return problem;
      }
      const context = { ownerId, entry, revision: Number(entry.id), isUndo: undoing !== undefined, changes };
      const voiding = voidingWrites(ownerId, changes.flatMap(monthsOf), entry.at);
      const steps = [
        ...checksOf(context),
        ...changes.flatMap((change) => stepsOf(change, context)),
        ...unconditional(voiding),
      ];
      if (!undoing && !canBeUndone(steps.length, context)) return "tooLarge";
      const writes = steps.map(({ write }) => write);
      for (let sk = key && recordSk(key); ; ) {
        const under = key && sk ? { sk, request: key.request } : undefined;
        try {
          await table.transact([...writes, ...entryWrites(ownerId, { entry, undoing }, under)]);
          return entry;
        } catch (error) {
          if (!(error instanceof ConditionFailed)) throw error;
          const isRepeat = key && error.failed.includes(writes.length);
          const first = isRepeat ? await findFirst(table, ownerId, entry.kind, key, entry.at) : undefined;
          if (first === "keyReused") return first;
          if (first && "entry" in first) return first.entry;
          if (!first || first.sk === sk) return problemOf(steps, error);
          sk = first.sk;
        }
      }
    },

    async committed(ownerId, kind, key, now) {
      const first = await findFirst(table, ownerId, kind, key, now);
      return first === "keyReused" ? first : "entry" in first ? first.entry : undefined;
    },
  };
}

/** Of the goals that changed transactions are put aside for: what each holds follows from them. */
async function goalChanges(table: Table, ownerId: Id, decided: readonly Change[]): Promise<Change[]> {
  const deltas = goalDeltas(decided.filter(isOfTransaction));
  if (deltas.size === 0) return [];
  const ids = [...deltas.keys()];
  const goals = await readItems(
    table,
    ownerId,
    CODECS.goal,
    ids.map((id) => ({ id })),
  );
  return goals.flatMap(({ value, version }): Change[] => {
    if (!value) return [];
    const currentAmount = withinGoal(plus(value.currentAmount, deltas.get(value.id) ?? ZERO));
    return [changeOf("goal", { value, version }, { ...value, currentAmount })];
  });
}

const isOfTransaction = (change: Change): change is ChangeOf<"transaction"> => change.kind === "transaction";

async function readKind<K extends Kind>(
  table: Table,
  ownerId: Id,
  kind: K,
  named: readonly Named<K>[],
): Promise<Found<K>[]> {
  const codec = CODECS[kind];
  const refs = named.map(({ ref }) => ref);
  const values = codec.read
    ? await codec.read(table, ownerId, refs)
    : await readItems(table, ownerId, codec, refs);
  return named.flatMap((one, index) => {
    const value = values[index];
    return value ? { ...one, ...value } : [];
  });
}

async function readItems<K extends Kind>(
  table: Table,
  ownerId: Id,
  codec: Codec<K>,
  refs: readonly Refs[K][],
) {
  const keys = refs.map((ref) => codec.key(ownerId, ref));
  const batches = [...inBatches(keys, MOST_WRITES)].map((some) => table.getMany(some));
  const items = (await Promise.all(batches)).flat();
  const isInCategory = items.some((item) => typeof item?.categoryId === "number");
  const categories = isInCategory ? await readCategories(table, ownerId) : NO_CATEGORIES;
  return items.map((item) => {
    const value = item ? codec.fromItem(item, categories) : null;
    return { value, version: item && value ? versionOf(item) : null };
  });
}

const prepare = async <K extends Kind>(
  table: Table,
  ownerId: Id,
  change: ChangeOf<K>,
): Promise<Problem | null> => (await CODECS[change.kind].prepare?.(table, ownerId, change)) ?? null;

const stepsOf = <K extends Kind>(change: ChangeOf<K>, context: Context): Step[] =>
  CODECS[change.kind].steps(change, context);

function monthsOf<K extends Kind>({ kind, before, after }: ChangeOf<K>): Month[] {
  const { monthOf } = CODECS[kind];
  return monthOf ? [before, after].flatMap((value) => (value === null ? [] : monthOf(value))) : [];
}

const useOf = <K extends Kind>(change: ChangeOf<K>): CategoryUse | null =>
  CODECS[change.kind].uses?.(change) ?? null;

/** One check for each category that the changes name, but for those that they write themselves. */
function checksOf({ ownerId, changes }: Pick<Context, "ownerId" | "changes">): Step[] {
  const uses = new Map<Id, CategoryUse>();
  for (const change of changes) {
    const use = useOf(change);
    if (!use) continue;
    const { type, holdsType } = uses.get(use.categoryId) ?? use;
    uses.set(use.categoryId, { ...use, type: use.type ?? type, holdsType: use.holdsType || holdsType });
  }
  for (const change of changes)
    if (change.kind === "category" && change.after && "id" in change.after) uses.delete(change.after.id);
  return [...uses.values()].map(({ categoryId, type, holdsType }) => ({
    write: holdsType ? categoryInUse(ownerId, categoryId, type) : categoryExists(ownerId, categoryId),
    problem: categoryProblem,
  }));
}

function canBeUndone(writes: number, context: Context): boolean {
  const { changes, entry } = context;
  const back = changes.map((change) => ({ ...change, before: change.after, after: change.before }));
  const things = writes - checksOf(context).length;
  const room = MOST_WRITES - WRITES_OF_UNDO - things;
  const checks = Math.max(checksOf(context).length, checksOf({ ...context, changes: back }).length);
  return checks <= room && Buffer.byteLength(JSON.stringify([entry.before, entry.after])) <= MOST_ENTRY_BYTES;
}

function problemOf(steps: readonly Step[], failure: ConditionFailed): Problem {
  const failed = steps[failure.index];
  // Behind the steps stand the entry and its marks.
  if (!failed) return failure.index === steps.length ? "taken" : "changed";
  return typeof failed.problem === "string" ? failed.problem : failed.problem(failure.item);
}

const storedRecord = v.object({ id: v.string(), at: v.number(), request: v.string() });

/**
 * The entry that stands under a key, or where it would stand: entries outlive their keys, and the next use of one
 * stands beside it.
 */
async function findFirst<K extends ActivityKind>(
  table: Table,
  ownerId: Id,
  kind: K,
  key: IdempotencyKey,
  now: number,
): Promise<{ entry: EntryOf<K> } | { sk: string } | "keyReused"> {
  for (let sk = recordSk(key); ; ) {
    const item = await table.get({ pk: activityPartition(ownerId), sk });
    if (!item) return { sk };
    const { id, at, request } = v.parse(storedRecord, item);
    if (at > now - REPEAT_WINDOW_MS)
      return request === key.request ? { entry: parseEntry(kind, item) } : "keyReused";
    sk = `${sk}#${id}`;
  }
}
