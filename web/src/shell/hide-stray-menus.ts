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
