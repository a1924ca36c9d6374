import { DESKTOP, PHONE, TABLET } from "./browser.ts";
import { nameOf, STATES, type State } from "./states.ts";
import { ENTRIES } from "./words.ts";

/** A size and appearance in which a page is checked. */
export type Look = {
  width: number;
  height: number;
  scheme: "light" | "dark";
  /** In percent of the root. */
  text: 100 | 200;
  axe: boolean;
  /** If true, every control has to be large enough for a finger. */
  touch: boolean;
  /** Scrolls through the page and moves the focus over it. */
  moving: boolean;
};

const WIDTHS = [320, 375, 768, 1024, 1140, 1280, 1600, 1920];
const SCHEMES = ["light", "dark"] as const;
const TEXTS = [100, 200] as const;

/** `pnpm test --widths` sets it: each state in each look instead of chosen pairs. */
const isWhole = process.env.COFFER_TEST_WIDTHS === "all";

const heightAt = (width: number) =>
  [PHONE, TABLET, DESKTOP].find((size) => resembles(width) === size.width)?.height ?? DESKTOP.height;

/** The width of states.ts and specification.ts that has the same layout. */
export function resembles(width: number): number {
  if (width < 640) return PHONE.width;
  return width < 1024 ? TABLET.width : DESKTOP.width;
}

type Chosen = Pick<Look, "width" | "scheme" | "text">;

/** The looks in which the specification's words are looked for; the tablet's only where they differ by width. */
const ALWAYS: readonly Chosen[] = [
  { width: DESKTOP.width, scheme: "light", text: 100 },
  { width: TABLET.width, scheme: "light", text: 100 },
  { width: PHONE.width, scheme: "dark", text: 100 },
];
const ALL = WIDTHS.flatMap((width) =>
  TEXTS.flatMap((text) => SCHEMES.map((scheme): Chosen => ({ width, scheme, text }))),
);
const isSame = (one: Chosen, other: Chosen) =>
  one.width === other.width && one.scheme === other.scheme && one.text === other.text;

/** In the order with the fewest changes of the page's size. */
export function looksOf(state: State): Look[] {
  const [always, added] = isWhole ? [ALWAYS, ALL] : [usualFor(state), chosenFor(state)];
  const atFirst = placeOf(state) === 0;
  return [...always, ...added.filter((look) => !always.some((one) => isSame(look, one)))]
    .filter(({ width }) => !state.at || state.at.includes(resembles(width)))
    .map((look) => ({
      ...look,
      height: heightAt(look.width),
      axe: look.text === 100 && (isWhole || isSame(look, turnOf(state))),
      touch: resembles(look.width) === PHONE.width && look.text === 100,
      moving: look.text === 100 && look.scheme === "light" && (isWhole || atFirst),
    }));
}

/** Among the states of its screen. */
const placeOf = (state: State) => STATES.filter(({ screen }) => screen === state.screen).indexOf(state);

/** A light desktop and a dark phone, if the state has these widths. */
function bothOf({ at }: State): Chosen[] {
  const there = ALWAYS.filter(({ width }) => !at || at.includes(width));
  const both = there.filter(({ width }) => width !== TABLET.width);
  return both.length > 0 ? both : there;
}

function turnOf(state: State): Chosen {
  const both = bothOf(state);
  const one = both[placeOf(state) % both.length];
  if (!one) throw new Error(`${nameOf(state)} has no width`);
  return one;
}

/**
 * Both for the first state of a screen and for each page with words of the specification; alternately one of them for
 * other states, and for dialogs and panels.
 */
function usualFor(state: State): readonly Chosen[] {
  const words = ENTRIES.filter((entry) => entry.in === nameOf(state));
  if (words.some(({ at }) => at)) return ALWAYS;
  const isPage = words.length > 0 && !state.open;
  return isPage || placeOf(state) === 0 ? bothOf(state) : [turnOf(state)];
}

const SCREENS = [...new Set(STATES.map(({ screen }) => screen))];
const [NARROWEST = 0, ...WIDER] = WIDTHS;

/**
 * The states of a screen share three looks: the narrowest with large text, and two that change from screen to screen,
 * so that all screens together have each pair of width, color scheme and text size (widths.test.ts).
 */
function chosenFor(state: State): Chosen[] {
  if (state.at) return [];
  const turn = SCREENS.indexOf(state.screen);
  const states = STATES.filter((each) => each.screen === state.screen && !each.at);
  const inTurn = [2 * turn, 2 * turn + 1].map((nth): Chosen => {
    const width = WIDER[nth % WIDER.length] ?? NARROWEST;
    const round = Math.floor(nth / WIDER.length);
    const isLarge = round % 2 === 0 || ALWAYS.some((always) => always.width === width);
    return { width, text: isLarge ? 200 : 100, scheme: round % 4 < 2 ? "dark" : "light" };
  });
  const narrow: Chosen = { width: NARROWEST, text: 200, scheme: turn % 2 === 0 ? "light" : "dark" };
  return [narrow, ...inTurn].filter((_, index) => index % states.length === states.indexOf(state));
}
