import { type Change, type ChangeOf, changeOf } from "@coffer/core/ledger/ledger";
import { goalDeltas } from "@coffer/domain/goal/goal";
import type { Id } from "@coffer/domain/id";
import { type Cents, cents, clampAmount, plus, ZERO } from "@coffer/domain/money/money";
import * as v from "valibot";
import { goalCodec } from "../goal/goals.ts";
import { ledgerKey } from "../table/item.ts";
import type { Table } from "../table/table.ts";
import { put, stillIs } from "../table/writes.ts";
import { readItems, type Step } from "./codec.ts";

/** Sums in cents of what an import put aside for goals: its undo, which reads none of its rows, takes them out. */
const sharesKey = (ownerId: Id, batch: string) => ledgerKey(ownerId, `IMPORTGOALS#${batch}`);
const stored = v.object({ version: v.number(), goals: v.array(v.tuple([v.number(), v.number()])) });

/** Of the goals that changed transactions, or imports, are put aside for: what each holds follows from them. */
export async function goalChanges(table: Table, ownerId: Id, decided: readonly Change[]) {
  const changed = decided.filter((change) => isOf("transaction", change));
  const deltas = goalDeltas(changed);
  const shares: Step[] = [];
  const imported = Map.groupBy(changed, ({ before, after }) => (after ?? before)?.batch);
  for (const [batch, rows] of imported) {
    const added = goalDeltas(rows);
    if (batch !== undefined && added.size > 0)
      shares.push(await sharesStep(table, ownerId, batch, (goals) => addTo(goals, added, 1)));
  }
  for (const { before, after } of decided.filter((change) => isOf("import", change))) {
    const { batch } = after ?? before ?? { batch: "" };
    const turn = (goals: Map<Id, Cents>) => void addTo(deltas, goals, after ? 1 : -1);
    shares.push(await sharesStep(table, ownerId, batch, turn));
  }
  const refs = [...deltas.keys()].map((id) => ({ id }));
  const read = refs.length > 0 ? await readItems(table, ownerId, goalCodec, refs) : [];
  const goals = read.flatMap(({ value, version }) => {
    if (!value) return [];
    const currentAmount = clampAmount(plus(value.currentAmount, deltas.get(value.id) ?? ZERO));
    return changeOf("goal", { value, version }, { ...value, currentAmount });
  });
  return { goals, shares };
}

const isOf = <K extends "transaction" | "import">(kind: K, change: Change): change is ChangeOf<K> =>
  change.kind === kind;

function addTo(sums: Map<Id, Cents>, added: ReadonlyMap<Id, Cents>, sign: 1 | -1): void {
  for (const [id, amount] of added) sums.set(id, plus(sums.get(id) ?? ZERO, cents(sign * amount)));
}

/** Written even where nothing changes, so that of two at once one is later and sees the other's. */
async function sharesStep(
  table: Table,
  ownerId: Id,
  batch: string,
  change: (goals: Map<Id, Cents>) => void,
): Promise<Step> {
  const key = sharesKey(ownerId, batch);
  const before = await table.find(key, v.parser(stored));
  const goals = new Map(before?.goals.map(([id, amount]) => [id, cents(amount)]));
  change(goals);
  const item = { ...key, version: (before?.version ?? 0) + 1, goals: [...goals] };
  return { write: put(item, stillIs("version", before?.version)), problem: "changed" };
}
