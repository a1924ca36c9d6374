import type { Versioned } from "@coffer/core/activity/recording";
import { type Change, type ChangeOf, changeOf, isOf } from "@coffer/core/ledger/ledger";
import { goalDeltas, type HeldGoal, heldBy, putAsideBy, withRows } from "@coffer/domain/goal/goal";
import type { Id } from "@coffer/domain/id";
import { type Cents, cents, minus, plus, ZERO } from "@coffer/domain/money/money";
import * as v from "valibot";
import { type Categories, createResolver, readCategories } from "../category/resolve-category.ts";
import { type Context, readItems, type Step, unconditional } from "../ledger/codec.ts";
import { ledgerKey } from "../table/item.ts";
import { readEach } from "../table/readable.ts";
import type { Table } from "../table/table.ts";
import { ABSENT, put, stillIs } from "../table/writes.ts";
import { contributionKey, goalBasis, goalCodec, goalItems, goalRows, parseGoal, rowSums } from "./goals.ts";

type Commit = Pick<Context, "ownerId" | "entry" | "isUndo"> & {
  goals?: readonly Versioned<HeldGoal>[] | undefined;
};

/** An import's contributions to goals, in cents. An earlier release subtracts them when the import is undone. */
const sharesKey = (ownerId: Id, batch: string) => ledgerKey(ownerId, `IMPORTGOALS#${batch}`);
const stored = v.object({ version: v.number(), goals: v.array(v.tuple([v.number(), v.number()])) });

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
  const before = await table.find(key, v.parser(stored));
  const goals = new Map(before?.goals.map(([id, amount]) => [id, cents(amount)]));
  for (const [id, amount] of added) goals.set(id, plus(goals.get(id) ?? ZERO, amount));
  const item = { ...key, version: (before?.version ?? 0) + 1, goals: [...goals] };
  return { write: put(item, stillIs("version", before?.version)), problem: "changed" };
}
