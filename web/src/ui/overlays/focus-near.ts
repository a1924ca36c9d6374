type Place = { list: Element; index: number; position: number };

/** Where in a table or list an element stands. */
export function placeOf(opener = document.activeElement): Place | undefined {
  const row = opener?.closest("tr, li");
  const list = row?.parentElement;
  if (!opener || !row || !list) return undefined;
  return { list, index: [...list.children].indexOf(row), position: controlsOf(row).indexOf(opener) };
}

const controlsOf = (row: Element): Element[] => [...row.querySelectorAll("a, button")];

/** The same control of the row that took the place of a deleted one. */
function successorOf({ list, index, position }: Place): Element | undefined {
  const row = list.isConnected ? list.children[Math.min(index, list.children.length - 1)] : undefined;
  return row && controlsOf(row)[position];
}

/** Once the focused element is removed, such as the button of a deleted row, moves the focus to what took its place. */
export function keepFocusNear(place = placeOf()) {
  const focused = document.activeElement;
  const observer = new MutationObserver(() => {
    const { activeElement, body } = document;
    if (activeElement === focused && focused !== body) return;
    observer.disconnect();
    if (activeElement !== body) return;
    const next = (place && successorOf(place)) ?? document.querySelector("main");
    if (next instanceof HTMLElement) next.focus({ preventScroll: true });
  });
  observer.observe(document.body, { childList: true, subtree: true });
}
