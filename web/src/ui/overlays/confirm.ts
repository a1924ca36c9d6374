import { type ReactNode, useEffect } from "react";
import { createStore } from "../base/store.ts";

type Question = {
  title: string;
  body: ReactNode;
  cancel?: string;
  /** By that button, and not by Escape, Back or ×. */
  onCancel?: () => void;
  /** However it closes. */
  onClose?: () => void;
  action: {
    label: string;
    pendingLabel?: string;
    variant?: "primary" | "destructive";
    /** The question closes when this resolves, and not when it rejects. */
    run: () => unknown;
  };
};

export const question = createStore<Question | null>(null);

/** The question closes when the component that opened it unmounts, such as with a change of the screen or the budget. */
export function useConfirm() {
  useEffect(() => closeQuestion, []);
  return confirm;
}

export const confirm = (next: Question) => replace(next);

export const closeQuestion = () => replace(null);

function replace(next: Question | null) {
  question.get()?.onClose?.();
  question.set(next);
}
