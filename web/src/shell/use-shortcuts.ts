import { useEffect, useEffectEvent } from "react";
import { ownStorage } from "../session/own-storage.ts";

/** By key, prefixed with "Ctrl " if Ctrl or ⌘ is held. */
type Shortcuts = Readonly<Record<string, (() => void) | undefined>>;

/**
 * Ignores keys while a dialog is open, and in fields all but the palette's: Ctrl Z is the field's own there. With
 * `ofList`, keys are also ignored while a menu is open, and J and K repeat while they are held.
 */
export function useShortcuts(shortcuts: Shortcuts, { ofList = false } = {}) {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || event.altKey) return;
    if (document.querySelector(ofList ? "dialog:modal, :popover-open" : "dialog:modal")) return;
    const isCtrl = event.ctrlKey || event.metaKey;
    const key = (isCtrl ? "Ctrl " : "") + event.key.toLowerCase();
    if (event.repeat && !(ofList && "jk".includes(key))) return;
    if (isTyping(event.target) && key !== "Ctrl k") return;
    if (isCtrl ? event.shiftKey : !hasSingleKeys()) return;
    const run = shortcuts[key];
    if (!run) return;
    event.preventDefault();
    run();
  });
  useEffect(() => {
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches("input, textarea, select, [contenteditable]");
}

const SINGLE_KEYS = "single-keys";

/** Keys without a modifier can be switched off, for people whose speech or hands type them by accident. */
export function hasSingleKeys(): boolean {
  return ownStorage.getItem(SINGLE_KEYS) !== "off";
}

export function setSingleKeys(on: boolean): void {
  if (on) ownStorage.removeItem(SINGLE_KEYS);
  else ownStorage.setItem(SINGLE_KEYS, "off");
}
