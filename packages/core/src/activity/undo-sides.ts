import { type EntryOf, type Snapshots, togetherIn, transactionsOf } from "@coffer/domain/activity/activity";
import type { ActivityKind } from "@coffer/domain/activity/kinds";
import type { Category } from "@coffer/domain/category/category";
import type { Found, Kind, Named, Refs, Things } from "../ledger/ledger.ts";
import type { CurrentOf } from "../refusal.ts";

type Thing<K extends Kind> = { kind: K; value: Things[K] };
type AnyThing = { [K in Kind]: Thing<K> }[Kind];
/** One thing that an entry is about, as it is to be and as the entry left it; null where it is not there. */
export type Sides = Named<Kind> & { to: Things[Kind] | null; left: Things[Kind] | null };

const REFS: { [K in Kind]: (value: Things[K]) => Refs[K] } = {
  transaction: ({ id }) => ({ id }),
  category: ({ id }) => ({ id }),
  plan: ({ month, categoryId }) => ({ month, categoryId }),
  month: ({ month }) => ({ month }),
  goal: ({ id }) => ({ id }),
  milestone: ({ goalId, id }) => ({ goalId, id }),
  subscription: ({ id }) => ({ id }),
  import: ({ batch }) => ({ batch }),
  settlement: ({ id }) => ({ id }),
};
const refOf = <K extends Kind>({ kind, value }: Thing<K>): Named<K> => ({ kind, ref: REFS[kind](value) });
const nameOf = ({ kind, ref }: Named<Kind>) => JSON.stringify([kind, ref]);

const all = <K extends Kind>(kind: K, values: readonly Things[K][]) =>
  values.map((value) => ({ kind, value }));

function categoryIn(snapshot: Snapshots["category"]): Category {
  const { transactions: _, movedTo: _to, plan: _plan, others: _others, ...category } = snapshot;
  return category;
}

const THINGS: { [K in ActivityKind]: (snapshot: Snapshots[K]) => AnyThing[] } = {
  transaction: (first) => all("transaction", transactionsOf(first)),
  payment: ({ lines }) => all("transaction", lines),
  category: (first) => all("category", [categoryIn(first), ...(first.others ?? [])]),
  plan: (plan) => all("plan", [plan]),
  month: ({ month, plans, resetAt = null }) =>
    plans ? all("plan", plans) : all("month", [{ month, resetAt }]),
  goal: ({ milestones = [], ...goal }) => [...all("goal", [goal]), ...all("milestone", milestones)],
  milestone: (milestone) => all("milestone", [milestone]),
  subscription: ({ transactions = [], settledThrough = null, ...subscription }) => [
    ...all("subscription", [{ ...subscription, settledThrough }]),
    ...all("transaction", transactions),
  ],
  share: () => [],
  import: ({ batch }) => all("import", [{ batch }]),
  settlement: (one) => all("settlement", [one]),
};

export function sidesOf<K extends ActivityKind>({ kind, before, after }: EntryOf<K>): Sides[] {
  const sides = new Map<string, Sides>();
  const [to, left] = [before, after].map((side) => (side ? THINGS[kind](side) : []));
  for (const thing of left ?? []) {
    const named = refOf<Kind>(thing);
    sides.set(nameOf(named), { ...named, to: null, left: thing.value });
  }
  for (const thing of to ?? []) {
    const named = refOf<Kind>(thing);
    const name = nameOf(named);
    sides.set(name, { ...named, left: null, ...sides.get(name), to: thing.value });
  }
  return [...sides.values()];
}

function valuesOf<K extends Kind>(kind: K, found: readonly Found<Kind>[]): Things[K][] {
  const isOfKind = (one: Found<Kind>): one is Found<K> => one.kind === kind;
  return found.filter(isOfKind).flatMap(({ value }) => value ?? []);
}

/** The present state, in the shape of an entry of the kind; null where nothing is. */
export const CURRENT: {
  [K in ActivityKind]: (sides: readonly Sides[], found: readonly Found<Kind>[]) => CurrentOf<K>;
} = {
  transaction: (_, found) => ({ kind: "transaction", value: togetherIn(valuesOf("transaction", found)) }),
  payment(_, found) {
    const lines = valuesOf("transaction", found);
    const [first] = lines;
    if (!first) return { kind: "payment", value: null };
    const { id, paymentId = id, description } = first;
    return { kind: "payment", value: { id: paymentId, description, lines } };
  },
  category: (_, found) => ({ kind: "category", value: valuesOf("category", found)[0] ?? null }),
  plan: (_, found) => ({ kind: "plan", value: valuesOf("plan", found)[0] ?? null }),
  month([first], found) {
    if (!first || !("month" in first.ref)) return { kind: "month", value: null };
    const { month } = first.ref;
    if (first.kind === "plan") return { kind: "month", value: { month, plans: valuesOf("plan", found) } };
    return { kind: "month", value: valuesOf("month", found)[0] ?? { month, resetAt: null } };
  },
  goal([first], found) {
    const [goal] = valuesOf("goal", found);
    const milestones = first?.to ? undefined : valuesOf("milestone", found);
    return { kind: "goal", value: goal ? { ...goal, milestones } : null };
  },
  milestone: (_, found) => ({ kind: "milestone", value: valuesOf("milestone", found)[0] ?? null }),
  subscription: (_, found) => ({ kind: "subscription", value: valuesOf("subscription", found)[0] ?? null }),
  share: () => ({ kind: "share", value: null }),
  import: () => ({ kind: "import", value: null }),
  settlement: (_, found) => ({ kind: "settlement", value: valuesOf("settlement", found)[0] ?? null }),
};
