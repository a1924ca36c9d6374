import { inBatches } from "../batches.ts";
import type { Steps } from "../steps.ts";
import { wordsOf } from "./import-row.ts";

type Words = ReadonlySet<string>;

/** Descriptions read in one step. */
const TEXTS_A_STEP = 250;
const BITS = 32;

/** The words of each distinct description. */
export function* wordsOfEach(descriptions: Iterable<string>): Steps<Map<string, Words>> {
  const words = new Map<string, Words>();
  for (const some of inBatches([...new Set(descriptions)], TEXTS_A_STEP)) {
    for (const description of some) words.set(description, wordsOf(description));
    yield;
  }
  return words;
}

/** Returns a function that marks, with a bit for each text, the texts that share one of the given words. */
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
