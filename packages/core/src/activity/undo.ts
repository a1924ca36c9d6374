import {
  type ActivityEntry,
  type EntryOf,
  isSame,
  type Snapshots,
  togetherIn,
  transactionsOf,
  type UndoProblem,
  undoOf,
  undoProblem,
} from "@coffer/domain/activity/activity";
import { expanded } from "@coffer/domain/activity/compact";
import type { ActivityKind } from "@coffer/domain/activity/kinds";
import type { CeilingKind } from "@coffer/domain/ceilings";
import { isGoalAsLeft } from "@coffer/domain/goal/goal";
import { paymentIn } from "@coffer/domain/payment/payment";
import { isGuest, may, notPermitted, type OpenLedger } from "../access.ts";
import { typeIsFixed, unfitTarget } from "../category/category-problem.ts";
import type { Env } from "../env.ts";
import { tooManyMilestones } from "../goal/goals.ts";
import { createCeilings } from "../ledger/ceilings.ts";
import { tooLarge } from "../ledger/commit.ts";
import {
  type Change,
  type Found,
  IDENTITY,
  type Kind,
  type Named,
  type Problem,
  type Refs,
  type StoredTransaction,
  type Things,
} from "../ledger/ledger.ts";
import {
  type Current,
  type CurrentOf,
  changedMeanwhile,
  found,
  Refusal,
  retryOnConflict,
} from "../refusal.ts";
import type { Stores } from "../stores.ts";
import { notifyNobody } from "../transaction/transactions.ts";
import { entryId, newest, undoingOf } from "./recording.ts";

/**
 * Reverts an entry: commits the same changes with before and after exchanged, and an entry that can be undone in turn.
 * Refuses (conflict) if somebody changed the same thing since, unless `overwrite` is set.
 */
export function createUndo(
  stores: Pick<Stores, "activity" | "ledger" | "categories" | "goals">,
  { clock, ids }: Pick<Env, "clock" | "ids">,
  notifyOfTransactions = notifyNobody,
) {
  const takeRoom = createCeilings(stores);

  /** Undoing the creation of a goal deletes all its milestones, including those added since. */
  async function sidesNow({ ownerId }: OpenLedger, entry: ActivityEntry): Promise<Sides[]> {
    const sides = sidesOf(entry);
    if (entry.kind !== "goal" || entry.before || !entry.after) return sides;
    const known = new Set(entry.after.milestones?.map(({ id }) => id));
    const milestones = await stores.goals.milestones(ownerId, entry.after.id);
    const later = milestones.filter(({ value }) => !known.has(value.id));
    const gone = { kind: "milestone", to: null, left: null } as const;
    return [...sides, ...later.map(({ value }) => ({ ...gone, ref: value }))];
  }

  /** Refuses (conflict) to undo the creation of a category that is in use: its transactions would be deleted with it. */
  async function refuseInUse({ ownerId }: OpenLedger, entry: ActivityEntry, now: Current): Promise<void> {
    if (entry.kind !== "category" || entry.before || !entry.after) return;
    if (entry.after.movedTo !== undefined) return;
    const usage = await stores.categories.usage(ownerId, entry.after.id);
    if (usage?.transactions || usage?.soFar) throw changedSince(now);
  }

  async function attempt(ledger: OpenLedger, id: string, overwrite: boolean) {
    const { ownerId, user } = ledger;
    const stored = found(await stores.activity.find(ownerId, id), "Entry");
    const { entry, origin } = stored;
    const problem = undoProblem(entry, { now: clock(), may: (right) => may(ledger, right) });
    if (problem) throw cannotUndo(problem);
    const entrySides = await sidesNow(ledger, entry);
    const [things, first] = await Promise.all([
      stores.ledger.read<Kind>(ownerId, entrySides),
      origin ? stores.activity.find(ownerId, origin.id) : undefined,
    ]);
    const sides = completeSides(entry, entrySides, things);
    const now = SIDES[entry.kind].now(things, sides);
    const isOverwriting = overwritesChanges(entry, sides, things, now, overwrite);
    await refuseInUse(ledger, entry, now);
    const undone = isOverwriting ? { ...entry, after: now.value } : entry;
    const moveTo = entry.kind === "category" && !entry.before ? (entry.after?.movedTo?.id ?? null) : null;
    const changes = things.map(({ kind, value: before, version }, index): Change => {
      const after = keepUntied(sides[index]?.to ?? null, before);
      return { kind, before, after, version, moveTo, byGuest: isGuest(ledger) };
    });
    const { revision } = newest(changes.flatMap(({ version }) => version ?? []));
    const [back] = changes.filter(({ before, after }) => !before && after);
    const kind = back && BOUNDED.find((one) => one === back.kind);
    const serial = kind && (await takeRoom(ownerId, kind, { isUndo: true }));
    const undoId = entryId(Math.max(ids(), Number(entry.id) + 1, (revision ?? 0) + 1));
    const outcome = await stores.ledger.commit({
      ownerId,
      changes,
      entry: undoOf<ActivityKind>(undone, { id: undoId, at: clock(), by: user.id }),
      undoing: undoingOf(stored, undoId, first?.entry ?? null),
      serial,
      byGuest: isGuest(ledger),
    });
    if (outcome === "changed") return outcome;
    if (typeof outcome === "string") throw refusalOf(outcome, now);
    ledger.noteEntry?.(outcome.id);
    if (entry.kind !== "goal" && entry.kind !== "milestone") await notifyOfTransactions(ledger, "anything");
    return (await stores.activity.find(ownerId, outcome.id))?.entry ?? "changed";
  }

  return (ledger: OpenLedger, id: string, overwrite = false): Promise<ActivityEntry> =>
    retryOnConflict(
      () => attempt(ledger, id, overwrite),
      () => changedMeanwhile("This"),
    );
}

const BOUNDED: readonly CeilingKind[] = ["category", "subscription", "goal", "account"];

/** Completes the sides of an entry from the current things. The half of a transfer that its import's undo hid stays hidden. */
function completeSides(entry: ActivityEntry, sides: readonly Sides[], things: readonly Found<Kind>[]) {
  const hasRows = things.some(({ kind, value }) => kind === "review" && value);
  return sides.map((side, index) => {
    const value = things[index]?.value ?? null;
    const whole = wholeSides(side, value);
    const isGoneHalf = hasRows && !value && isTransfer(whole.left);
    return isGoneHalf ? { ...whole, to: null, left: null } : tieSides(entry, whole, value);
  });
}

/** True if the undo overwrites changes that were made since the entry. Refuses (conflict) unless it may. */
function overwritesChanges(
  entry: ActivityEntry,
  sides: readonly WholeSides[],
  things: readonly Found<Kind>[],
  now: Current,
  overwrite: boolean,
): boolean {
  const changed = things.filter((thing, index) => isChanged(entry, sides[index], thing));
  if (changed.length === 0) return false;
  // A compact entry omits fields of a thing; they are unknown once the thing itself is deleted.
  const isKnown = things.every(({ value }, index) => value || !sides[index]?.isChanged);
  if (overwrite && now.value && isKnown && isReplaceable(entry, things, changed)) return true;
  throw changedSince(currentOf(entry, sides, changed, now));
}

type WholeSides = Sides & { isChanged: boolean };

/** Completes both sides with the fields that a compact entry omits. `isChanged` if those fields have changed since. */
function wholeSides(side: Sides, current: Things[Kind] | null): WholeSides {
  const to = side.to && expanded(side.to, current);
  const left = side.left && expanded(side.left, current);
  const isChanged = to?.isUnchanged === false || left?.isUnchanged === false;
  return { ...side, to: to?.thing ?? null, left: left?.thing ?? null, isChanged };
}

/**
 * If an entry tied a transaction to a payment, its undo changes only the tie, whatever else was edited since. The daily
 * job does not tie the two again.
 */
function tieSides({ kind }: ActivityEntry, side: WholeSides, value: Things[Kind] | null): WholeSides {
  const { to, left } = side;
  if (kind !== "subscription" || !isTransaction(to) || !isTransaction(left)) return side;
  if (!isTransaction(value)) return { ...side, to: null };
  const tied = left.subscriptionId;
  const notPaymentOf =
    to.subscriptionId === undefined && tied !== undefined
      ? [...new Set([...(value.notPaymentOf ?? []), tied])].slice(-MOST_UNTIED)
      : value.notPaymentOf;
  return {
    ...side,
    to: { ...value, subscriptionId: to.subscriptionId, notPaymentOf },
    left: { ...value, subscriptionId: tied },
  };
}

/** Undoing an earlier change of a transaction does not tie it to a payment from which it was untied since. */
const keepUntied = (after: Things[Kind] | null, before: Things[Kind] | null) =>
  isTransaction(after) && isTransaction(before) && before.notPaymentOf && !after.notPaymentOf
    ? { ...after, notPaymentOf: before.notPaymentOf }
    : after;

/** More subscriptions than resemble one transaction. */
const MOST_UNTIED = 20;

/** A half of a transfer cannot be changed, only hidden with its import. Then the other half is undone alone. */
const isTransfer = (thing: Things[Kind] | null): boolean =>
  thing !== null && "state" in thing && thing.state === "transfer";

const isTransaction = (thing: Things[Kind] | null): thing is StoredTransaction =>
  thing !== null && "createdAt" in thing && "description" in thing && "amount" in thing;

/** True if a thing is not as the entry left it. A transaction of a payment that was deleted since does not count. */
function isChanged({ kind }: ActivityEntry, side: WholeSides | undefined, { value }: Found<Kind>): boolean {
  if (!side || (kind === "subscription" && side.kind === "transaction" && !value)) return false;
  if (side.isChanged) return true;
  if (isGoal(side.left) && isGoal(value)) return !isGoalAsLeft(side.left, value);
  // An edit of an account leaves its points as they are.
  if (kind === "account" && side.to && side.left && value)
    return !isSame({ ...side.left, points: [] }, { ...value, points: [] });
  return !isSame(shownOf(side.left), shownOf(value));
}

/**
 * Without the notes of imports and undone ties, which people do not see, and without a row's proposal, which follows its
 * category when that is moved or deleted.
 */
const shownOf = (thing: Things[Kind] | null) =>
  thing && { ...thing, ties: undefined, notPaymentOf: undefined, proposedId: undefined };

const isGoal = (thing: Things[Kind] | null): thing is Things["goal"] =>
  thing !== null && "targetAmount" in thing;

/** False if overwriting would make due again what was paid since, or reorder categories that were added since. */
function isReplaceable(
  entry: ActivityEntry,
  [thing]: readonly Found<Kind>[],
  changed: readonly Found<Kind>[],
): boolean {
  if (entry.kind === "review") return changed.every(({ kind }) => kind !== "subscription");
  if (entry.kind === "category") return entry.after?.others === undefined;
  if (entry.kind !== "subscription") return true;
  const settled = thing?.value && "settledThrough" in thing.value ? thing.value.settledThrough : undefined;
  return entry.after?.transactions === undefined && entry.after?.settledThrough === settled;
}

function currentOf({ kind }: ActivityEntry, sides: readonly Sides[], changed: Found<Kind>[], now: Current) {
  const isPayment = kind === "subscription" && changed.every((thing) => thing.kind === "transaction");
  if (isPayment) return SIDES.transaction.now(changed.slice(0, 1), sides);
  return kind === "category" ? SIDES.category.now(changed, sides) : now;
}

const conflict = (message: string) => new Refusal("conflict", message);

const changedSince = (current: Current) =>
  new Refusal("conflict", "This was changed since, so it cannot simply be undone", { current });

const MISSING = {
  noCategory: "Its category was deleted. Undo that first.",
  otherType: "Its category is of the other type now. Change that first.",
  noGoal: "Its goal was deleted. Undo that first.",
  noAccount: "Its account was deleted. Undo that first.",
};

function refusalOf(problem: Exclude<Problem, "changed">, now: Current): Refusal {
  switch (problem) {
    case "taken":
      // The thing still exists, hidden since the deletion of its category.
      return changedSince(now);
    case "noCategory":
    case "otherType":
    case "noGoal":
    case "noAccount":
      return now.kind === "category" ? unfitTarget() : conflict(MISSING[problem]);
    case "full":
      return tooManyMilestones();
    case "transactions":
    case "subscriptions":
    case "uncounted":
      return typeIsFixed(problem);
    case "keyReused":
    case "tooLarge":
      return tooLarge();
  }
}

const PROBLEMS: Record<Exclude<UndoProblem, "not-allowed">, string> = {
  share: "This cannot be undone. Share the budget again instead.",
  undone: "This was already undone",
  "too-old": "This is more than thirty days ago, so it cannot be undone any more",
};

const cannotUndo = (problem: UndoProblem): Refusal =>
  problem === "not-allowed" ? notPermitted() : conflict(PROBLEMS[problem]);

type Thing<K extends Kind> = { kind: K; value: Things[K] };
type AnyThing = { [K in Kind]: Thing<K> }[Kind];
/** A thing that an entry changed: `to` as the undo restores it, `left` as the entry left it; null if it does not exist. */
type Sides = Named<Kind> & { to: Things[Kind] | null; left: Things[Kind] | null };

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

const SIDES: { [K in ActivityKind]: Side<K> } = {
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

function sidesOf<K extends ActivityKind>({ kind, before, after }: EntryOf<K>): Sides[] {
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
