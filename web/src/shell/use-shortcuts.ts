import { useEffect, useEffectEvent } from "react";
import { ownStorage } from "../session/own-storage.ts";

type Shortcuts = {
  /** N, where adding is permitted. */
  onEntry?: (() => void) | undefined;
  onKeys: () => void;
  onPalette: () => void;
  onUndo: () => void;
};

/** Does nothing while a dialog is open; in a field only the palette's keys do, and Ctrl Z is the field's own. */
export function useShortcuts({ onEntry, onKeys, onPalette, onUndo }: Shortcuts) {
  const shortcutOf = (event: KeyboardEvent) => {
    const key = event.key.toLowerCase();
    if (event.ctrlKey || event.metaKey) {
      if (event.shiftKey) return undefined;
      return key === "k" ? onPalette : key === "z" && !isTyping(event.target) ? onUndo : undefined;
    }
    if (isTyping(event.target) || !hasSingleKeys()) return undefined;
    return { n: onEntry, "?": onKeys }[key];
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || event.repeat || event.altKey) return;
    if (document.querySelector("dialog[open]")) return;
    const run = shortcutOf(event);
    if (!run) return;
    event.preventDefault();
    run();
  });
  useEffect(() => {
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
}

export function isTyping(target: EventTarget | null): boolean {
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
