/** Letters, joined by dashes or with an ending as in "don't", between brackets, quotes and the marks of a sentence. */
const WORD = /^[("“‘]*([A-Za-z]+(?:['’–—-][A-Za-z]+)*)[.,;:!?…)"”’']*$/;

/** Endings that a word loses before it is compared: "one's" states a number as "one" does. */
const ENDING = /['’](?:s|t|d|m|ll|re|ve)$/i;

/**
 * Words that say how much or how many. Not "first" and "once", which in advice say when. The second line holds
 * beginnings: "fift" stands for fifth, fifteen, fifty and fiftyfold.
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
/** All other single letters are read as numbers or scales in places: "k", "m", "x". */
const ONE_LETTER_WORD = /^[aAI]$/;

/** True for an English word that states no number: no digits of any script, signs, markup or addresses. */
export function isPlainWord(text: string): boolean {
  if (text === "–" || text === "—") return true;
  const [, word] = WORD.exec(text) ?? [];
  return word?.split(/[–—-]/).every((part) => statesNoNumber(part.replace(ENDING, ""))) ?? false;
}

function statesNoNumber(word: string): boolean {
  if (word.length === 1) return ONE_LETTER_WORD.test(word);
  return /^[a-z]+$/i.test(word) && !NUMBER_WORD.test(word) && !ROMAN_NUMERAL.test(word);
}
