import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { type ToastOptions, toast } from "../ui/overlays/toast.ts";
import { messageOf } from "./api-error.ts";

/** What a failure's toast says: a title, and a description for when the server gave no message. */
type Failure = { title: string; description: string };

/** A failure whose title says it all: the description repeats it where the server gave none. */
export const failed = (title: string): Failure => ({ title, description: title });

/** A failure's toast: 'Failed to create goal. Please try again.' (specification, section 8). */
export const tryAgain = (what: string): Failure => ({
  title: "Error",
  description: `Failed to ${what}. Please try again.`,
});

/** What to do about a failure of which the server gave no account. */
export const CHECK_CONNECTION = "Please check your connection and try again.";

type Change<Input, Reply> = {
  /** Makes the call. `key` is the Idempotency-Key: the same for every repeat of the same input. */
  run: (input: Input, key: string) => Promise<Reply>;
  /** The toast of a success; without one the change speaks for itself. */
  success?: (reply: Reply, input: Input) => ToastOptions;
  failure: Failure | ((error: Error, input: Input) => Failure);
  /** Shows the change before the server has answered; returns what takes it back. */
  optimistic?: (client: QueryClient, input: Input) => () => void;
  /** What else a failure calls for, such as asking again for what is not as it was thought to be. */
  refused?: (client: QueryClient, input: Input) => void;
  /** Brings the cache up to date once the server has answered. */
  settle?: (client: QueryClient, reply: Reply, input: Input) => void;
};

/** A write: the one place that raises its toasts, keeps its idempotency key and rolls an optimistic change back. */
export function useChange<Input, Reply>(change: Change<Input, Reply>) {
  const client = useQueryClient();
  const attempt = useAttempt();
  return useMutation({
    mutationFn: (input: Input) => change.run(input, attempt.keyFor(input)),
    onMutate: (input) => change.optimistic?.(client, input),
    onSuccess(reply, input) {
      attempt.finish();
      change.settle?.(client, reply, input);
      const shown = change.success?.(reply, input);
      if (shown) toast(shown);
    },
    onError(error, input, takeBack) {
      takeBack?.();
      change.refused?.(client, input);
      const { failure } = change;
      const { title, description } = typeof failure === "function" ? failure(error, input) : failure;
      toast({ title, description: messageOf(error, description), variant: "destructive" });
    },
  });
}

/** One key for each submission: a repeat of the same input keeps it until it succeeds; other input gets another. */
function useAttempt() {
  const last = useRef<{ input: string; key: string } | null>(null);
  return {
    keyFor(input: unknown) {
      const text = JSON.stringify(input) ?? "";
      if (last.current?.input !== text) last.current = { input: text, key: randomKey() };
      return last.current.key;
    },
    finish() {
      last.current = null;
    },
  };
}

/** 128 random bits. (randomUUID is missing on plain http from another machine.) */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
