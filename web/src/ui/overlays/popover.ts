import { type ToggleEvent, useId, useRef } from "react";
import "./popover.css";

const hasAnchors = typeof CSS !== "undefined" && CSS.supports("position-area", "block-end");

/**
 * Ties a button to a `popover`, in which `focusIn` moves the focus once it is open. CSS anchor positioning places it; a
 * script does where the browser has none.
 */
export function usePopover(focusIn: (panel: HTMLElement) => void) {
  const id = useId();
  const panel = useRef<HTMLDivElement>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  const onToggle = ({ newState }: ToggleEvent) => {
    if (newState !== "open" || !panel.current || !trigger.current) return;
    if (!hasAnchors) placeNear(trigger.current, panel.current);
    focusIn(panel.current);
  };
  return {
    close: () => panel.current?.hidePopover(),
    trigger: { ref: trigger, popoverTarget: id },
    panel: { ref: panel, id, popover: "auto" as const, onToggle },
  };
}

function placeNear(trigger: HTMLElement, panel: HTMLElement) {
  const from = trigger.getBoundingClientRect();
  const own = panel.getBoundingClientRect();
  const left = Math.max(8, Math.min(from.right - own.width, innerWidth - own.width - 8));
  const below = from.bottom + own.height + 8 < innerHeight;
  const top = below ? from.bottom + 4 : from.top - own.height - 4;
  Object.assign(panel.style, { left: `${left + scrollX}px`, top: `${top + scrollY}px` });
}
