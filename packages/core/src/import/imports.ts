import type { EntryOf } from "@coffer/domain/activity/activity";
import { MOST_PORTIONS, MOST_WAITING } from "@coffer/domain/ceilings";
import type { Id } from "@coffer/domain/id";
import { factsOf, fingerprintOf } from "@coffer/domain/import/import-row";
import { importNotice } from "@coffer/domain/notification/notification";
import type { ReviewRow } from "@coffer/domain/review/review";
import { MINUTE_MS } from "@coffer/domain/time/day";
import { detailsOf } from "@coffer/domain/transaction/details";
import type { Transaction } from "@coffer/domain/transaction/transaction";
import { isGuest, type OpenLedger, requireProvenAddress } from "../access.ts";
import { hashOf } from "../account/links.ts";
import { newEntry } from "../activity/recording.ts";
import type { Env } from "../env.ts";
import { type IdempotencyKey, keyReused } from "../idempotency.ts";
import { refuseGone } from "../ledger/ceilings.ts";
import { notify } from "../notification/notifications.ts";
import { bytesOf } from "../pages.ts";
import type { Quota } from "../quota.ts";
import { Refusal, retryOnConflict } from "../refusal.ts";
import { payerOfBill } from "../review/accept.ts";
import { refuseStrangers } from "../share/balances.ts";
import type { Stores } from "../stores.ts";
import { notifyNobody } from "../transaction/transactions.ts";
import type { ImportAnswer, ImportStep, KnownRow, OpenImport, PortionProgress } from "./import-store.ts";
import {
  type AddedDraft,
  type ImportDraft,
  isAside,
  isNewTo,
  type MatchedRow,
  matchPortion,
  matchRead,
  type PortionRow,
  piecesOf,
  type ReadRow,
} from "./portion-rows.ts";

/** `last` marks the last portion of a file. */
type ImportPortion = {
  batch: string;
  source: string;
  rows: readonly PortionRow[];
  paidBy?: Id | undefined;
  last?: boolean;
};

/** An import that takes longer notifies its sender, who may be doing something else by then. */
const LONG_IMPORT_MS = MINUTE_MS;

export function createImports(
  stores: Pick<
    Stores,
    | "imports"
    | "transactions"
    | "categories"
    | "goals"
    | "rules"
    | "notifications"
    | "shares"
    | "users"
    | "ledger"
    | "settlements"
    | "subscriptions"
  >,
  env: Pick<Env, "clock" | "ids" | "origin" | "securityLog">,
  quota: Quota,
  notifyOfTransactions = notifyNobody,
) {
  const { clock, ids } = env;

  return {
    /** The reasons why `add` would refuse any rows, and how many rows it takes. */
    async room(ledger: OpenLedger) {
      const { ownerId, user } = ledger;
      const [rows, waiting] = await Promise.all([quota.roomFor(ownerId), stores.imports.waiting(ownerId)]);
      const check = () => {
        requireProvenAddress(user);
        quota.checkEntries({ ownerId, byGuest: isGuest(ledger) }, false);
      };
      return { ...rows, inReview: Math.max(0, MOST_WAITING - waiting), refused: refusalOf(check) };
    },

    match: (ledger: OpenLedger, rows: readonly (ReadRow | null)[]) => matchRead(stores, ledger, rows),

    /**
     * Adds the rows that do not exist yet. Rows are compared by their fingerprint and by how many have the same one. Rows
     * of one batch are not compared with each other, so that identical rows in different portions are all added. A retry
     * of a portion continues where it stopped, and returns the result for the whole portion.
     */
    async add(ledger: OpenLedger, portion: ImportPortion): Promise<ImportAnswer> {
      const { ownerId, user } = ledger;
      const key = ledger.key ?? keyOf(portion);
      requireProvenAddress(user);
      await refuseStrangers(stores, ledger, { paidBy: portion.paidBy });
      const brought: Transaction[] = [];
      return retryOnConflict(async () => {
        const open = await stores.imports.open(ownerId, portion.batch, key.key);
        await checkPortion(ledger, portion, key, open);
        const written = await writePortion(ledger, portion, key, open, brought);
        if (written === "changed") return written;
        const { progress, entryId, added } = written;
        if (!open.portion && !open.entryId) env.securityLog({ event: "import", userId: user.id });
        if (entryId) ledger.noteEntry?.(entryId);
        await notifyOfTransactions(ledger, brought);
        await notifyOfEnd(ledger, portion, open, added);
        return answerOf(progress);
      }, busy);
    },
  };

  /** Refuses (conflict) a portion beyond the bounds, of an import of somebody else, or under a key of another portion. */
  async function checkPortion(
    ledger: OpenLedger,
    { rows }: ImportPortion,
    { request }: IdempotencyKey,
    { portion: progress, portions, startedBy, waiting: alreadyWaiting }: OpenImport,
  ): Promise<void> {
    const { user } = ledger;
    if (progress && progress.request !== request) throw keyReused();
    if (!progress && portions >= MOST_PORTIONS) throw tooManyPortions();
    if ((startedBy ?? user.id) !== user.id) throw new Refusal("conflict", OTHERS);
    if (startedBy === undefined) await refuseGone(stores, ledger, "import");
    const pieces = rows.flatMap((one) => ("row" in one ? piecesOf(one.row) : []));
    const waiting = pieces.filter(waits).length;
    if (!progress && waiting > 0 && alreadyWaiting + waiting > MOST_WAITING) throw tooManyWait();
  }

  /** Writes the rest of a portion in steps, and adds their transactions to `brought`. `added` counts the whole batch. */
  async function writePortion(
    ledger: OpenLedger,
    portion: ImportPortion,
    { key, request }: IdempotencyKey,
    open: OpenImport,
    brought: Transaction[],
  ) {
    const { ownerId, user } = ledger;
    const { batch, source } = portion;
    const writer = { ownerId, byGuest: isGuest(ledger) };
    let { version, portion: progress, added, toReview, entryId } = open;
    const left = portion.rows.slice(progress?.done);
    let rest = left.length > 0 ? await matchPortion(stores, ownerId, batch, left, open.taken) : [];
    while (!progress || rest.length > 0) {
      const before = progress ?? { ...NO_PROGRESS, request };
      const { after, ...rows } = nextStep(ledger, open, rest, before, portion);
      const fresh = rows.added.length + rows.aside.length;
      added += rows.added.length;
      toReview += rows.aside.filter(({ state }) => state === "waiting").length;
      const isShort = quota.checkEntries(writer, false);
      await quota.takeRows(ownerId, fresh);
      const entry = batchEntry(ledger, portion, { added, toReview }, entryId);
      if (fresh + rows.known.length > 0) entryId = entry.id;
      const about = { id: ids(), batch, source, key, version, by: user.id, now: clock() };
      const change = { before: progress, after: { ...after, entryId }, recording: { entry, isShort } };
      if (!(await stores.imports.write(ownerId, { ...about, ...change, ...rows }))) {
        quota.giveBack(ownerId, fresh);
        if (await stores.imports.isUndone(ownerId, batch)) throw new Refusal("conflict", UNDONE);
        return "changed";
      }
      // A portion's record is kept for weeks, as entries are, so it counts with them.
      await quota.countEntries(writer, bytesOf(change.after));
      brought.push(...rows.added.map(({ transaction }) => transaction));
      progress = change.after;
      version += 1;
      rest = rest.slice(after.done - before.done);
    }
    return { progress, entryId, added };
  }

  /** Not for a short import, whose sender sees the result. The notice's id makes a retry notify only once. */
  async function notifyOfEnd(
    { ownerId, user }: OpenLedger,
    { batch, source, last }: ImportPortion,
    { startedAt }: OpenImport,
    added: number,
  ): Promise<void> {
    const isLong = startedAt !== undefined && clock() - startedAt >= LONG_IMPORT_MS;
    if (last && isLong) await notify(stores, env, user, importNotice(batch, source, added), { ownerId });
  }

  /** The entry of the whole batch with what it added so far; it keeps the id of its first step. */
  function batchEntry(
    { user }: OpenLedger,
    { batch, source }: ImportPortion,
    { added, toReview }: { added: number; toReview: number },
    entryId: string | undefined,
  ): EntryOf<"import"> {
    const after = { batch, source, added, ...(toReview > 0 && { toReview }) };
    const about = { kind: "import", action: "imported", entityId: batch, label: source } as const;
    const entry = newEntry(env, user.id, { ...about, before: null, after });
    return { ...entry, id: entryId ?? entry.id };
  }

  /** As many of the rows as fit into one transaction, with the portion's progress after them. */
  function nextStep(
    { user }: OpenLedger,
    { hasRoom }: OpenImport,
    rows: readonly MatchedRow[],
    before: PortionProgress,
    portion: ImportPortion,
  ): Step {
    const step: Step = {
      after: { ...before, refused: [...before.refused], taken: [...before.taken] },
      added: [],
      known: [],
      aside: [],
    };
    for (const matched of rows) {
      const pieces = "split" in matched ? matched.split : "parts" in matched ? matched.parts : [matched];
      if (!hasRoom(step, pieces.length)) break;
      takeRow(step, matched, portion, user.id);
      step.after.done += 1;
    }
    step.after.added += step.added.length;
    return step;
  }

  function takeRow(step: Step, matched: MatchedRow, portion: ImportPortion, userId: Id): void {
    const { after, added, known, aside } = step;
    const entered = () => ({ id: ids(), createdBy: userId });
    const transactionOf = (row: AddedDraft) => ({ ...storedPart(row), ...entered(), createdAt: clock() });
    const tie = (was: KnownRow, row: ImportDraft) =>
      known.push({ was, row: fingerprintOf(row), paidBy: payerOfBill(was, portion.paidBy) });
    if ("refused" in matched) after.refused.push({ row: after.done, message: matched.refused });
    else if ("parts" in matched) for (const part of matched.parts) takeRow(step, part, portion, userId);
    else if ("isRemembered" in matched) after[matched.row.leaveOut ? "leftOut" : "already"] += 1;
    else if ("aside" in matched) {
      const { source, batch } = portion;
      const row = { ...reviewRowOf(matched.row, matched.aside), ...entered(), source, batch };
      aside.push(row);
      after[COUNTED[row.state]] += 1;
    } else if ("tied" in matched) {
      after.tied += matched.row.lines?.length ?? 1;
      after.taken.push(matched.tied.id);
      tie(matched.tied, matched.row);
    } else if ("here" in matched) {
      const { here, row } = matched;
      after[row.leaveOut ? "leftOut" : "already"] += row.lines?.length ?? 1;
      after.taken.push(here.id);
      if (!isAside(here) && isNewTo(here, row)) tie(here, row);
    } else if ("split" in matched) {
      const [first, ...others] = matched.split.map(transactionOf);
      const paymentId = first?.id ?? 0;
      if (first) added.push({ transaction: { ...first, paymentId }, imported: fingerprintOf(matched.row) });
      added.push(...others.map((line) => ({ transaction: { ...line, paymentId } })));
    } else added.push({ transaction: transactionOf(matched.row), imported: fingerprintOf(matched.row) });
  }
}

/** Rows of a portion that are written together, and its progress after them. */
type Step = Pick<ImportStep, "after" | "added" | "known" | "aside">;

/** The sentence with which a check refuses; null if it passes. */
function refusalOf(check: () => void): string | null {
  try {
    check();
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
}

const NO_PROGRESS = {
  done: 0,
  added: 0,
  already: 0,
  tied: 0,
  leftOut: 0,
  toReview: 0,
  moved: 0,
  refused: [],
  taken: [],
};

const answerOf = (progress: ImportAnswer): ImportAnswer => {
  const { added, already, tied, leftOut, toReview, moved, refused } = progress;
  return { added, already, tied, leftOut, toReview, moved, refused };
};

const COUNTED = { waiting: "toReview", transfer: "moved", "left-out": "leftOut" } as const;

/** A row without the fields that only the import needs. */
function storedPart(row: AddedDraft) {
  const {
    reference: _,
    account: _of,
    file: _from,
    tiesTo: _tie,
    leaveOut: _left,
    transfer: _moved,
    waits: _waits,
    lines: _lines,
    rename,
    goalId,
    ...draft
  } = row;
  return { ...draft, description: rename ?? draft.description, ...(goalId && { goalId }) };
}

/** Without shares and a goal, which follow from the category. */
function reviewRowOf(draft: ImportDraft, state: ReviewRow["state"]) {
  const { reference, account, file, categoryId } = draft;
  const proposed = state === "waiting" && categoryId !== undefined && { proposedId: categoryId };
  return {
    ...{ ...factsOf(draft), ...detailsOf(draft), state },
    ...(reference && { reference }),
    ...(account && { account }),
    ...(file && { file }),
    ...proposed,
  };
}

const waits = ({ waits, categoryId, tiesTo, leaveOut, transfer }: ImportDraft): boolean =>
  waits === true || (categoryId === undefined && tiesTo === undefined && !leaveOut && !transfer);

function keyOf({ rows }: ImportPortion): IdempotencyKey {
  const hash = hashOf(JSON.stringify(rows));
  return { key: hash, request: hash };
}

const OTHERS = "Somebody else started this import. Import the file yourself.";

const UNDONE = "This import was undone, so the rest of it was not added. Import the file again to add it.";

const tooManyPortions = () =>
  new Refusal(
    "conflict",
    `An import takes at most ${MOST_PORTIONS.toLocaleString("en-US")} portions. Import the file again for the rest: nothing is added twice.`,
  );

const tooManyWait = () =>
  new Refusal(
    "conflict",
    `At most ${MOST_WAITING.toLocaleString("en-US")} rows can wait in review. Decide about some of them, then continue: nothing is added twice.`,
  );

const busy = () =>
  new Refusal("busy", "Somebody else is importing at the same time. Please try again.", { retryAfter: 1 });
