import { type ReactNode, useEffect } from "react";

type Question = {
  title: string;
  body: ReactNode;
  /** Of the other button: "Cancel" where left out. */
  cancel?: string;
  /** However it closes. */
  onClose?: () => void;
  action: {
    label: string;
    /** Shown while the action runs; without it the label stays. */
    pendingLabel?: string;
    /** Destructive where nothing is said. */
    variant?: "primary" | "destructive";
    /** The question closes when this resolves, and stays when it rejects. */
    run: () => unknown;
  };
};

let current: Question | null = null;
const listeners = new Set<() => void>();

function set(next: Question | null) {
  current?.onClose?.();
  current = next;
  for (const listener of listeners) listener();
}

/** The question closes when the component that asked it unmounts, such as with a change of the screen or the budget. */
export function useConfirm() {
  useEffect(() => closeQuestion, []);
  return confirm;
}

export function confirm(question: Question) {
  set(question);
}

export function closeQuestion() {
  if (current) set(null);
}

export function subscribeToQuestion(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export const currentQuestion = () => current;
