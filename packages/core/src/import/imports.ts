import type { Id } from "@coffer/domain/id";
import { type KnownTransaction, matchFiles } from "@coffer/domain/import/import-match";
import { type Fingerprint, fingerprintOf, schemeOf } from "@coffer/domain/import/import-row";
import { importNotice } from "@coffer/domain/notification/notification";
import type { Day } from "@coffer/domain/time/day";
import type { Transaction } from "@coffer/domain/transaction/transaction";
import type { OpenBudget } from "../access.ts";
import { hashOf } from "../account/links.ts";
import { createRecorder, type Recording } from "../activity/recording.ts";
import { noSuchCategory, unfitCategory } from "../category/category-problem.ts";
import type { CategoryStore } from "../category/category-store.ts";
import type { Env } from "../env.ts";
import { type IdempotencyKey, keyReused } from "../idempotency.ts";
import { createNotify, type NotificationStore } from "../notification/notifications.ts";
import { Refusal } from "../refusal.ts";
import { retryOnConflict } from "../retry-on-conflict.ts";
import { type TransactionDraft, watchNothing } from "../transaction/transactions.ts";

export type ImportDraft = TransactionDraft & {
  reference?: string;
};
/** A row of a portion, or what is wrong with it. */
export type PortionRow = { row: ImportDraft } | { refused: string };
/** `last` says that the whole file is in with it, which its sender is notified of. */
type ImportPortion = { batch: string; source: string; rows: readonly PortionRow[]; last?: boolean };
type ImportAnswer = { added: number; already: number; refused: { row: number; message: string }[] };

/** How far a portion came: the first `done` of its rows. `taken` are the transactions that answered for its rows. */
export type PortionProgress = ImportAnswer & {
  request: string;
  done: number;
  taken: Id[];
  /** The entry of the whole batch, once anything was added. */
  entryId?: string | undefined;
};
type ImportedTransaction = { transaction: Transaction; imported: Fingerprint };

/** Some rows of a portion, written all or none. */
export type ImportStep = {
  batch: string;
  source: string;
  key: string;
  /** What was read of the budget's imports: the step fails where another came since. */
  version: number;
  before: PortionProgress | undefined;
  after: PortionProgress;
  added: ImportedTransaction[];
  /** What is there and is to be known by its row from now on. */
  known: { id: Id; imported: Fingerprint }[];
  by: Id;
  /** Milliseconds. */
  now: number;
  /** Of the whole batch: the first step writes it, the others count on. */
  recording: Recording;
};

type OpenImport = {
  version: number;
  portion: PortionProgress | undefined;
  taken: Set<Id>;
  added: number;
  entryId: string | undefined;
};

export type ImportStore = {
  /** `taken`, `added` and `entryId` are of all portions of the batch; `version` counts all imports into the budget. */
  open(ownerId: Id, batch: string, key: string): Promise<OpenImport>;
  /** What rows of these days may be, but for what the batch itself brought. */
  known(ownerId: Id, days: readonly Day[], batch: string): Promise<KnownTransaction[]>;
  /** False where anything that was read has changed: an import came, a category went, the batch was undone. */
  write(ownerId: Id, step: ImportStep): Promise<boolean>;
  isUndone(ownerId: Id, batch: string): Promise<boolean>;
};

/** So many rows are written at once: with checks of their categories they fit into one transaction. */
const STEP_WRITES = 70;
const STEP_CATEGORIES = 25;

/** Importing the rows of files, none of them twice. */
export function createImports(
  stores: { imports: ImportStore; categories: CategoryStore; notifications: NotificationStore },
  env: Pick<Env, "clock" | "ids" | "origin" | "securityLog">,
  watchPlan = watchNothing,
) {
  const { clock, ids } = env;
  const record = createRecorder(env);
  const notify = createNotify(stores, env);

  return {
    /**
     * Adds the rows that are not there yet. A row is known by its facts and by how many of the kind there are; what
     * one batch brings is new to the others, so that twins come in from different portions. A repeat of the portion
     * goes on where it was cut off, and answers for the whole of it.
     */
    async add(budget: OpenBudget, portion: ImportPortion, given?: IdempotencyKey): Promise<ImportAnswer> {
      const { ownerId, user } = budget;
      const { batch, source, rows } = portion;
      const { key, request } = given ?? keyOf(portion);
      const brought: Transaction[] = [];
      return retryOnConflict(async () => {
        const open = await stores.imports.open(ownerId, batch, key);
        let { version, portion: progress, added: total, entryId } = open;
        if (progress && progress.request !== request) throw keyReused();
        const left = rows.slice(progress?.done);
        let rest = left.length > 0 ? await match(ownerId, batch, left, open.taken) : [];
        while (!progress || rest.length > 0) {
          const { added, known, ...step } = nextStep(budget, rest, progress ?? { ...NO_PROGRESS, request });
          total += added.length;
          const recording = batchRecording(budget, portion, total, entryId);
          if (added.length > 0) entryId = recording.entry.id;
          const after = { ...step.after, entryId };
          const change = { version, before: progress, after, added, known };
          const context = { batch, source, key, by: user.id, now: clock(), recording };
          if (!(await stores.imports.write(ownerId, { ...context, ...change }))) {
            if (await stores.imports.isUndone(ownerId, batch)) throw undoneMeanwhile();
            return "changed";
          }
          brought.push(...added.map(({ transaction }) => transaction));
          progress = after;
          version += 1;
          rest = rest.slice(step.rows);
        }
        if (!open.portion && !open.entryId) env.securityLog({ event: "import", userId: user.id });
        if (entryId) budget.noteEntry?.(entryId);
        await watchPlan(budget, brought);
        await notifyFinished(budget, portion, total);
        return answerOf(progress);
      }, busy);
    },
  };

  /** The entry of the whole batch as it is with `added` transactions: under its first id, once it has one. */
  function batchRecording(
    { user }: OpenBudget,
    { batch, source }: ImportPortion,
    added: number,
    entryId: string | undefined,
  ): Recording {
    const after = { batch, source, added };
    const about = { kind: "import", action: "imported", entityId: batch, label: source } as const;
    const { entry } = record({ user }, { ...about, before: null, after });
    return { entry: { ...entry, id: entryId ?? entry.id } };
  }

  /** After the last portion, and again with a repeat of it; that notifies once. */
  async function notifyFinished(
    { user, ownerId }: OpenBudget,
    { batch, source, last }: ImportPortion,
    added: number,
  ) {
    if (last) await notify(user, importNotice(batch, source, added), { ownerId });
  }

  /** What becomes of each row. */
  async function match(ownerId: Id, batch: string, rows: readonly PortionRow[], taken: Set<Id>) {
    const categories = await stores.categories.list(ownerId);
    const types = new Map(categories.map(({ id, type }) => [id, type]));
    const checked = rows.map((row): PortionRow => {
      if ("refused" in row) return row;
      const { categoryId, type } = row.row;
      const actual = types.get(categoryId);
      if (actual === undefined) return { refused: noSuchCategory().message };
      return actual === type ? row : { refused: unfitCategory("otherType", type).message };
    });
    const readable = checked.flatMap((row) => ("row" in row ? [row.row] : []));
    const days = readable.map(({ date }) => date);
    const there = (await stores.imports.known(ownerId, days, batch)).filter(({ id }) => !taken.has(id));
    const byId = new Map(there.map((transaction) => [transaction.id, transaction]));
    const [matches = []] = matchFiles([readable.map(({ notes: _, ...row }) => row)], there);
    const found = new Map(readable.map((row, index) => [row, matches[index]]));
    return checked.map((row): MatchedRow => {
      if ("refused" in row) return row;
      const match = found.get(row.row);
      return { row: row.row, here: match?.state === "here" ? byId.get(match.id) : undefined };
    });
  }

  /** The first of the rows, as many as one write takes. */
  function nextStep({ user }: OpenBudget, rows: readonly MatchedRow[], before: PortionProgress) {
    const after = { ...before, refused: [...before.refused], taken: [...before.taken] };
    const added: ImportedTransaction[] = [];
    const known: ImportStep["known"] = [];
    const categories = new Set<Id>();
    for (const matched of rows) {
      if (added.length + known.length >= STEP_WRITES) break;
      if ("refused" in matched) after.refused.push({ row: after.done, message: matched.refused });
      else if (matched.here) {
        after.already += 1;
        after.taken.push(matched.here.id);
        const imported = fingerprintWith(matched.here, matched.row);
        if (imported) known.push({ id: matched.here.id, imported });
      } else {
        const { reference: _, ...draft } = matched.row;
        if (!categories.has(draft.categoryId) && categories.size === STEP_CATEGORIES) break;
        categories.add(draft.categoryId);
        const transaction = { ...draft, id: ids(), createdAt: clock(), createdBy: user.id };
        added.push({ transaction, imported: fingerprintOf(matched.row) });
      }
      after.done += 1;
    }
    after.added += added.length;
    return { after, added, known, rows: after.done - before.done };
  }
}

type MatchedRow = { row: ImportDraft; here: KnownTransaction | undefined } | { refused: string };

/** What a transaction that is there keeps of the row from now on; undefined where it keeps all of it already. */
function fingerprintWith({ imported }: KnownTransaction, row: ImportDraft): Fingerprint | undefined {
  const print = fingerprintOf(row);
  if (!imported) return print;
  const known = new Set(imported.references.map(schemeOf));
  const fresh = print.references.filter((reference) => !known.has(schemeOf(reference)));
  return fresh.length > 0 ? { ...imported, references: [...imported.references, ...fresh] } : undefined;
}

const NO_PROGRESS = { done: 0, added: 0, already: 0, refused: [], taken: [] };

const answerOf = ({ added, already, refused }: ImportAnswer): ImportAnswer => ({ added, already, refused });

/** A portion that came without a key is known by what is in it. */
function keyOf({ rows }: ImportPortion): IdempotencyKey {
  const hash = hashOf(JSON.stringify(rows));
  return { key: hash, request: hash };
}

const undoneMeanwhile = () =>
  new Refusal(
    "conflict",
    "This import was undone, so the rest of it stays out. Import the file again to bring it in.",
  );
const busy = () =>
  new Refusal("busy", "Somebody else is importing at the same time. Please try again.", { retryAfter: 1 });
