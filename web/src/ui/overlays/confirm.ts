import { useEffect } from "react";

type Question = {
  title: string;
  /** What will happen, in a sentence or two. */
  body: string;
  action: {
    label: string;
    /** Shown while the action runs; the label stays without it. */
    pendingLabel?: string;
    /** Closes the question when it resolves. When it rejects, having said why in a toast, the question stays. */
    run: () => unknown;
  };
};

let current: Question | null = null;
const listeners = new Set<() => void>();

function set(next: Question | null) {
  current = next;
  for (const listener of listeners) listener();
}

/**
 * Gives `confirm({ title, body, action })`, which asks "are you sure?" in the one `<ConfirmDialog />`. The question
 * goes with the component that asked it: another screen, or another budget, does not inherit it.
 */
export function useConfirm() {
  useEffect(() => closeQuestion, []);
  return confirm;
}

function confirm(question: Question) {
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
