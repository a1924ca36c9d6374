import type { NamedFacts, Phrases } from "./named-facts.ts";
import type { TipSubject, Tips } from "./tips.ts";

/** A model's tips, with placeholders such as "{{c1.overNow}}" for facts; `category` is a category's key, "c1". */
export type TipsAnswer = Pick<Tips, "summary" | "tips"> & {
  forecasts: { category: string; forecast: string }[];
};

/** A fact's name in braces, next to punctuation only: other characters could form another number or a URL. */
const PLACEHOLDER = /^([("“‘]*)\{\{([a-zA-Z0-9.]+)\}\}((?:['’]s)?[.,;:!?…)"”’']*)$/;

/** Undefined if a text contains anything but plain words and facts about its subject: the month or one category. */
export function fillTips(answer: TipsAnswer, facts: NamedFacts, templates: Tips): Tips | undefined {
  const summary = fill(answer.summary, facts, facts.month);
  const tips = allOf(answer.tips.map((tip) => fillTip(tip, facts)));
  const forecasts = fillForecasts(answer, facts);
  if (!summary || !tips || !forecasts) return undefined;
  return {
    summary,
    tips,
    about: answer.tips.map((tip) => subjectOf(tip, facts, templates)),
    forecasts: templates.forecasts.map(({ forecast, ...category }, index) => {
      const { key, forecast: hasForecast } = facts.categories[index] ?? {};
      return { ...category, forecast: (hasForecast && key && forecasts.get(key)) || forecast };
    }),
  };
}

function fillTip(tip: string, facts: NamedFacts): string | undefined {
  const [subject, ...others] = facts.categories.filter(({ key }) => tip.includes(`{{${key}.`));
  if (!subject) return fill(tip, facts, facts.month);
  if (others.length > 0 || !tip.includes(`{{${subject.key}.name}}`)) return undefined;
  return fill(tip, facts, subject.phrases);
}

/** `templates` has the categories in the order of the facts. */
function subjectOf(tip: string, { categories }: NamedFacts, templates: Tips): TipSubject {
  const category = templates.forecasts[categories.findIndex(({ key }) => tip.includes(`{{${key}.`))];
  if (category) return category.categoryId;
  if (tip.includes("{{month.paymentsDue}}")) return "subscriptions";
  if (tip.includes("{{month.goalsBehind}}")) return "goals";
  if (/\{\{month\.(?:toSpend|perDay)\}\}/.test(tip)) return "to-spend";
  return /\{\{month\.(?:plannedIncome|income|missingIncome)\}\}/.test(tip) ? "income" : "left";
}

/** Forecasts by category key; undefined if one is refused or a category has two. */
function fillForecasts(answer: TipsAnswer, facts: NamedFacts): Map<string, string> | undefined {
  const filled = allOf(
    answer.forecasts.map(({ category, forecast }): [string, string] | undefined => {
      const subject = facts.categories.find(({ key }) => key === category);
      const text = subject && fill(forecast, facts, subject.phrases);
      return text ? [category, text] : undefined;
    }),
  );
  const forecasts = new Map(filled);
  return filled && forecasts.size === filled.length ? forecasts : undefined;
}

function fill(text: string, facts: NamedFacts, subject: Phrases): string | undefined {
  const phrases = new Map(Object.entries({ ...facts.always, ...subject }));
  const words = text.split(/\s+/).filter((word) => word !== "");
  const filled = allOf(
    words.map((word) => {
      const [, before, name, after] = PLACEHOLDER.exec(word) ?? [];
      if (name === undefined) return isPlainWord(word) ? word : undefined;
      const phrase = phrases.get(name);
      return phrase && `${before}${phrase}${after}`;
    }),
  );
  return filled && !mentionsAnother(words, facts, subject) ? filled.join(" ") : undefined;
}

/** True if the model's own words mention a category that is not the text's subject. */
function mentionsAnother(words: string[], { categories }: NamedFacts, subject: Phrases): boolean {
  const ownWords = spaced(words.map((word) => (PLACEHOLDER.test(word) ? "|" : word)).join(" "));
  return categories.some(({ key, phrases }) => {
    const name = spaced(phrases[`${key}.name`] ?? "");
    return phrases !== subject && name.trim() !== "" && ownWords.includes(name);
  });
}

/** Lower case with one space around each word, to find whole words. */
function spaced(text: string): string {
  const words =
    text
      .normalize("NFKC")
      .toLowerCase()
      .match(/[\p{L}\p{N}|]+/gu) ?? [];
  return ` ${words.join(" ")} `;
}

function allOf<T>(items: readonly (T | undefined)[]): T[] | undefined {
  const present = items.filter((item) => item !== undefined);
  return present.length === items.length ? present : undefined;
}

/** Letters, with dashes or an ending as in "don't", between brackets, quotes and punctuation. */
const WORD = /^[("“‘]*([A-Za-z]+(?:['’–—-][A-Za-z]+)*)[.,;:!?…)"”’']*$/;

/** Endings removed before a word is checked: "one's" states a number like "one". */
const ENDING = /['’](?:s|t|d|m|ll|re|ve)$/i;

/**
 * Words that state an amount. "first" and "once" are allowed, since advice uses them for time. The third line has
 * prefixes: "fift" covers fifth, fifteen, fifty and fiftyfold.
 */
const NUMBER_WORD = new RegExp(
  [
    "^(?:one|single|second|third|quarter|couple|pair|percent|nil|nought|naught|grand|bn|mn)s?$",
    "^(?:duo|trio|quartet|tenner|score|decade|lakh|crore|zillion)s?$",
    "^(?:zero|three|thirt|four|forty|forti|five|fift|sixt|seven|eight|nine|nint|eleven|twelve|twelf|twent)",
    "^(?:two|six|ten)(?:s|ths?|fold|some)?$",
    "^(?:half|halv|doubl|twice|tripl|trebl|thrice|quadrupl|quintupl|sextupl|septupl|octupl|dozen|fortnight|myriad|umpteen)",
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
