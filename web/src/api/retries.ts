import { hasStatus } from "./api-error.ts";
import { NotSent } from "./wire.ts";

/** How often a call is sent at most, and the milliseconds before its first retry. */
const MAX_TRIES = 6;
const FIRST_DELAY = 1_000;

/** Retries after failures that may pass: no connection, a busy server. */
export async function withRetries<T>(send: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  for (let tried = 1; ; tried++) {
    signal?.throwIfAborted();
    try {
      return await send();
    } catch (error) {
      const isTransient = error instanceof NotSent || hasStatus(error, 429) || hasStatus(error, 503);
      if (!isTransient || tried === MAX_TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, FIRST_DELAY * 2 ** (tried - 1)));
    }
  }
}

/** Splits items into portions, in order, each limited in items and in characters of JSON. */
export function inPortions<Item>(items: readonly Item[], most: number, characters: number): Item[][] {
  const portions: Item[][] = [];
  let size = 0;
  for (const item of items) {
    const length = JSON.stringify(item).length;
    const last = portions.at(-1);
    if (last && last.length < most && size + length <= characters) {
      last.push(item);
      size += length;
    } else {
      portions.push([item]);
      size = length;
    }
  }
  return portions;
}
