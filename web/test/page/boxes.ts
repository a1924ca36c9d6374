// Runs in the page: boxes.ts of the folder above reads this file, strips its types and evaluates it.

declare global {
  interface Window {
    measureBoxes: (asked: Asked) => Promise<string[]>;
  }
}

type Asked = {
  /** Whether it has to be large enough for a finger. */
  touch: boolean;
  /** Whether to scroll through the page and move the focus too. */
  moving: boolean;
};

/** For rounding and edges that touch. */
const SLACK = 1.5;
const TARGET = 44;
/** The least thickness of a control, in pixels. */
const THINNEST = 4;
/** The least visible part of a text that ends in dots, in em. */
const SHORTEST_CUT = 5;
/** Longer words may break. */
const LONGEST_WHOLE = 14;
const CONTROLS =
  "a[href], button, input:not([type=hidden]), select, textarea, summary, [role=menuitem], [role=tab], [role=option]";

type Line = { text: string; owner: Element; box: DOMRect; float: Element | null };

/** The ancestor that floats over the page, if there is one. */
function floatOf(element: Element, root: Element): Element | null {
  for (let at: Element | null = element; at && at !== root; at = at.parentElement) {
    const { position } = getComputedStyle(at);
    if (position === "fixed" || position === "sticky" || at.matches(":popover-open, [role=listbox]"))
      return at;
  }
  return null;
}

const isSeen = (element: Element) =>
  element.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true }) &&
  !element.closest("title, desc, option, script, style");

function isHidden(element: Element): boolean {
  for (let at: Element | null = element; at; at = at.parentElement)
    if (getComputedStyle(at).clipPath === "inset(50%)") return true;
  return false;
}

/** The box of the letters, without most of the space above and below them. */
function inked({ left, top, width, height }: DOMRect): DOMRect {
  return new DOMRect(left, top + height * 0.22, width, height * 0.56);
}

const overlaps = (one: DOMRect, other: DOMRect, slack = SLACK) =>
  Math.min(one.right, other.right) - Math.max(one.left, other.left) > slack &&
  Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > slack;

const named = (element: Element) =>
  (element.getAttribute("aria-label") ?? element.textContent ?? "").replace(/\s+/g, " ").trim().slice(0, 60);

const shown = ({ left, top, width, height }: DOMRect) =>
  `${Math.round(width)}×${Math.round(height)} at ${Math.round(left)},${Math.round(top)}`;

const within = (one: Element, other: Element) => one.contains(other) || other.contains(one);

window.measureBoxes = async ({ touch, moving }) => {
  const root = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document.body;
  const faults = new Set<string>();
  scrollTo(0, 0);
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > innerWidth)
    faults.add(`sideways: the page is ${scrollWidth} px wide, of ${innerWidth}: ${furthest()}`);

  const lines: Line[] = [];
  const nodes = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
    const owner = node.parentElement;
    const text = (node.nodeValue ?? "").trim();
    if (!owner || text === "" || !isSeen(owner) || isHidden(owner)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const boxes = [...range.getClientRects()].filter(({ width, height }) => width > 0 && height > 0);
    for (const word of brokenWords(node, boxes)) faults.add(`broken: "${word}" in "${text.slice(0, 60)}"`);
    const float = floatOf(owner, root);
    for (const box of boxes) {
      const seen = clipped({ text, owner, box }, root, faults);
      if (seen) lines.push({ text: text.slice(0, 60), owner, box: seen, float });
    }
  }
  for (const { text, box, float } of lines)
    if (!float && root === document.body && (box.left < -SLACK || box.right > clientWidth + SLACK))
      faults.add(`cut: "${text}" goes beyond the window, ${shown(box)}`);

  const open = document.querySelector(":popover-open") ?? root;
  const controls = [...open.querySelectorAll(CONTROLS)].filter((one) => isSeen(one) && !isHidden(one));
  lookForOverlaps(lines, controls, root, faults);
  if (root === document.body) {
    lookForCovered(lines, "at rest", faults);
    if (moving) lookWhileScrolling(faults);
  }
  if (moving) await lookForHiddenFocus(controls, faults);
  if (touch) lookForSmallTargets(controls, faults);
  scrollTo(0, 0);
  return [...faults];
};

/** The elements that end where the page does, the innermost last. */
function furthest(): string {
  const ends = [...document.querySelectorAll("body *")].map((one) => ({
    one,
    right: Math.round(one.getBoundingClientRect().right),
  }));
  const end = Math.max(...ends.map(({ right }) => right));
  return ends
    .filter(({ right }) => right === end)
    .map(({ one }) => one.cloneNode() as Element)
    .map(({ outerHTML }) => outerHTML.slice(0, 80))
    .join(" ");
}

/** Words of a text on several lines that begin on one and end on another; after a hyphen or a slash they may. */
function brokenWords(node: Node, boxes: readonly DOMRect[]): string[] {
  if (new Set(boxes.map(({ top }) => Math.round(top))).size < 2) return [];
  // Firefox knows where words may be hyphenated; the bundled Chromium has no dictionary.
  const owner = node.parentElement;
  if (owner && CSS.supports("-moz-appearance", "none") && getComputedStyle(owner).hyphens === "auto")
    return [];
  const broken: string[] = [];
  for (const { 0: word, index } of (node.nodeValue ?? "").matchAll(/\S*@\S*|[^\s/-]+/g)) {
    const letters = word.match(/\p{L}/gu)?.length ?? 0;
    // Each part of an address is short; a text with digits is a name, such as an address's first part.
    if (letters < 3 || word.length > LONGEST_WHOLE || /[@\d]/.test(word)) continue;
    const range = document.createRange();
    range.setStart(node, index);
    range.setEnd(node, index + word.length);
    // At the begin of a line, WebKit gives a word an empty box at the end of the line before.
    const parts = [...range.getClientRects()].filter(({ width }) => width > 0.5);
    if (new Set(parts.map(({ top }) => Math.round(top))).size > 1) broken.push(word);
  }
  return broken;
}

/** The part of a line that its boxes show; undefined if they show nothing. */
function clipped(
  line: Pick<Line, "text" | "owner" | "box">,
  root: Element,
  faults: Set<string>,
): DOMRect | undefined {
  const { text, owner, box } = line;
  const em = Number.parseFloat(getComputedStyle(owner).fontSize);
  let { left, top, right, bottom } = box;
  for (let at: Element | null = owner; at && at !== root; at = at.parentElement) {
    const { overflowX, overflowY, textOverflow, position, webkitLineClamp } = getComputedStyle(at);
    if (overflowX !== "visible" || overflowY !== "visible") {
      const clip = at.getBoundingClientRect();
      const ink = inked(box);
      const beyondX = Math.max(clip.left - left, right - clip.right);
      const beyondY = Math.max(clip.top - ink.top, ink.bottom - clip.bottom);
      const dots = textOverflow === "ellipsis" && clip.right - Math.max(clip.left, left) >= SHORTEST_CUT * em;
      const cuts = (overflow: string) => overflow === "hidden" || overflow === "clip";
      if (beyondX > SLACK && cuts(overflowX) && !dots)
        faults.add(`cut: "${text}" ends ${Math.round(beyondX)} px beyond its box`);
      if (beyondY > SLACK && cuts(overflowY) && webkitLineClamp === "none")
        faults.add(`cut: "${text}" is ${Math.round(beyondY)} px higher than its box`);
      left = Math.max(left, clip.left);
      right = Math.min(right, clip.right);
      top = Math.max(top, clip.top);
      bottom = Math.min(bottom, clip.bottom);
      if (right - left <= 0 || bottom - top <= 0) return undefined;
    }
    if (position === "fixed") break;
  }
  return new DOMRect(left, top, right - left, bottom - top);
}

function lookForOverlaps(
  lines: readonly Line[],
  controls: readonly Element[],
  root: Element,
  faults: Set<string>,
): void {
  const things = [
    ...lines.map(({ text, owner, box, float }) => ({
      name: `"${text}"`,
      owner,
      float,
      box: inked(box),
      isText: true,
    })),
    ...controls.filter(isDrawn).map((owner) => ({
      name: `the control "${named(owner)}"`,
      owner,
      float: floatOf(owner, root),
      box: clipped({ text: "", owner, box: owner.getBoundingClientRect() }, root, new Set()) ?? new DOMRect(),
      isText: false,
    })),
  ].sort((one, other) => one.box.top - other.box.top);
  for (const [index, one] of things.entries()) {
    if (isBadge(one.owner)) continue;
    for (let next = index + 1; next < things.length; next += 1) {
      const other = things[next];
      if (!other || other.box.top >= one.box.bottom) break;
      if (
        isBadge(other.owner) ||
        one.float !== other.float ||
        within(one.owner, other.owner) ||
        !overlaps(one.box, other.box)
      )
        continue;
      // A control of two lines has its text in one of them, with other controls beside it.
      if (one.isText !== other.isText && isInline((one.isText ? other : one).owner)) continue;
      if (isLabelOf(one.owner, other.owner) || isLabelOf(other.owner, one.owner)) continue;
      faults.add(`overlap: ${one.name} and ${other.name}, ${shown(one.box)} and ${shown(other.box)}`);
    }
  }
}

/** The padding of a link only enlarges it; it may overlap the next link's. */
function isDrawn(control: Element): boolean {
  const { borderTopWidth, borderTopColor, backgroundColor } = getComputedStyle(control);
  return [borderTopWidth === "0px" ? CLEAR : borderTopColor, backgroundColor].some(
    (color) => color !== CLEAR,
  );
}
const CLEAR = "rgba(0, 0, 0, 0)";

const isInline = (element: Element) => getComputedStyle(element).display === "inline";
/** A count at the corner of an icon. */
const isBadge = (element: Element) => getComputedStyle(element).pointerEvents === "none";
const isLabelOf = (text: Element, control: Element) =>
  text.closest("label")?.control === control || control.closest("label")?.contains(text) === true;

/** Lines that something else covers, except at the lower edge of the window. */
function lookForCovered(lines: readonly Line[], when: string, faults: Set<string>): void {
  for (const { text, owner, box, float } of lines) {
    if (float) continue;
    const { left, right, top, bottom } = inked(box);
    if (top < 0 || bottom > innerHeight) continue;
    for (const x of [left + 2, (left + right) / 2, right - 2]) {
      const over = document.elementFromPoint(x, (top + bottom) / 2);
      const cover = over && floatOf(over, document.body);
      if (!cover || within(over, owner) || isAtBottom(cover)) continue;
      if (cover.matches(":popover-open, dialog, .toaster, [role=listbox]")) continue;
      faults.add(`covered ${when}: "${text}" by "${named(cover)}"`);
    }
  }
}

const isAtBottom = (float: Element) =>
  getComputedStyle(float).position === "fixed" && float.getBoundingClientRect().bottom >= innerHeight - 1;

/** A row that scrolls under a fixed strip must not be visible through it or above it. */
function lookWhileScrolling(faults: Set<string>): void {
  const strips = [...document.body.querySelectorAll("*")].filter(
    (one) => getComputedStyle(one).position === "sticky" && isSeen(one),
  );
  const end = document.documentElement.scrollHeight - innerHeight;
  const step = innerHeight * 0.29;
  for (let y = step; y < Math.min(end, 8 * step) + step; y += step) {
    scrollTo(0, Math.min(y, end));
    const stuck = strips.map((strip) => ({ strip, box: strip.getBoundingClientRect() }));
    for (const { strip, box } of stuck) {
      if (box.bottom < 0 || box.top > innerHeight || box.width === 0 || box.height === 0) continue;
      for (const x of [box.left + 4, (box.left + box.right) / 2, box.right - 4])
        for (const height of [3, box.height / 2, box.height - 3]) {
          const over = document.elementFromPoint(x, box.top + height);
          if (!over || within(over, strip) || floatOf(over, document.body)) continue;
          faults.add(`while scrolling: "${named(over)}" lies over "${named(strip)}"`);
        }
    }
    for (const { strip, box } of stuck) {
      // Between the top of the window and a fixed strip.
      const { insetBlockStart } = getComputedStyle(strip);
      const isStuck =
        insetBlockStart !== "auto" && Math.abs(box.top - Number.parseFloat(insetBlockStart)) < 1;
      if (!isStuck || box.top < 4) continue;
      for (const x of [box.left + 20, (box.left + box.right) / 2, box.right - 20])
        for (let at = 2; at < box.top; at += 6) {
          const over = document.elementFromPoint(x, at);
          if (over && over.childElementCount === 0 && named(over) !== "" && !floatOf(over, document.body))
            faults.add(`while scrolling: "${named(over)}" shows above "${named(strip)}"`);
        }
    }
  }
}

function isInSight(control: Element): boolean {
  const { left, right, top, bottom } = control.getBoundingClientRect();
  return [0.2, 0.5, 0.8].some((part) => {
    const over = document.elementFromPoint((left + right) / 2, top + (bottom - top) * part);
    return over && (within(over, control) || isLabelOf(over, control) || !floatOf(over, document.body));
  });
}

async function lookForHiddenFocus(controls: readonly Element[], faults: Set<string>): Promise<void> {
  const focused = document.activeElement;
  for (const control of controls) {
    if (!(control instanceof HTMLElement) || control.tabIndex < 0 || control.matches(":disabled")) continue;
    // Focusing an element that already has the focus would not scroll to it.
    if (control === document.activeElement) control.scrollIntoView({ block: "nearest" });
    control.focus();
    if (document.activeElement !== control) continue;
    // WebKit scrolls to it a moment later.
    if (!isInSight(control)) await new Promise((resolve) => setTimeout(resolve, 100));
    if (!isInSight(control))
      faults.add(`focus: "${named(control)}" is hidden, ${shown(control.getBoundingClientRect())}`);
  }
  if (focused instanceof HTMLElement) focused.focus();
}

/** A link within a text is as high as its line. */
const isAmongWords = (element: Element) => {
  if (!isInline(element)) return false;
  const block = element.parentElement?.closest("p, li, dd, td, div");
  return (block?.textContent?.trim().length ?? 0) > (element.textContent?.trim().length ?? 0);
};

function lookForSmallTargets(controls: readonly Element[], faults: Set<string>): void {
  for (const control of controls) {
    if (control.matches(":disabled") || isAmongWords(control)) continue;
    const own = control instanceof HTMLInputElement ? control.labels?.[0] : undefined;
    const label = own && !isHidden(own) ? own : undefined;
    const drawn = (label ?? control).getBoundingClientRect();
    if (drawn.width === 0 || (drawn.width >= TARGET - 0.5 && drawn.height >= TARGET - 0.5)) continue;
    control.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
    const box = (label ?? control).getBoundingClientRect();
    const x = (box.left + box.right) / 2;
    const y = (box.top + box.bottom) / 2;
    /** In pixels, through the middle, up to the required size. */
    const reach = (horizontal: boolean) => {
      const size = horizontal ? box.width : box.height;
      if (size >= TARGET) return size;
      const isHit = (at: number) => {
        const over = document.elementFromPoint(horizontal ? x + at : x, horizontal ? y : y + at);
        return over !== null && (within(over, control) || label?.contains(over) === true);
      };
      const edge = Math.floor(size / 2) - 1;
      // Trying each pixel takes seconds on a page of many controls.
      let at = TARGET / 2 - 1;
      while (at > edge && isHit(at) && isHit(-at)) at -= THINNEST;
      if (at <= edge) return TARGET;
      const end = (way: -1 | 1) => {
        let last = edge;
        while (last < TARGET && isHit(way * (last + 1))) last += 1;
        return last;
      };
      return end(-1) + end(1) + 1;
    };
    const [width, height] = [reach(true), reach(false)];
    if (width < TARGET - 1 || height < TARGET - 1)
      faults.add(`small: "${named(control)}" is hit on ${width}×${height}`);
  }
}

export {};
