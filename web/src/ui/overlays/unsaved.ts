import { createContext, useContext, useEffect, useRef } from "react";

export const DISCARD = {
  title: "Discard changes?",
  body: "What you have entered has not been saved.",
};

type Entry = { isInPanel: boolean };
const typed = new Set<Entry>();

/** Whether the forms below are in the panel beside the screen, and close with it. */
export const InPanel = createContext(false);

/** Whether an open dialog has something typed into it: any, or one of the panel's. */
export const hasUnsaved = ({ inPanel = false } = {}) =>
  [...typed].some(({ isInPanel }) => isInPanel || !inPanel);
export const discardUnsaved = () => typed.clear();

/** Remembers for as long as a dialog is open that something was typed into it. */
export function useUnsaved() {
  const { current: self } = useRef<Entry>({ isInPanel: useContext(InPanel) });
  useEffect(() => () => void typed.delete(self), [self]);
  return { markTyped: () => void typed.add(self), isTyped: () => typed.has(self) };
}
