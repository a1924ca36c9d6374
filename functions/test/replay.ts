/** The replayed fields of an entry of GET /api/activity. */
export type ReplayedEntry = {
  kind: string;
  action: string;
  entityId: number | string;
  before: Snapshot | null;
  after: Snapshot | null;
};
type Snapshot = { id: number; categoryId: number; month: number; year: number } & {
  amount: number;
  date: string;
  projected: number;
  plan?: Snapshot;
  others?: Snapshot[];
  transactions?: Snapshot[];
  lines?: Snapshot[];
  movedTo?: { id: number } | null;
};

type Shown = { amount: number; date: string; categoryId: number };
type Deleted = { transactions: [number, Shown][]; plans: [string, number][]; moveTo: number | null };

const together = (snapshot: Snapshot | null) =>
  snapshot ? (snapshot.lines ?? [snapshot, ...(snapshot.others ?? [])]) : [];

/** Replays a budget's entries, oldest first. Returns the resulting view. */
export function replay(entries: readonly ReplayedEntry[]) {
  const categories = new Set<number>();
  const transactions = new Map<number, Shown>();
  const plans = new Map<string, number>();
  const deleted = new Map<number, Deleted>();

  const planKey = (month: string, categoryId: number) => `${month}-${categoryId}`;
  const monthOf = ({ year, month }: Snapshot) => `${year}-${String(month).padStart(2, "0")}`;
  const setPlan = (plan: Snapshot) => plans.set(planKey(monthOf(plan), plan.categoryId), plan.projected);

  function remove(id: number, moveTo: number | null) {
    const own = [...transactions].filter(([, { categoryId }]) => categoryId === id);
    const planned = [...plans].filter(([key]) => key.endsWith(`-${id}`));
    categories.delete(id);
    deleted.set(id, { transactions: own, plans: planned, moveTo });
    for (const [one, shown] of own) {
      if (moveTo === null) transactions.delete(one);
      else transactions.set(one, { ...shown, categoryId: moveTo });
    }
    for (const [key, projected] of planned) {
      plans.delete(key);
      if (moveTo !== null) addTo(planKey(key.slice(0, "yyyy-MM".length), moveTo), projected);
    }
  }

  /** Correct if nobody has changed the thing since its deletion. */
  function restore(id: number, { transactions: own, plans: planned, moveTo }: Deleted) {
    categories.add(id);
    deleted.delete(id);
    for (const [one, shown] of own) transactions.set(one, shown);
    for (const [key, projected] of planned) {
      plans.set(key, projected);
      if (moveTo !== null) addTo(planKey(key.slice(0, "yyyy-MM".length), moveTo), -projected);
    }
  }

  function addTo(key: string, projected: number) {
    // In cents, because sums of decimals are inexact.
    const total = Math.round((plans.get(key) ?? 0) * 100) + Math.round(projected * 100);
    if (total === 0) plans.delete(key);
    else plans.set(key, total / 100);
  }

  for (const { kind, before, after } of entries) {
    if (kind === "transaction" || kind === "payment") {
      for (const { id } of together(before)) transactions.delete(id);
      for (const { id, amount, date, categoryId } of together(after))
        transactions.set(id, { amount, date, categoryId });
    }
    if (kind === "review") {
      for (const { id } of before?.transactions ?? []) transactions.delete(id);
      for (const { id, amount, date, categoryId } of after?.transactions ?? [])
        transactions.set(id, { amount, date, categoryId });
    }
    if (kind === "category" && after) {
      const gone = deleted.get(after.id);
      if (gone) restore(after.id, gone);
      else categories.add(after.id);
      if (after.plan && !gone) setPlan(after.plan);
    }
    if (kind === "category" && before && !after) remove(before.id, before.movedTo?.id ?? null);
    if (kind === "plan" && after) setPlan(after);
    if (kind === "plan" && before && !after) plans.delete(planKey(monthOf(before), before.categoryId));
  }
  return {
    categories: [...categories].sort((a, b) => a - b),
    transactions: [...transactions].map(([id, shown]) => ({ id, ...shown })).sort((a, b) => a.id - b.id),
    plans: [...plans].filter(([, projected]) => projected !== 0).sort(([a], [b]) => (a < b ? -1 : 1)),
  };
}
