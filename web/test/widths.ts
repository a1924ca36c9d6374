import { DESKTOP, PHONE, TABLET } from "./browser.ts";
import { nameOf, STATES, type State } from "./states.ts";
import { ENTRIES } from "./words.ts";

/** How a page is looked at. */
export type Look = {
  width: number;
  height: number;
  scheme: "light" | "dark";
  /** In percent of the root. */
  text: 100 | 200;
  axe: boolean;
  /** If true, everything that can be touched has to be large enough for a finger. */
  touch: boolean;
  /** Scrolls through the page and moves the focus over it. */
  moving: boolean;
};

const WIDTHS = [320, 375, 768, 1024, 1140, 1280, 1600, 1920];
const SCHEMES = ["light", "dark"] as const;
const TEXTS = [100, 200] as const;

/** `pnpm test --widths` sets it: each state in each look, where otherwise pairs are chosen. */
const isWhole = process.env.COFFER_TEST_WIDTHS === "all";

const heightAt = (width: number) =>
  [PHONE, TABLET, DESKTOP].find((size) => resembles(width) === size.width)?.height ?? DESKTOP.height;

/** The width of the three that states.ts and specification.ts know whose layout a width has. */
export function resembles(width: number): number {
  if (width < 640) return PHONE.width;
  return width < 1024 ? TABLET.width : DESKTOP.width;
}

type Chosen = Pick<Look, "width" | "scheme" | "text">;

/** The looks of every state; the tablet's only if the specification has words about it. */
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

/** In an order that resizes and changes the page as little as possible. */
export function looksOf(state: State): Look[] {
  const hasWords = ENTRIES.some((entry) => entry.in === nameOf(state));
  const always = isWhole || hasWords ? ALWAYS : ALWAYS.filter(({ width }) => width !== TABLET.width);
  const added = isWhole ? ALL : chosenFor(state);
  return [...always, ...added.filter((look) => !always.some((one) => isSame(look, one)))]
    .filter(({ width }) => !state.at || state.at.includes(resembles(width)))
    .map((look) => ({ ...look, height: heightAt(look.width), ...extras(state, look) }));
}

function extras(state: State, look: Chosen): Pick<Look, "axe" | "touch" | "moving"> {
  const states = STATES.filter(({ screen }) => screen === state.screen);
  const isFirst = states[0] === state;
  return {
    axe: look.text === 100 && (isWhole || isAskedOfAxe(look, isFirst, states.indexOf(state))),
    touch: resembles(look.width) === PHONE.width && look.text === 100,
    moving: look.text === 100 && look.scheme === "light" && (isWhole || isFirst),
  };
}

/** The first state of a screen on a desktop in light and on a phone in the dark, the others in turn. */
function isAskedOfAxe(look: Chosen, isFirst: boolean, at: number): boolean {
  const [desktop, , phone] = ALWAYS;
  const asked = isFirst ? [desktop, phone] : [at % 2 === 0 ? desktop : phone];
  return asked.some((one) => one && isSame(one, look));
}

/**
 * The states of a screen share the widths among them, so that each pair of screen, width, color scheme and size of
 * text is looked at (widths.test.ts).
 */
function chosenFor(state: State): Chosen[] {
  const screens = [...new Set(STATES.map(({ screen }) => screen))];
  const screen = screens.indexOf(state.screen);
  if (state.at) return [];
  const states = STATES.filter((each) => each.screen === state.screen && !each.at);
  const at = states.findIndex((each) => nameOf(each) === nameOf(state));
  return WIDTHS.map((width, index): Chosen => {
    const turn = screen + index;
    const text = turn % 2 === 0 || ALWAYS.some((always) => always.width === width) ? 200 : 100;
    return { width, text, scheme: turn % 4 < 2 ? "dark" : "light" };
  }).filter((_, index) => index % states.length === at % WIDTHS.length);
}
