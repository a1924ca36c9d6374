/** Makes buttons behave alike in all browsers. */
export function pressButtonsAlike() {
  addEventListener("keydown", ignoreHeldEnter, { capture: true });
  addEventListener("click", focusPressed, { capture: true });
}

/** A held Enter presses a button once: after a row is deleted, the focus is on the next one's Delete. */
function ignoreHeldEnter(event: KeyboardEvent) {
  if (event.repeat && event.key === "Enter" && event.target instanceof HTMLButtonElement)
    event.preventDefault();
}

/** Safari does not focus a clicked button, so the focus could not return to it when its dialog or menu closes. */
function focusPressed({ target, detail }: MouseEvent) {
  const button = detail > 0 && target instanceof Element && target.closest("button");
  if (button && button !== document.activeElement) button.focus({ preventScroll: true });
}

const SUGGESTIVE = ["sidebar", "side-menu", "sidemenu", "side-nav", "sidenav", "drawer"]
  .flatMap((word) => [`[id*="${word}" i]`, `[class*="${word}" i]`])
  .join();
const AGAIN_AFTER_MS = 500;

/** Hides menus at the left edge that browser extensions and embedding pages leave behind. */
export function hideStrayMenus() {
  hide();
  setTimeout(hide, AGAIN_AFTER_MS);
}

function hide() {
  for (const element of document.querySelectorAll<HTMLElement>(SUGGESTIVE)) {
    if (element.closest("#root") || !isMenuAtLeftEdge(element)) continue;
    element.style.setProperty("display", "none", "important");
    if (import.meta.env.DEV) console.debug("Hid a stray menu", element);
  }
}

function isMenuAtLeftEdge(element: HTMLElement): boolean {
  const { position, display, visibility } = getComputedStyle(element);
  const { left, width, height } = element.getBoundingClientRect();
  const floats = position === "fixed" || position === "absolute";
  const visible = display !== "none" && visibility !== "hidden" && width > 0 && height > 0;
  return floats && visible && left <= 0;
}
