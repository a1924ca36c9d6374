import { type ToggleEvent, useId, useRef } from "react";
import "./popover.css";

const hasAnchors = typeof CSS !== "undefined" && CSS.supports("position-area", "block-end");

/** Ties a button to a `popover`. CSS anchor positioning places it; a script does where the browser has none. */
export function usePopover<Panel extends HTMLElement>() {
  const id = useId();
  const panel = useRef<Panel>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  const position = (event: ToggleEvent) => {
    if (hasAnchors || event.newState !== "open" || !panel.current || !trigger.current) return;
    const from = trigger.current.getBoundingClientRect();
    const own = panel.current.getBoundingClientRect();
    const left = Math.max(8, Math.min(from.right - own.width, innerWidth - own.width - 8));
    const below = from.bottom + own.height + 8 < innerHeight;
    const top = below ? from.bottom + 4 : from.top - own.height - 4;
    Object.assign(panel.current.style, { left: `${left + scrollX}px`, top: `${top + scrollY}px` });
  };
  return {
    close: () => panel.current?.hidePopover(),
    trigger: { ref: trigger, popoverTarget: id },
    panel: { ref: panel, id, popover: "auto" as const, onToggle: position },
  };
}
