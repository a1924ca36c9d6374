import { hasStatus } from "../../api/api-error.ts";
import type { WrittenEntry } from "../../api/call.ts";
import { sendPortion } from "../../api/imports.ts";
import { forgetImport, type RunningImport, storeImport } from "./stored-import.ts";

/** How often a portion is sent again that nobody answered, and the milliseconds before the first of these. */
const TRIES = 6;
const FIRST_DELAY = 1_000;

/**
 * Sends what is left of an import, portion after portion, and says after each how far it is. A portion that may or may
 * not have come in is sent again: it answers as the first time.
 */
export async function sendImport(
  start: RunningImport,
  onProgress: (running: RunningImport) => void,
  signal: AbortSignal,
): Promise<RunningImport> {
  let running = start;
  for (let number = running.done; number < running.portions.length; number++) {
    const rows = running.portions[number] ?? [];
    const { batch, source, budget } = running;
    const written: WrittenEntry[] = [];
    const last = number === running.portions.length - 1;
    const send = () => sendPortion(budget, { batch, source, rows, last }, number, written);
    const answer = await withRetries(send, signal);
    const refused = answer.refused.map(({ row, message }) => ({
      description: rows[row]?.description ?? "",
      message,
    }));
    running = {
      ...running,
      done: number + 1,
      added: running.added + answer.added,
      already: running.already + answer.already,
      refused: [...running.refused, ...refused],
      written: [...(running.written ?? []), ...written].slice(0, 1),
    };
    await storeImport(running);
    onProgress(running);
  }
  await forgetImport(running.budget);
  return running;
}

/** Tries again after what may be over soon: no connection, a busy server. */
async function withRetries<T>(send: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let tried = 1; ; tried++) {
    signal.throwIfAborted();
    try {
      return await send();
    } catch (error) {
      const isTransient = error instanceof TypeError || hasStatus(error, 429) || hasStatus(error, 503);
      if (!isTransient || tried === TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, FIRST_DELAY * 2 ** (tried - 1)));
    }
  }
}
