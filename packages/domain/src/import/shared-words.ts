import { inBatches } from "../batches.ts";
import type { Steps } from "../steps.ts";
import { wordsOf } from "../text/folded.ts";

export type Words = ReadonlySet<string>;

/** Descriptions read in one step. */
const TEXTS_A_STEP = 250;
const BITS = 32;
/** A word that this many different payees have, and that none of them begins with, names none of them. */
const COMMON_PAYEES = 3;

/** Words of many payees in any household: what they are, what they sell, and how one pays. */
const COMMON = new Set(
  `the and of at to for from by in on with your my our a an de du des la le les el los las del y e o di da do dos il lo et
  und von vom der die das den dem am im zu zur fur mit bei en van het een og i av til w z na do dla
  com www net org co uk de fr it es at ch nl eu app gmbh ag kg ug ohg mbh se sa sas sarl srl spa ltd limited llc inc plc corp bv nv ab as oy
  aps sp zoo kft doo gbr cie company group international services service
  card cards payment payments purchase pos debit credit direct transfer order standing online contactless visa mastercard
  maestro paypal klarna sumup stripe ref reference mandate iban bic sepa number no nr id ec atm cash
  lastschrift kartenzahlung uberweisung dauerauftrag gutschrift zahlung einkauf danke sagt basislastschrift
  paiement carte achat virement prelevement pago compra tarjeta transferencia recibo pagamento carta bonifico
  betaling pinbetaling przelew platnosc karta
  insurance versicherung versicherungen assurance seguro assicurazione verzekering ubezpieczenie forsikring forsakring
  store shop market markt supermarket supermarkt marche mercado tienda laden filiale branch restaurant cafe bar hotel
  bank banque banco sparkasse club membership subscription abo abonnement subscripcion fee fees bill invoice rechnung
  facture rent miete loyer monthly annual yearly month year jahr monat beitrag rate home house city center centre central
  stadt street strasse world europe germany deutschland france espana italia london berlin paris madrid amsterdam wien
  premium family basic plus pro online web`
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

/** What a word says of a payee: nothing if any household uses it, or if many payees of this one have it beside others. */
export function createTelling(all: Iterable<Words>): (words: Words) => Words {
  const isOwnName = new Set<string>();
  const beside = new Map<string, Set<string>>();
  const namesIn = (words: Words) => [...words].filter((word) => !COMMON.has(word));
  for (const words of all) {
    const [first, ...others] = namesIn(words);
    if (first === undefined) continue;
    isOwnName.add(first);
    for (const word of others) {
      const payees = beside.get(word) ?? new Set();
      beside.set(word, payees);
      if (payees.size < COMMON_PAYEES) payees.add(first);
    }
  }
  const tells = (word: string) => isOwnName.has(word) || (beside.get(word)?.size ?? 0) < COMMON_PAYEES;
  return (words) => {
    const telling = namesIn(words).filter(tells);
    // The same text is a likeness even if all of its words are common.
    return new Set([...telling, `=${[...words].join(" ")}`]);
  };
}

/** True if one of them has all words of the other: a shop's name in the bank's text, or a part of a typed one. */
export function holdsOther(a: Words, b: Words): boolean {
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
