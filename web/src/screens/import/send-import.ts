import { IMPORT_ROWS, imports } from "@coffer/contract/import";
import { call, type LedgerId, type WrittenEntry } from "../../api/call.ts";
import type { SentRow } from "../../api/imports.ts";
import { inPortions, withRetries } from "../../api/retries.ts";
import { randomKey } from "../../api/use-api-mutation.ts";
import { forgetImport, type RunningImport, storeImport, storeProgress } from "./stored-import.ts";

/** In characters of JSON: well below the limit of a call, so that progress shows on a slow connection. */
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

/** Retries a portion whose reply was lost under the same key: the server then repeats its first answer. */
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
