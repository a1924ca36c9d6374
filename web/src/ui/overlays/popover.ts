import { type ToggleEvent, useId, useRef, useState } from "react";
import "./popover.css";

const hasAnchors = typeof CSS !== "undefined" && CSS.supports("position-area", "block-end");

/**
 * Ties a button to a `popover`; `focusIn` moves the focus into it when it opens. CSS anchor positioning places it, or a
 * script if the browser lacks that. The script always decides whether it opens above: Safari 26 believes that a button in
 * the header has scrolled away with the page, and would put the panel out of sight.
 */
export function usePopover(focusIn: (panel: HTMLElement) => void) {
  const id = useId();
  const panel = useRef<HTMLDivElement>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const onToggle = ({ newState }: ToggleEvent) => {
    if (!panel.current || !trigger.current) return;
    if (newState !== "open") {
      // Not earlier: if the content goes while it has the focus, the button does not get the focus back.
      setOpen(false);
      return panel.current.removeAttribute("data-above");
    }
    if (hasAnchors)
      panel.current.toggleAttribute("data-above", hasRoomAboveOnly(trigger.current, panel.current));
    else placeNear(trigger.current, panel.current);
    focusIn(panel.current);
  };
  return {
    isOpen,
    close: () => panel.current?.hidePopover(),
    trigger: { ref: trigger, popoverTarget: id },
    panel: { ref: panel, id, popover: "auto" as const, onBeforeToggle: () => setOpen(true), onToggle },
  };
}

function hasRoomAboveOnly(trigger: HTMLElement, panel: HTMLElement): boolean {
  const { top, bottom } = trigger.getBoundingClientRect();
  const needed = panel.offsetHeight + 8;
  return bottom + needed > innerHeight && top > needed;
}

function placeNear(trigger: HTMLElement, panel: HTMLElement) {
  const { right, top, bottom } = trigger.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = panel;
  const left = Math.max(8, Math.min(right - width, innerWidth - width - 8));
  const at = hasRoomAboveOnly(trigger, panel) ? top - height - 4 : bottom + 4;
  Object.assign(panel.style, { left: `${left + scrollX}px`, top: `${at + scrollY}px` });
}
