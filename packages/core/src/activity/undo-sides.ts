import { type EntryOf, type Snapshots, togetherIn, transactionsOf } from "@coffer/domain/activity/activity";
import type { ActivityKind } from "@coffer/domain/activity/kinds";
import { paymentIn } from "@coffer/domain/payment/payment";
import { type Found, IDENTITY, type Kind, type Named, type Refs, type Things } from "../ledger/ledger.ts";
import type { CurrentOf } from "../refusal.ts";

type Thing<K extends Kind> = { kind: K; value: Things[K] };
type AnyThing = { [K in Kind]: Thing<K> }[Kind];
/** A thing that an entry changed: `to` as the undo restores it, `left` as the entry left it; null if it does not exist. */
export type Sides = Named<Kind> & { to: Things[Kind] | null; left: Things[Kind] | null };

function refOf<K extends Kind>({ kind, value }: Thing<K>): Named<K> {
  const fields: Record<string, unknown> = { ...value };
  // TypeScript cannot follow the names through Object.fromEntries.
  return { kind, ref: Object.fromEntries(IDENTITY[kind].map((name) => [name, fields[name]])) as Refs[K] };
}
const nameOf = ({ kind, ref }: Named<Kind>) => JSON.stringify([kind, ref]);

const all = <K extends Kind>(kind: K, values: readonly Things[K][]) =>
  values.map((value) => ({ kind, value }));

function valuesOf<K extends Kind>(kind: K, found: readonly Found<Kind>[]): Things[K][] {
  const isOfKind = (one: Found<Kind>): one is Found<K> => one.kind === kind;
  return found.filter(isOfKind).flatMap(({ value }) => value ?? []);
}

type Side<K extends ActivityKind> = {
  /** The things that one side of an entry contains. */
  things(snapshot: Snapshots[K]): AnyThing[];
  /** The current state of the entry's things in the shape of its kind; null if none exists. */
  now(found: readonly Found<Kind>[], sides: readonly Sides[]): CurrentOf<K>;
};

/** A kind whose entries contain one thing, as it is stored. */
const one = <
  K extends "category" | "plan" | "milestone" | "subscription" | "settlement" | "account" | "point",
>(
  kind: K,
) => ({
  things: (value: Things[K]) => all(kind, [value]),
  now: (found: readonly Found<Kind>[]) => ({ kind, value: valuesOf(kind, found)[0] ?? null }),
});

export const SIDES: { [K in ActivityKind]: Side<K> } = {
  transaction: {
    things: (first) => all("transaction", transactionsOf(first)),
    now: (found) => ({ kind: "transaction", value: togetherIn(valuesOf("transaction", found)) }),
  },
  payment: {
    things: ({ lines }) => all("transaction", lines),
    now: (found) => ({ kind: "payment", value: paymentIn(valuesOf("transaction", found)) }),
  },
  category: {
    ...one("category"),
    things: ({ transactions: _, movedTo: _to, plan: _plan, others = [], ...category }) =>
      all("category", [category, ...others]),
  },
  plan: one("plan"),
  month: {
    things: ({ month, plans, resetAt = null }) =>
      plans ? all("plan", plans) : all("month", [{ month, resetAt }]),
    now(found, [first]) {
      if (!first || !("month" in first.ref)) return { kind: "month", value: null };
      const { month } = first.ref;
      if (first.kind === "plan") return { kind: "month", value: { month, plans: valuesOf("plan", found) } };
      return { kind: "month", value: valuesOf("month", found)[0] ?? { month, resetAt: null } };
    },
  },
  goal: {
    things: ({ milestones = [], ...goal }) => [...all("goal", [goal]), ...all("milestone", milestones)],
    now(found, [first]) {
      const [goal] = valuesOf("goal", found);
      const milestones = first?.to ? undefined : valuesOf("milestone", found);
      return { kind: "goal", value: goal ? { ...goal, milestones } : null };
    },
  },
  milestone: one("milestone"),
  subscription: {
    ...one("subscription"),
    things: ({ transactions = [], settledThrough = null, ...subscription }) => [
      ...all("subscription", [{ ...subscription, settledThrough }]),
      ...all("transaction", transactions),
    ],
  },
  share: { things: () => [], now: () => ({ kind: "share", value: null }) },
  import: {
    things: ({ batch }) => all("import", [{ batch }]),
    now: () => ({ kind: "import", value: null }),
  },
  settlement: one("settlement"),
  account: {
    ...one("account"),
    things: ({ points = [], ...account }) => all("account", [{ ...account, points }]),
  },
  point: one("point"),
  review: {
    things: ({ rows, transactions, subscriptions = [] }) => [
      ...all("review", rows),
      ...all("transaction", transactions),
      ...all(
        "subscription",
        subscriptions.map(({ settledThrough = null, ...one }) => ({ ...one, settledThrough })),
      ),
    ],
    now(found) {
      const subscriptions = valuesOf("subscription", found);
      const value = { rows: valuesOf("review", found), transactions: valuesOf("transaction", found) };
      return {
        kind: "review",
        value: { ...value, ...(subscriptions.length > 0 && { subscriptions }) },
      };
    },
  },
};

export function sidesOf<K extends ActivityKind>({ kind, before, after }: EntryOf<K>): Sides[] {
  const sides = new Map<string, Sides>();
  for (const [side, snapshot] of [["left", after] as const, ["to", before] as const]) {
    for (const thing of snapshot ? SIDES[kind].things(snapshot) : []) {
      const named = refOf<Kind>(thing);
      const name = nameOf(named);
      sides.set(name, { ...named, to: null, left: null, ...sides.get(name), [side]: thing.value });
    }
  }
  return [...sides.values()];
}
