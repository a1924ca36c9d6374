import { useEffect, useRef } from "react";

export const DISCARD = {
  title: "Discard changes?",
  body: "What you have entered has not been saved.",
};

const typed = new Set<object>();

/** Whether an open dialog has something typed into it. */
export const hasUnsaved = () => typed.size > 0;
export const discardUnsaved = () => typed.clear();

/** Remembers for as long as a dialog is open that something was typed into it. */
export function useUnsaved() {
  const { current: self } = useRef({});
  useEffect(() => () => void typed.delete(self), [self]);
  return { markTyped: () => void typed.add(self), isTyped: () => typed.has(self) };
}
