import { inBatches } from "../batches.ts";
import { atOnce, type Steps } from "../steps.ts";
import { wordsOf } from "../text/folded.ts";

export type Words = ReadonlySet<string>;

/** Descriptions read in one step. */
const TEXTS_A_STEP = 250;
const BITS = 32;
/** A word that this many different payees have in addition to their names does not distinguish them. */
const COMMON_PAYEES = 2;

/** Words that identify no payee: articles, legal forms, parts of web addresses, words for payments and subscriptions. */
const NAMELESS = new Set(
  `the and of at to for from by in on with your my our a an de du des la le les el los las del y e o di da do dos il lo et
  und von vom der die das den dem am im zu zur fur mit bei van het een og av til w z na
  com www net org co uk gmbh ag kg ug ohg mbh se sa sas sarl srl spa ltd limited llc inc plc corp bv nv ab as oy
  aps kft doo gbr company
  card cards payment payments purchase pos debit credit transfer order standing online contactless visa mastercard maestro
  paypal klarna sumup stripe ref reference mandate iban bic sepa number no nr id
  lastschrift kartenzahlung uberweisung dauerauftrag gutschrift zahlung einkauf sagt danke basislastschrift
  paiement carte achat prelevement virement pago compra tarjeta transferencia pagamento carta bonifico
  betaling pinbetaling przelew platnosc karta
  membership subscription abo abonnement premium family basic`
    .split(/\s+/)
    .filter(Boolean),
);

/** The words of each distinct description. */
export function* wordsOfEach(descriptions: Iterable<string>): Steps<Map<string, Words>> {
  const words = new Map<string, Words>();
  for (const some of inBatches([...new Set(descriptions)], TEXTS_A_STEP)) {
    for (const description of some) words.set(description, wordsOf(description));
    yield;
  }
  return words;
}

/**
 * Finds the words that distinguish payees in a household's distinct descriptions. Descriptions that begin with the same
 * word are of one payee. A word is distinctive if few different payees have it, or if as many descriptions begin with it.
 */
export function* distinctiveInSteps(all: Iterable<Words>): Steps<(words: Words) => Words> {
  const beginning = new Map<string, number>();
  const beside = new Map<string, Set<string>>();
  for (const some of inBatches([...all], TEXTS_A_STEP)) {
    for (const words of some) {
      const [first, ...others] = namesIn(words);
      if (first === undefined) continue;
      beginning.set(first, (beginning.get(first) ?? 0) + 1);
      for (const word of others) {
        const payees = beside.get(word) ?? new Set();
        beside.set(word, payees.add(first));
      }
    }
    yield;
  }
  const isDistinctive = (word: string) => {
    const payees = beside.get(word)?.size ?? 0;
    return payees < COMMON_PAYEES || payees <= (beginning.get(word) ?? 0);
  };
  return (words) => {
    const distinctive = namesIn(words).filter(isDistinctive);
    // Equal texts match even if all of their words are common.
    return new Set([...distinctive, `=${[...words].join(" ")}`]);
  };
}

export const createDistinctive = (all: Iterable<Words>) => atOnce(distinctiveInSteps(all));

/** The distinctive words of each description. */
export function* distinctiveWords(words: ReadonlyMap<string, Words>): Steps<Map<string, Words>> {
  const distinctiveIn = yield* distinctiveInSteps(words.values());
  const distinctive = new Map<string, Words>();
  for (const some of inBatches([...words], TEXTS_A_STEP)) {
    for (const [text, all] of some) distinctive.set(text, distinctiveIn(all));
    yield;
  }
  return distinctive;
}

/** The words that can name a payee; all words if none can. */
function namesIn(words: Words): string[] {
  const names = [...words].filter((word) => !NAMELESS.has(word));
  return names.length > 0 ? names : [...words];
}

/** True if one of them contains all words of the other, as the bank's text contains a shop's name. */
export function containsOther(a: Words, b: Words): boolean {
  const namesOf = (words: Words) => [...words].filter((word) => !word.startsWith("="));
  const [names, others] = [namesOf(a), namesOf(b)];
  const [few, many] = names.length < others.length ? [names, b] : [others, a];
  return few.length > 0 ? few.every((word) => many.has(word)) : [...a].some((word) => b.has(word));
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
