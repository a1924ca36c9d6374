import { inBatches } from "../batches.ts";
import type { Steps } from "../steps.ts";
import { wordsOf } from "./import-row.ts";

type Words = ReadonlySet<string>;

/** So many descriptions are read within one step. */
const TEXTS_A_STEP = 250;
const BITS = 32;

/** The words of each description, read once however many rows have it. */
export function* wordsOfEach(descriptions: Iterable<string>): Steps<Map<string, Words>> {
  const words = new Map<string, Words>();
  for (const some of inBatches([...new Set(descriptions)], TEXTS_A_STEP)) {
    for (const description of some) words.set(description, wordsOf(description));
    yield;
  }
  return words;
}

/**
 * Finds by a text's words which of some texts share one with it. Each of them is a bit, so that the text is compared
 * with all at once, however many have a word in common.
 */
export function createSharedWords(texts: readonly Words[]) {
  const size = Math.ceil(texts.length / BITS);
  const byWord = new Map<string, Uint32Array>();
  texts.forEach((words, index) => {
    for (const word of words) {
      const sharing = byWord.get(word) ?? new Uint32Array(size);
      setBit(sharing, index);
      byWord.set(word, sharing);
    }
  });
  return (words: Words): Uint32Array => {
    const found = new Uint32Array(size);
    for (const word of words) addBits(found, byWord.get(word));
    return found;
  };
}

export function setBit(bits: Uint32Array, index: number): void {
  const at = Math.floor(index / BITS);
  bits[at] = (bits[at] ?? 0) | (1 << (index % BITS));
}

export const hasBit = (bits: Uint32Array, index: number): boolean =>
  ((bits[Math.floor(index / BITS)] ?? 0) & (1 << (index % BITS))) !== 0;

export function addBits(bits: Uint32Array, added: Uint32Array | undefined): void {
  added?.forEach((some, at) => {
    bits[at] = (bits[at] ?? 0) | some;
  });
}
