import { type TouchEvent, useRef } from "react";

/** Pixels from which a swipe acts. */
const FAR = 96;
/** Pixels after which a touch is a swipe, and not a scroll. */
const SURE = 12;

/** Actions of a row that is swiped to a side; its menu offers the same. */
export function useSwipe(ways: { left: () => void; right: () => void } | undefined) {
  const from = useRef<{ x: number; y: number; isSwipe: boolean } | null>(null);
  if (!ways) return {};
  const shift = (row: HTMLElement, by: number) => row.style.setProperty("--swipe", `${by}px`);
  const end = ({ currentTarget, changedTouches, type }: TouchEvent<HTMLElement>) => {
    const touch = changedTouches.item(0);
    const start = from.current;
    from.current = null;
    shift(currentTarget, 0);
    delete currentTarget.dataset.swipe;
    if (!start?.isSwipe || !touch || type === "touchcancel") return;
    const by = touch.clientX - start.x;
    if (by < -FAR) ways.left();
    if (by > FAR) ways.right();
  };
  return {
    onTouchStart({ touches }: TouchEvent<HTMLElement>) {
      const touch = touches.item(0);
      from.current =
        touch && touches.length === 1 ? { x: touch.clientX, y: touch.clientY, isSwipe: false } : null;
    },
    onTouchMove({ currentTarget, touches }: TouchEvent<HTMLElement>) {
      const touch = touches.item(0);
      const start = from.current;
      if (!start || !touch) return;
      const [x, y] = [touch.clientX - start.x, touch.clientY - start.y];
      if (!start.isSwipe && Math.abs(y) > SURE) from.current = null;
      start.isSwipe ||= Math.abs(x) > SURE && Math.abs(y) < SURE;
      if (!start.isSwipe || !from.current) return;
      shift(currentTarget, x);
      currentTarget.dataset.swipe = Math.abs(x) < FAR ? "near" : x < 0 ? "left" : "right";
    },
    onTouchEnd: end,
    onTouchCancel: end,
  };
}
