import { createStore } from "../base/store.ts";

/** Milliseconds. The time stops while the pointer or the focus is on the toast. */
const TOAST_DURATION = 5_000;
/** Milliseconds from dismissal until the toast is removed from the store. */
const TOAST_REMOVE_DELAY = 1_000_000;

export type ToastOptions = {
  title: string;
  description?: string | undefined;
  /** A separate line, which leaves the specified words as they are. */
  note?: string | undefined;
  variant?: "default" | "destructive";
  /** Names what was attempted, so that its success removes the toast of its earlier failure. */
  attempt?: string;
  /** Errors wait for the end of an action that `holds`. */
  action?: { label: string; onSelect: () => void; holds?: boolean };
};

export type Toast = ToastOptions & { id: number; open: boolean };

// One toast at a time: a new one replaces the old, but an error waits until an Undo has had its time.
export const shownToast = createStore<Toast | null>(null);
let waiting: ToastOptions | undefined;
let lastId = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
let startedAt = 0;
let remaining = 0;
// Each modal has its own toaster.
const toasters = new Set<symbol>();

/** A toast's time starts once a Toaster is mounted, whose code may still be loading. F8 goes to the last one. */
export function mountToaster() {
  const toaster = Symbol();
  toasters.add(toaster);
  if (toasters.size === 1) resumeToast();
  return { isLast: () => [...toasters].at(-1) === toaster, unmount: () => toasters.delete(toaster) };
}

/** A description that repeats the title is left out. */
export function toast({ description, ...options }: ToastOptions) {
  const current = shownToast.get();
  if (current?.open && current.action?.holds && options.variant === "destructive") {
    waiting = { description, ...options };
    return resumeToast();
  }
  const id = ++lastId;
  shownToast.set({ ...options, ...(description !== options.title && { description }), id, open: true });
  remaining = TOAST_DURATION;
  if (toasters.size > 0) resumeToast();
}

export const toastError = (title: string, description?: string, attempt?: string) =>
  toast({ title, description, variant: "destructive", ...(attempt !== undefined && { attempt }) });

/** Removes the error of an attempt that has succeeded since. */
export function forgetFailure(attempt: string) {
  if (waiting?.attempt === attempt) waiting = undefined;
  const current = shownToast.get();
  if (current?.variant === "destructive" && current.attempt === attempt) dismissToast(current.id);
}

export function dismissToast(id = shownToast.get()?.id) {
  const current = shownToast.get();
  if (!current?.open || current.id !== id) return;
  clearTimeout(timer);
  shownToast.set({ ...current, open: false });
  timer = setTimeout(() => shownToast.get()?.id === id && shownToast.set(null), TOAST_REMOVE_DELAY);
  const next = waiting;
  waiting = undefined;
  if (next) toast(next);
}

export function pauseToast() {
  // Pointer and focus may both pause it; the elapsed time is subtracted once. An error does not wait for them.
  if (!shownToast.get()?.open || startedAt === 0 || waiting) return;
  clearTimeout(timer);
  remaining -= Date.now() - startedAt;
  startedAt = 0;
}

export function resumeToast() {
  const current = shownToast.get();
  if (!current?.open) return;
  clearTimeout(timer);
  startedAt = Date.now();
  timer = setTimeout(dismissToast, Math.max(remaining, 0), current.id);
}
