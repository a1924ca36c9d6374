import { IMPORT_ROWS, imports } from "@coffer/contract/import";
import type { Id } from "@coffer/domain/id";
import { call, type LedgerId, type WrittenEntry } from "../../api/call.ts";
import type { SentRow } from "../../api/imports.ts";
import { inPortions } from "../../api/portions.ts";
import { withRetries } from "../../api/retries.ts";
import { randomKey } from "../../api/use-api-mutation.ts";
import { shownUser } from "../../api/wire.ts";
import type { Theirs } from "../../import/comparison.ts";
import { importName, importStore } from "../../offline/browser-stores.ts";

/** In characters of JSON: well below what one call takes, so that a slow connection shows progress. */
const PORTION_SIZE = 60_000;

export async function beginImport(
  ledgerId: LedgerId,
  rows: readonly SentRow[],
  from: Pick<RunningImport, "source" | "paidBy" | "theirs">,
): Promise<RunningImport> {
  const nothing = { done: 0, added: 0, already: 0, leftOut: 0, toReview: 0, moved: 0, refused: [] };
  const running = {
    ...from,
    ...nothing,
    batch: randomKey(),
    portions: inPortions(rows, IMPORT_ROWS, PORTION_SIZE),
  };
  await storeImport(ledgerId, running);
  return running;
}

/** A portion that may or may not have come in is sent again: it answers as the first time. */
export async function sendImport(
  ledgerId: LedgerId,
  start: RunningImport,
  onProgress: (running: RunningImport) => void,
  signal: AbortSignal,
): Promise<void> {
  let running = start;
  const { batch, source, paidBy, portions } = start;
  for (const [number, rows] of portions.entries()) {
    if (number < start.done) continue;
    const written: WrittenEntry[] = [];
    const last = number === portions.length - 1;
    const body = { batch, source, rows, last, paidBy };
    const send = () => call(imports.add, { ledgerId, body, key: `${batch}-${number}`, written });
    const answer = await withRetries(send, signal);
    const refused = answer.refused.map(({ row, message }) => {
      const { description = "", date, categoryId } = rows[row] ?? {};
      return { description, message, date, categoryId };
    });
    running = {
      ...running,
      done: number + 1,
      added: running.added + answer.added,
      already: running.already + answer.already + answer.tied,
      leftOut: (running.leftOut ?? 0) + answer.leftOut,
      toReview: (running.toReview ?? 0) + answer.toReview,
      moved: (running.moved ?? 0) + answer.moved,
      refused: [...running.refused, ...refused],
      entryId: running.entryId ?? written[0]?.id,
    };
    await storeProgress(ledgerId, running);
    onProgress(running);
  }
  await forgetImport(ledgerId);
}

/** An import that is under way, stored on this device until its last portion is answered. */
export type RunningImport = {
  batch: string;
  source: string;
  /** The account's holder; undefined in a budget of one person. */
  paidBy?: Id | undefined;
  /** The figures of the program that the rows come from, with which the end compares. */
  theirs?: Theirs | undefined;
  portions: SentRow[][];
  done: number;
  added: number;
  already: number;
  /** Absent if an earlier version of the page began the import. */
  leftOut?: number;
  toReview?: number;
  moved?: number;
  refused: {
    description: string;
    message: string;
    /** Absent if an earlier version of the page began the import, as the category is of a row without one. */
    date?: string | undefined;
    categoryId?: Id | undefined;
  }[];
  /** The entry of the whole import, once anything was added. */
  entryId?: string | undefined;
};

/** Without storage, as in a private window, the file is imported again: the rows that came in are known again. */
export async function storedImport(ledgerId: LedgerId): Promise<RunningImport | undefined> {
  const { store, name, progress } = stored(ledgerId);
  const [running, latest] = await Promise.all(
    [name, progress].map((one) => store.get(one).catch(() => undefined)),
  );
  if (!isRunning(running)) return undefined;
  return Object(latest).batch === running.batch ? { ...running, ...Object(latest) } : running;
}

const storeImport = (ledgerId: LedgerId, running: RunningImport) => {
  const { store, name } = stored(ledgerId);
  return store.set(name, running).catch(() => {});
};

/** Without the rows: a long import would write all of them again with each portion. */
const storeProgress = (ledgerId: LedgerId, { portions: _, theirs: _of, ...running }: RunningImport) => {
  const { store, progress } = stored(ledgerId);
  return store.set(progress, running).catch(() => {});
};

export const forgetImport = async (ledgerId: LedgerId) => {
  const { store, name, progress } = stored(ledgerId);
  for (const one of [name, progress]) await store.remove(one).catch(() => {});
};

/** Keyed by user too, so that nobody sees another's rows. */
function stored(ledgerId: LedgerId) {
  const userId = shownUser()?.id ?? 0;
  const name = importName(userId, ledgerId);
  return { store: importStore(userId), name, progress: `${name}-progress` };
}

const isRunning = (stored: unknown): stored is RunningImport => Array.isArray(Object(stored).portions);
