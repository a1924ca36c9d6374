/** `fromEnd` is the control's index from the row's end (-1 is the last), since the number of controls before it varies. */
type RowPosition = { list: Element; index: number; fromEnd: number };

/** Cards in a grid are articles, not list items. */
const ROW = "tr, li, article";

export function rowPositionOf(opener = document.activeElement): RowPosition | undefined {
  const row = opener?.closest(ROW);
  const list = row?.parentElement;
  if (!opener || !row || !list) return undefined;
  const controls = controlsOf(row);
  const fromEnd = controls.indexOf(opener) - controls.length;
  return { list, index: [...list.children].indexOf(row), fromEnd };
}

const controlsOf = (row: Element): Element[] => [...row.querySelectorAll("a, button")];

function successorOf({ list, index, fromEnd }: RowPosition): Element | undefined {
  const row = list.isConnected ? list.children[Math.min(index, list.children.length - 1)] : undefined;
  return row && controlsOf(row).at(fromEnd);
}

/** When the focused element is removed, such as the button of a deleted row, moves the focus to the next row. */
export function keepFocusNear(position = rowPositionOf()) {
  const focused = document.activeElement;
  const observer = new MutationObserver(() => {
    const { activeElement, body } = document;
    if (activeElement === focused && focused !== body) return;
    observer.disconnect();
    if (activeElement !== body) return;
    const next = (position && successorOf(position)) ?? document.querySelector("main");
    if (next instanceof HTMLElement) next.focus({ preventScroll: true });
  });
  observer.observe(document.body, { childList: true, subtree: true });
}

/** A ref for a part that replaces another within a dialog, and takes over the focus. */
export const focusFirst = (part: HTMLElement | null) =>
  part?.querySelector<HTMLElement>("input:checked, input:not([type=radio]), button, a")?.focus();
