import { createHash } from "node:crypto";
import type { Versioned } from "@coffer/core/activity/recording";
import { type Change, type ChangeOf, changeOf, isOf } from "@coffer/core/ledger/ledger";
import type { GoalStore } from "@coffer/core/stores";
import { storedOf } from "@coffer/domain/definition/kind";
import { storedCents } from "@coffer/domain/definition/values";
import { contribution, goal, MAX_MILESTONES, milestone, storedGoal } from "@coffer/domain/goal/definition";
import {
  type Goal,
  goalDeltas,
  type HeldGoal,
  heldBy,
  putAsideBy,
  withoutParts,
  withRows,
} from "@coffer/domain/goal/goal";
import type { Id } from "@coffer/domain/id";
import { type Cents, cents, minus, plus, ZERO } from "@coffer/domain/money/money";
import * as v from "valibot";
import {
  type Categories,
  createResolver,
  deletionsIn,
  inLiveCategory,
  NO_CATEGORIES,
  readCategories,
} from "../category/resolve-category.ts";
import {
  asRead,
  type Codec,
  type Context,
  deleteStep,
  putStep,
  readItems,
  type Step,
  storedCategory,
  unconditional,
  versionOf,
  withVersion,
} from "../ledger/codec.ts";
import { reviewRowsIn } from "../review/review-items.ts";
import {
  type Item,
  idText,
  keyedBetween,
  ledgerKey,
  ledgerKeys,
  ledgerPartition,
  storedKey,
} from "../table/item.ts";
import { readAll, readEach } from "../table/readable.ts";
import type { Table } from "../table/table.ts";
import { ABSENT, assign, change, filtered, put, stillIs, succeeds, when } from "../table/writes.ts";
import { TRANSACTION_PREFIX, transactionsIn } from "../transaction/transactions.ts";

export const GOAL_PREFIX = "GOAL#";
const goalKey = ledgerKeys(GOAL_PREFIX);
const goalFromItem = v.parser(storedOf(goal));
export const goalItem = (ownerId: Id, goal: Goal, milestoneCount: number) => ({
  ...goalKey(ownerId, goal),
  ...goal,
  milestoneCount,
});

/** Pass these to `readGoals`, with categories that are read after them. */
export const goalItems = (table: Table, ownerId: Id): Promise<Item[]> =>
  table.list(ledgerPartition(ownerId), GOAL_PREFIX);

type OfGoal = { goalId: Id; id: Id };

const MILESTONES_PREFIX = "MILESTONE#";
const milestonesPrefix = (goalId: Id): string => `${MILESTONES_PREFIX}${idText(goalId)}#`;
export const milestoneKey = (ownerId: Id, { goalId, id }: OfGoal) =>
  ledgerKey(ownerId, `${milestonesPrefix(goalId)}${idText(id)}`);
const milestoneFromItem = v.parser(storedOf(milestone));

export const milestoneItems = (table: Table, ownerId: Id, goalId: Id) =>
  readAll(table, ownerId, milestonesPrefix(goalId), milestoneFromItem);

export const CONTRIBUTION_PREFIX = "CONTRIBUTION#";
const contributionsPrefix = (goalId: Id): string => `${CONTRIBUTION_PREFIX}${idText(goalId)}#`;
export const contributionKey = (ownerId: Id, { goalId, id }: OfGoal) =>
  ledgerKey(ownerId, `${contributionsPrefix(goalId)}${idText(id)}`);
export const contributionFromItem = v.parser(storedOf(contribution));

/** Goals as a commit changes them. The categories must be read after the items, or by `besideCategories`. */
export async function readVersionedGoals(
  table: Table,
  ownerId: Id,
  items: readonly Item[],
  categories: Categories,
): Promise<Versioned<HeldGoal>[]> {
  const versions = new Map(items.map((item) => [item.id, versionOf(item)]));
  const goals = await readHeldGoals(table, ownerId, items, categories, true);
  return goals.flatMap((value) => {
    const version = versions.get(value.id);
    return version ? [{ value, version }] : [];
  });
}

/** A goal is deleted and restored with its milestones, and stores their number. */
export const goalCodec: Codec<"goal"> = {
  key: goalKey,
  fromItem: (item, categories) => inLiveCategory(goalFromItem(item), categories),
  async read(table, ownerId, refs) {
    const items = await table.getMany(refs.map((ref) => goalKey(ownerId, ref)));
    const found = items.filter((item) => item !== undefined);
    const categories = found.length > 0 ? await readCategories(table, ownerId) : NO_CATEGORIES;
    const goals = await readVersionedGoals(table, ownerId, found, categories);
    const byId = new Map(goals.map((goal) => [goal.value.id, goal]));
    return refs.map(({ id }) => byId.get(id) ?? { value: null, version: null });
  },
  uses({ before, after }) {
    const categoryId = after?.categoryId ?? null;
    return categoryId === null || categoryId === before?.categoryId ? null : { categoryId, holdsType: false };
  },
  steps(change, context) {
    const { before, after, version } = change;
    const { ownerId, revision, changes } = context;
    const milestones = changes.filter(({ kind }) => kind === "milestone").length;
    if (!after) {
      if (!before) return [];
      return deleteStep(goalKey(ownerId, before), version, stillIs("milestoneCount", milestones));
    }
    if (!version)
      return [putStep({ ...goalItem(ownerId, after, milestones), countedAt: revision }, null, context)];
    const values = { ...after, countedAt: revision, categoryId: storedCategory(change, after), revision };
    return [
      { write: { Update: assign(goalKey(ownerId, after), values, asRead(version)) }, problem: "changed" },
    ];
  },
};

export const milestoneCodec: Codec<"milestone"> = {
  key: milestoneKey,
  fromItem: milestoneFromItem,
  steps({ before, after, version }, context) {
    const { ownerId, changes } = context;
    const isCountedWithGoal = changes.some(({ kind }) => kind === "goal");
    const counted = (goalId: Id, by: 1 | -1) => (isCountedWithGoal ? [] : [countStep(ownerId, goalId, by)]);
    if (after) {
      const step = putStep({ ...milestoneKey(ownerId, after), ...after }, version, context);
      return version ? [step] : [...counted(after.goalId, 1), step];
    }
    if (!before) return [];
    return [...deleteStep(milestoneKey(ownerId, before), version), ...counted(before.goalId, -1)];
  },
};

/** Updates a goal's number of milestones; fails if the goal does not exist or is full. */
function countStep(ownerId: Id, id: Id, by: 1 | -1): Step {
  const room = MAX_MILESTONES + (by < 0 ? 1 : 0);
  const hasRoom = when("attribute_exists(pk) AND milestoneCount < :room", { room });
  return {
    write: { Update: change(goalKey(ownerId, { id }), "ADD milestoneCount :by", { by }, hasRoom) },
    problem: (found) => (by < 0 ? "changed" : found ? "full" : "noGoal"),
  };
}

export function createGoalStore(table: Table): GoalStore {
  return {
    async list(ownerId) {
      const items = await goalItems(table, ownerId);
      return items.length === 0 ? [] : readGoals(table, ownerId, items, await readCategories(table, ownerId));
    },

    milestones: (ownerId, goalId) =>
      readAll(table, ownerId, milestonesPrefix(goalId), withVersion(milestoneFromItem)),

    async contributions(ownerId, goalId, before, limit) {
      const prefix = contributionsPrefix(goalId);
      // The range ends with the preceding id.
      const to =
        before === undefined ? `${prefix}~` : contributionKey(ownerId, { goalId, id: before - 1 }).sk;
      const range = keyedBetween(ledgerPartition(ownerId), prefix, to);
      const { items } = await table.page({ ...range, ScanIndexForward: false, Limit: limit });
      return readEach(items, contributionFromItem);
    },
  };
}

// A goal's amount is derived from its transactions and contributions (docs/decisions/038). Each goal caches the sum of
// its transactions, valid for the state of deletions in `basis`. A change of a transaction also updates its goal.

const stored = v.object({
  ...storedOf(storedGoal).entries,
  fromRows: v.optional(storedCents),
  basis: v.optional(v.string()),
  /** The revision that wrote these. If it differs, an earlier release wrote the goal, and only `currentAmount` is right. */
  countedAt: v.optional(v.number()),
  revision: v.optional(v.number()),
});

function goalBasis(categories: Categories): string {
  const state = JSON.stringify(deletionsIn(categories));
  return createHash("sha256").update(state).digest("base64url").slice(0, 16);
}

/** All transactions of a ledger with a goal, including hidden ones. */
function goalRows(table: Table, ownerId: Id): Promise<Item[]> {
  const range = keyedBetween(ledgerPartition(ownerId), TRANSACTION_PREFIX, `${TRANSACTION_PREFIX}~`);
  return table.query(filtered(range, when("goalId > :none", { none: 0 })));
}

const rowSums = (rows: readonly Item[], categories: Categories): ReadonlyMap<Id, Cents> => {
  const transfers = reviewRowsIn(rows, categories).map(putAsideBy);
  const all = [...transactionsIn(rows, categories), ...transfers];
  return goalDeltas(all.map((after) => ({ before: null, after })));
};

/** `isCounted`: this release stored the parts of the amount. */
type StoredGoal = {
  item: Item;
  goal: HeldGoal;
  isCounted: boolean;
  fromRows: Cents | undefined;
  basis: string | undefined;
};

function parseGoal(item: Item): StoredGoal {
  const { fromRows, basis, countedAt, revision, contributed, ...goal } = v.parse(stored, item);
  const isCounted = countedAt !== undefined && countedAt === revision && contributed !== undefined;
  return { item, goal: isCounted ? { ...goal, contributed } : goal, isCounted, fromRows, basis };
}

/** Goals as users see them. The categories must be read after the items. */
export const readGoals = async (...[table, ownerId, items, categories]: Parameters<typeof readHeldGoals>) =>
  (await readHeldGoals(table, ownerId, items, categories)).map(withoutParts);

/** Goals with the parts of their amounts. If an older release wrote one last, its parts are computed only if `needed`. */
export async function readHeldGoals(
  table: Table,
  ownerId: Id,
  items: readonly Item[],
  categories: Categories,
  needed = false,
): Promise<HeldGoal[]> {
  const read = readEach(items, parseGoal);
  const known = goalBasis(categories);
  const isKnown = read.every(({ isCounted, basis }) => (isCounted ? basis === known : !needed));
  const rows = isKnown ? [] : await goalRows(table, ownerId);
  const current = isKnown ? categories : await readCategories(table, ownerId);
  const [basis, sums] = [goalBasis(current), rowSums(rows, current)];
  const whole = read.map(({ goal, isCounted, ...one }) => {
    const live = inLiveCategory(goal, current);
    if (!isCounted && !needed) return live;
    return withRows(live, (isKnown ? one.fromRows : sums.get(goal.id)) ?? ZERO, basis);
  });
  for (const [index, { item, isCounted, basis: before }] of read.entries()) {
    const { fromRows = ZERO } = whole[index] ?? {};
    if (isCounted && before !== basis) await cache(table, item, { fromRows, basis });
  }
  return whole;
}

/** Stores the sum, unless the goal has changed since it was read. */
async function cache(table: Table, item: Item, cached: { fromRows: number; basis: string }): Promise<void> {
  const unchanged = stillIs("revision", item.revision);
  await succeeds(table.update(assign(v.parse(storedKey, item), cached, unchanged)));
}

type Commit = Pick<Context, "ownerId" | "entry" | "isUndo"> & {
  goals?: readonly Versioned<HeldGoal>[] | undefined;
};

/** An import's contributions to goals, in cents. An earlier release subtracts them when the import is undone. */
const sharesKey = (ownerId: Id, batch: string) => ledgerKey(ownerId, `IMPORTGOALS#${batch}`);
const storedShares = v.object({ version: v.number(), goals: v.array(v.tuple([v.number(), v.number()])) });

/**
 * Adds the changes of affected goals to the decided ones, and a contribution for each change of an amount. A goal's
 * amount is derived from contributions and transactions, whatever amount a change contains (docs/decisions/038).
 */
export async function withGoalAmounts(table: Table, commit: Commit, decided: readonly Change[]) {
  const { ownerId, isUndo } = commit;
  const rows = decided.filter((change) => isOf("transaction", change));
  const own = decided.filter((change) => isOf("goal", change));
  const transfers = decided
    .filter((change) => isOf("review", change))
    .map(({ before, after }) => ({ before: putAsideBy(before), after: putAsideBy(after) }));
  const deltas = goalDeltas([...rows, ...transfers]);
  const reach = await reachOf(table, commit, decided);
  const shares = await sharesSteps(table, ownerId, rows);

  const changes: ChangeOf<"goal">[] = [];
  const lines: Step[] = [];
  function add(change: ChangeOf<"goal">, { fromRows, basis }: RowSum, held: Cents) {
    const after = change.after && withRows(change.after, fromRows, basis);
    changes.push({ ...change, after });
    if (after) lines.push(...lineOf(commit, after, minus(heldBy(after), held)));
  }

  for (const change of own) {
    const { before, after } = change;
    if (before) add(change, { fromRows: before.fromRows ?? ZERO, basis: before.basis }, heldBy(before));
    else if (after && isUndo) {
      // A concurrent change of a transaction does not update a deleted goal. Without a basis, the next reader sums again.
      const sums = rowSums(await goalRows(table, ownerId), await readCategories(table, ownerId));
      // The contributions of a deleted goal are still stored.
      add(change, { fromRows: sums.get(after.id) ?? ZERO, basis: undefined }, after.currentAmount);
    } else add(change, { fromRows: ZERO, basis: goalBasis(await readCategories(table, ownerId)) }, ZERO);
  }

  const decidedGoals = new Set(own.map(({ before, after }) => (after ?? before)?.id));
  const reached = new Set([...deltas.keys(), ...(reach?.changed ?? [])]);
  const refs = [...reached].flatMap((id) => (decidedGoals.has(id) ? [] : { id }));
  const known = (commit.goals ?? []).filter(({ value }) => reached.has(value.id));
  const isKnown = known.length === refs.length;
  const read = isKnown ? known : await readItems(table, ownerId, goalCodec, refs);
  for (const { value, version } of read) {
    if (!value) continue;
    const { fromRows = ZERO, basis } = reach
      ? { fromRows: reach.sums.get(value.id), basis: reach.basis }
      : value;
    const sum = plus(fromRows, deltas.get(value.id) ?? ZERO);
    add(changeOf("goal", { value, version }, value), { fromRows: sum, basis }, heldBy(value));
  }
  return {
    changes: [...decided.filter((change) => !isOf("goal", change)), ...changes],
    steps: [...lines, ...shares],
  };
}

type RowSum = { fromRows: Cents; basis: string | undefined };

/** A contribution that records a change of a goal's amount, with the id of its entry. */
function lineOf({ ownerId, entry }: Commit, goal: HeldGoal, amount: Cents): Step[] {
  if (amount === 0) return [];
  const { id, at, by } = entry;
  const { id: goalId, currentAmount: balance } = goal;
  const line = { id: Number(id), goalId, amount, balance, at, ...(by !== null && { createdBy: by }) };
  return unconditional([put({ ...contributionKey(ownerId, line), ...line }, ABSENT)]);
}

/** The goals whose transactions a category or an import hides or restores. */
async function reachOf(table: Table, { ownerId, entry, isUndo }: Commit, decided: readonly Change[]) {
  const deleted = decided.filter((change) => isOf("category", change)).filter(({ after }) => !after);
  const restored = decided
    .filter((change) => isOf("category", change))
    .filter(({ before, after }) => isUndo && !before && after);
  const imports = decided.filter((change) => isOf("import", change));
  if (deleted.length + restored.length + imports.length === 0) return undefined;
  const goals = readEach(await goalItems(table, ownerId), parseGoal);
  const rows = goals.length > 0 ? await goalRows(table, ownerId) : [];
  if (rows.length === 0) return undefined;

  const categories = await readCategories(table, ownerId);
  const tombstones = new Map(categories.tombstones);
  for (const { before, moveTo = null } of deleted)
    if (before) tombstones.set(before.id, { deletedAt: entry.at, movedTo: moveTo, state: "restorable" });
  for (const { after } of restored) if (after) tombstones.set(after.id, null);
  const undoneImports = new Map(categories.undoneImports);
  for (const { before, after } of imports)
    if (after) undoneImports.delete(after.batch);
    else if (before) undoneImports.set(before.batch, entry.at);
  const later: Categories = { ...categories, tombstones, undoneImports, resolve: createResolver(tombstones) };

  const [before, sums] = [rowSums(rows, categories), rowSums(rows, later)];
  // An earlier release keeps a deleted category's transactions in the amount.
  const isLeft = (goal: (typeof goals)[number]) => restored.length > 0 && !goal.isCounted;
  const changed = goals.filter((one) => !isLeft(one) && before.get(one.goal.id) !== sums.get(one.goal.id));
  return { sums, basis: goalBasis(later), changed: changed.map(({ goal }) => goal.id) };
}

async function sharesSteps(table: Table, ownerId: Id, rows: readonly ChangeOf<"transaction">[]) {
  const steps: Step[] = [];
  for (const [batch, some] of Map.groupBy(rows, ({ before, after }) => (after ?? before)?.batch)) {
    const added = goalDeltas(some);
    if (batch !== undefined && added.size > 0) steps.push(await sharesStep(table, ownerId, batch, added));
  }
  return steps;
}

async function sharesStep(
  table: Table,
  ownerId: Id,
  batch: string,
  added: ReadonlyMap<Id, Cents>,
): Promise<Step> {
  const key = sharesKey(ownerId, batch);
  const before = await table.find(key, v.parser(storedShares));
  const goals = new Map(before?.goals.map(([id, amount]) => [id, cents(amount)]));
  for (const [id, amount] of added) goals.set(id, plus(goals.get(id) ?? ZERO, amount));
  const item = { ...key, version: (before?.version ?? 0) + 1, goals: [...goals] };
  return { write: put(item, stillIs("version", before?.version)), problem: "changed" };
}
