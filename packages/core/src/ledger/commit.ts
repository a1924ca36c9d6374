import { type EntryOf, isSame, type Snapshots } from "@coffer/domain/activity/activity";
import type { ActivityAction, ActivityKind } from "@coffer/domain/activity/kinds";
import { SNAPSHOTS } from "@coffer/domain/activity/snapshots";
import { versionTag } from "@coffer/domain/activity/version-tag";
import type { Id } from "@coffer/domain/id";
import { type Month, monthOfDay } from "@coffer/domain/time/month";
import { isGuest, type OpenLedger } from "../access.ts";
import { newEntry, newest, type Versioned } from "../activity/recording.ts";
import type { Env } from "../env.ts";
import { keyReused } from "../idempotency.ts";
import { type Current, changedMeanwhile, found, Refusal, retryOnConflict } from "../refusal.ts";
import {
  type Change,
  changeOf,
  type LedgerStore,
  type Problem,
  type Refs,
  type Running,
  readOne,
  type Things,
} from "./ledger.ts";

export type Decision<K extends ActivityKind> = {
  entityId: EntryOf<K>["entityId"];
  label: string;
  action?: ActivityAction;
  before: Snapshots[K] | null;
  after: Snapshots[K] | null;
  changes: readonly Change[];
  /** Set for an addition close to a ceiling (ceilings.ts). */
  serial?: number | undefined;
  /** Cached sums, if they were read together with the decision's facts; otherwise the commit reads them. */
  running?: Running | undefined;
  /** Goals, if they were read together with the decision's facts. */
  goals?: readonly Versioned<Things["goal"]>[] | undefined;
};

/** A use case's refusal of a problem, for those that differ by use case. "changed" makes the commit decide again. */
type Refuse = (
  problem: Exclude<Problem, "changed" | "taken" | "keyReused" | "tooLarge">,
) => Refusal | "changed";

type NamedKind = "transaction" | "category" | "goal" | "milestone" | "subscription" | "account";

/** The decision of a change of a single thing. */
export function changing<K extends NamedKind>(
  kind: K,
  read: Versioned<Things[K]> | null,
  after: Things[K] | null,
) {
  const before = read?.value ?? null;
  const thing: Things[NamedKind] | null = before ?? after;
  if (!thing) throw new Error("a change of nothing");
  const label = "name" in thing ? thing.name : thing.description;
  return { entityId: thing.id, label, before, after, changes: [changeOf(kind, read, after)] };
}

/** Refuses (notFound) a thing that does not exist. */
export const readThing = async <K extends NamedKind>(
  { ledger }: { ledger: Pick<LedgerStore, "read"> },
  ownerId: Id,
  kind: K,
  ref: Refs[K],
): Promise<Versioned<Things[K]>> =>
  found(await readOne(ledger, ownerId, kind, ref), kind.charAt(0).toUpperCase() + kind.slice(1));

/** Decides on changes and commits them; decides again after a conflict. */
export function createCommit(stores: { ledger: LedgerStore }, env: Pick<Env, "clock" | "ids">) {
  /** The result of an earlier request with the same idempotency key. */
  async function committedBefore<K extends ActivityKind>(
    { ownerId, user, key, noteEntry }: OpenLedger,
    kind: K,
  ) {
    const first = key && (await stores.ledger.committed(ownerId, kind, key, env.clock()));
    if (first === "keyReused") throw keyReused();
    if (!first) return undefined;
    if (first.by !== user.id) throw keyReused();
    noteEntry?.(first.id);
    return subjectOf(first);
  }

  function commitIfAny<K extends ActivityKind>(
    ledger: OpenLedger,
    kind: K,
    decide: () => Promise<Decision<K> | null>,
    refuse: Refuse = unexpected,
  ): Promise<Snapshots[K] | null> {
    const { ownerId, user, key, noteEntry } = ledger;
    const tooOften = () => changedMeanwhile(`The ${WHOLE[kind] ?? kind}`);
    return retryOnConflict(async () => {
      let decision: Decision<K> | null;
      try {
        decision = await decide();
        if (!decision) return (await committedBefore(ledger, kind)) ?? null;
      } catch (error) {
        // A retry may be refused because of what its first request changed.
        const first = error instanceof Refusal ? await committedBefore(ledger, kind) : undefined;
        if (first === undefined) throw error;
        return first;
      }
      const { changes, serial, running, goals, ...about } = decision;
      if (isSame(about.before, about.after)) return subjectOf<K>(about);
      const version = newest(changes.flatMap((change) => change.version ?? []));
      const entry = newEntry<K>(env, user.id, { kind, ...about, version });
      const outcome = await stores.ledger.commit<K>({
        ownerId,
        changes,
        entry,
        key,
        serial,
        byGuest: isGuest(ledger),
        running: running ?? (await runningFor(ownerId, changes)),
        goals,
        noteSums: ledger.noteSums,
      });
      if (typeof outcome !== "string") {
        // Another member's request under the same key.
        if (outcome.by !== user.id) throw keyReused();
        noteEntry?.(outcome.id);
        return subjectOf(outcome);
      }
      if (outcome === "changed" || outcome === "taken") return "changed";
      if (outcome === "keyReused") throw keyReused();
      if (outcome === "tooLarge") throw tooLarge();
      const refusal = refuse(outcome);
      if (refusal === "changed") return refusal;
      throw refusal;
    }, tooOften);
  }

  /** Only changes of transactions update cached sums. */
  function runningFor(ownerId: Id, changes: readonly Change[]): Promise<Running> | undefined {
    const months = changes.flatMap((change) =>
      change.kind === "transaction" ? [change.before, change.after].flatMap(monthIn) : [],
    );
    const isAddition = changes.every(({ before }) => !before);
    const given = { now: env.clock(), isAddition };
    return months.length > 0 ? stores.ledger.running(ownerId, [...new Set(months)], given) : undefined;
  }

  return {
    commitIfAny,
    /** Returns the thing after the change, or before its deletion. A change without an effect is not written. */
    async commit<K extends ActivityKind>(
      ledger: OpenLedger,
      kind: K,
      decide: () => Promise<Decision<K>>,
      refuse?: Refuse,
    ): Promise<Snapshots[K]> {
      const subject = await commitIfAny(ledger, kind, decide, refuse);
      if (subject === null) throw new Error("nothing was decided");
      return subject;
    },
  };
}

const monthIn = (thing: Change["before"]): Month[] =>
  thing && "date" in thing ? [monthOfDay(thing.date)] : [];

/** The users' word for a thing, if it differs from its kind. */
const WHOLE: Partial<Record<ActivityKind, string>> = {
  milestone: "goal",
  month: "plan",
  settlement: "balance",
  point: "balance",
};

/** The refusal of an edit of an outdated version. `withChanger` (activity.ts) adds who changed it. */
export class ChangedBySomebody extends Refusal {
  declare readonly current: Current;
  constructor(current: Current, who = "Somebody else") {
    super("conflict", `${who} changed this meanwhile`, { current });
  }
}

/** Refuses (conflict, with the current state) an edit that began with another version. */
export function refuseUnseen(
  seen: string | undefined,
  current: Current,
  tag = current.value && versionTag(SNAPSHOTS[current.kind], current.value),
): void {
  if (seen === undefined || seen === (tag ?? seen)) return;
  throw new ChangedBySomebody(current);
}

export const tooLarge = () => new Refusal("tooLarge", "These are too many to change at once. Choose fewer.");

function unexpected(problem: Problem): never {
  throw new Error(`a commit failed for ${problem}`);
}

function subjectOf<K extends ActivityKind>({ before, after }: Pick<EntryOf<K>, "before" | "after">) {
  const subject = after ?? before;
  if (subject === null) throw new Error("an entry is about nothing");
  return subject;
}
