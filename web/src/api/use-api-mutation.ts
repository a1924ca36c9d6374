import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { type ToastOptions, toast, toastError } from "../ui/overlays/toast.ts";
import { CHECK_CONNECTION, EditWithdrawn, hasStatus, messageOf } from "./api-error.ts";
import type { LedgerId, WrittenEntry } from "./call.ts";
import { invalidate } from "./invalidate.ts";
import { withRecentPassword } from "./recent-password.ts";
import type { Changed } from "./tabs.ts";
import { undoAction } from "./undo-action.ts";
import { isConnected } from "./wire.ts";

/** `description` is shown where the server gave no message. */
type Failure = { title: string; description: string };

export const failed = (title: string): Failure => ({ title, description: CHECK_CONNECTION });

export const tryAgain = (what: string): Failure => ({
  title: "Error",
  description: `Failed to ${what}. Please try again.`,
});

/**
 * `key` is the Idempotency-Key: the same for every repeat of the same input, until one succeeds. `written` collects
 * what the toast's Undo takes back.
 */
export type Attempt = { key: string; written: WrittenEntry[] };

type Options<Input, Reply> = {
  /** Writes of one queue are sent one after the other. */
  queue?: string;
  run: (input: Input, attempt: Attempt) => Promise<Reply>;
  successToast?: ToastOptions | ((reply: Reply, input: Input) => ToastOptions | undefined);
  /** A repeat of what has succeeded finds it gone, which is no failure. */
  removes?: true;
  failureToast: Failure | ((error: Error, input: Input) => Failure);
  /** Shows the change before the server has replied; returns the rollback. */
  optimisticUpdate?: (client: QueryClient, input: Input) => () => void;
  onFailure?: (client: QueryClient, input: Input) => void;
  /** Data that a success makes out of date in a budget. */
  affects?: readonly [ledgerId: LedgerId, changed: Changed];
  updateCache?: (client: QueryClient, reply: Reply, input: Input) => void;
};

/** The one place that raises toasts for writes, sends idempotency keys and rolls optimistic updates back. */
export function useApiMutation<Input, Reply>(options: Options<Input, Reply>) {
  const client = useQueryClient();
  const last = useRef<{ input: string; key: string } | null>(null);
  const removed = useRef(new Set<string>());
  return useMutation({
    ...(options.queue !== undefined && { mutationKey: [options.queue], scope: { id: options.queue } }),
    async mutationFn(input: Input) {
      const text = JSON.stringify(input) ?? "";
      if (last.current?.input !== text) last.current = { input: text, key: randomKey() };
      const attempt: Attempt = { key: last.current.key, written: [] };
      const reply = await withRecentPassword(() => options.run(input, attempt));
      last.current = null;
      if (options.removes) removed.current.add(text);
      options.updateCache?.(client, reply, input);
      if (options.affects) invalidate(client, ...options.affects);
      const { successToast } = options;
      const success = typeof successToast === "function" ? successToast(reply, input) : successToast;
      const later = isConnected.get() ? {} : { description: "It is sent when the network is back." };
      if (success) toast({ ...undoAction(client, attempt.written), ...success, ...later });
      return reply;
    },
    onMutate: (input) => options.optimisticUpdate?.(client, input),
    onError(error, input, rollBack) {
      rollBack?.();
      options.onFailure?.(client, input);
      const { affects, failureToast } = options;
      if (hasStatus(error, 404) && removed.current.has(JSON.stringify(input))) return;
      if (error instanceof EditWithdrawn) return affects && invalidate(client, ...affects);
      const { title, description } =
        typeof failureToast === "function" ? failureToast(error, input) : failureToast;
      toastError(title, messageOf(error, description));
    },
  });
}

/** 128 random bits. `crypto.randomUUID` is missing on plain http. */
export function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
