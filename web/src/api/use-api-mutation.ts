import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { useId, useRef } from "react";
import { forgetFailure, type ToastOptions, toast, toastError } from "../ui/overlays/toast.ts";
import { CHECK_CONNECTION, EditWithdrawn, hasStatus, messageOf, noteFailure } from "./api-error.ts";
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
 * the entries for the toast's Undo.
 */
export type Attempt = { key: string; written: WrittenEntry[] };

type Options<Input, Reply> = {
  /** Writes of one queue are sent one after the other. */
  queue?: string;
  run: (input: Input, attempt: Attempt) => Promise<Reply>;
  successToast?: ToastOptions | ((reply: Reply, input: Input) => ToastOptions | undefined);
  /** A retry after success gets 404, which is not a failure. */
  removes?: true;
  failureToast: Failure | ((error: Error, input: Input) => Failure);
  /** Shows the change before the server has replied; returns the rollback. */
  optimisticUpdate?: (client: QueryClient, input: Input) => () => void;
  onFailure?: (client: QueryClient, input: Input) => void;
  /** Data of a budget that a success invalidates. */
  affects?: readonly [ledgerId: LedgerId, changed: Changed];
  updateCache?: (client: QueryClient, reply: Reply, input: Input) => void;
};

/** The one place that raises toasts for writes, sends idempotency keys and rolls optimistic updates back. */
export function useApiMutation<Input, Reply>(options: Options<Input, Reply>) {
  const client = useQueryClient();
  const last = useRef<{ input: string; key: string } | null>(null);
  const removed = useRef(new Set<string>());
  const instance = useId();
  const failureOf = (error: Error, input: Input) =>
    typeof options.failureToast === "function" ? options.failureToast(error, input) : options.failureToast;
  /** Identifies attempts at the same thing, in any dialog. A new thing has no id yet; its component stands for it. */
  const attemptAt = (input: Input) => {
    const { title, description } = failureOf(new Error(), input);
    return [title, description, idOf(input) ?? instance].join("\n");
  };
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
      forgetFailure(attemptAt(input));
      const success = typeof successToast === "function" ? successToast(reply, input) : successToast;
      const later = isConnected.get() ? {} : { description: "It is sent when the network is back." };
      if (success) toast({ ...undoAction(client, attempt.written), ...success, ...later });
      return reply;
    },
    onMutate: (input) => options.optimisticUpdate?.(client, input),
    onError(error, input, rollBack) {
      rollBack?.();
      options.onFailure?.(client, input);
      const { affects } = options;
      if (hasStatus(error, 404) && removed.current.has(JSON.stringify(input))) return;
      if (error instanceof EditWithdrawn) return affects && invalidate(client, ...affects);
      const { title, description } = failureOf(error, input);
      const reason = messageOf(error, description);
      noteFailure(error, title, reason);
      toastError(title, reason, attemptAt(input));
    },
  });
}

const IDS = ["opened", "id", "categoryId", "userId"];

/** The id of the written thing, if known. */
function idOf(input: unknown): unknown {
  if (typeof input !== "object" || input === null) return input;
  const named = IDS.map((name) => Reflect.get(input, name)).find((value) => value !== undefined);
  return typeof named === "object" ? idOf(named) : named;
}

/** 128 random bits. `crypto.randomUUID` is missing on plain http. */
export function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
