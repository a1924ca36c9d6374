import { type ReactNode, useEffect } from "react";
import { createStore } from "../base/store.ts";

type Question = {
  title: string;
  body: ReactNode;
  cancel?: string;
  /** Called for the Cancel button, not for Escape, Back or ×. */
  onCancel?: () => void;
  /** Called however the question closes. */
  onClose?: () => void;
  action: {
    label: string;
    pendingLabel?: string;
    variant?: "primary" | "destructive";
    /** The question closes when this resolves, and stays open when it rejects. */
    run: () => unknown;
  };
};

export const question = createStore<Question | null>(null);

/** The question closes when its component unmounts, for example when another screen or budget opens. */
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
