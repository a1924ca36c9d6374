import { useSyncExternalStore } from "react";

/** Window widths in rem, so that a page with large text gets the layout of a narrow one. */
const TABLET = 40;
const DESKTOP = 76;
const TWO_PANES = 100;
/** Widths in rem of the area between the sidebar and the edge; the styles query the container `main` for the same. */
const ROOMY = 30;
const WIDE = 54;

const inRem = (pixels: number) =>
  pixels / Number.parseFloat(getComputedStyle(document.documentElement).fontSize);

let room = 0;
const listeners = new Set<() => void>();
const notify = () => {
  for (const listener of listeners) listener();
};

/** A ref for the element around the screens, whose width it measures. */
export function measureRoom(main: HTMLElement): () => void {
  const measure = () => {
    const { paddingLeft, paddingRight } = getComputedStyle(main);
    room = inRem(main.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight));
    notify();
  };
  measure();
  const observer = new ResizeObserver(measure);
  observer.observe(main);
  return () => observer.disconnect();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener("resize", listener);
  return () => {
    listeners.delete(listener);
    removeEventListener("resize", listener);
  };
}

function frameSize() {
  const width = inRem(innerWidth);
  if (width < TABLET) return "phone";
  return width < DESKTOP ? "tablet" : "desktop";
}

/** True if a panel has room beside the screen instead of over it. */
export const useHasTwoPanes = () => useSyncExternalStore(subscribe, () => inRem(innerWidth) >= TWO_PANES);

/** The screens' width in rem. */
export const useRoom = () => useSyncExternalStore(subscribe, () => room);

/** The frame around the screens: a tab bar on a phone, else a sidebar. */
export const useFrameSize = () => useSyncExternalStore(subscribe, frameSize);

/** True on tablets too. Parts that only a phone shows are then not rendered. */
export const useIsDesktop = () => useSyncExternalStore(subscribe, () => room >= ROOMY);

/** True if a page has room for all its buttons and for folded parts to be open. */
export const useIsWide = () => useSyncExternalStore(subscribe, isWide);
export const isWide = () => room >= WIDE;
