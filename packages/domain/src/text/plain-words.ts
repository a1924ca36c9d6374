/** Letters, with dashes or an ending as in "don't", between brackets, quotes and punctuation. */
const WORD = /^[("“‘]*([A-Za-z]+(?:['’–—-][A-Za-z]+)*)[.,;:!?…)"”’']*$/;

/** Endings removed before a word is checked: "one's" states a number like "one". */
const ENDING = /['’](?:s|t|d|m|ll|re|ve)$/i;

/**
 * Words that state an amount. "first" and "once" are allowed, since advice uses them for time. The second line has
 * prefixes: "fift" covers fifth, fifteen, fifty and fiftyfold.
 */
const NUMBER_WORD = new RegExp(
  [
    "^(?:one|single|second|third|quarter|couple|pair|percent|nil|nought|naught|grand|bn|mn)s?$",
    "^(?:zero|three|thirt|four|forty|forti|five|fift|sixt|seven|eight|nine|nint|eleven|twelve|twelf|twent)",
    "^(?:two|six|ten)(?:s|ths?|fold|some)?$",
    "^(?:half|halv|doubl|twice|tripl|trebl|thrice|quadrupl|quintupl|dozen|fortnight)",
    "hundred|thousand|million|billion|trillion",
  ].join("|"),
  "i",
);

const ROMAN_NUMERAL = /^[IVXLCDM]{2,}$/;
/** Other single letters can mean a number or a scale: "k", "m", "x". */
const ONE_LETTER_WORD = /^[aAI]$/;

/** True for an English word that states no number. Digits of any script, symbols, markup and URLs are refused. */
export function isPlainWord(text: string): boolean {
  if (text === "–" || text === "—") return true;
  const [, word] = WORD.exec(text) ?? [];
  return word?.split(/[–—-]/).every((part) => statesNoNumber(part.replace(ENDING, ""))) ?? false;
}

function statesNoNumber(word: string): boolean {
  if (word.length === 1) return ONE_LETTER_WORD.test(word);
  return /^[a-z]+$/i.test(word) && !NUMBER_WORD.test(word) && !ROMAN_NUMERAL.test(word);
}
