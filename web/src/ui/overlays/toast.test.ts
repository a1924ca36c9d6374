import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  dismissToast,
  forgetFailure,
  mountToaster,
  pauseToast,
  resumeToast,
  shownToast,
  toast,
  toastError,
} from "./toast.ts";

let unmount: () => void;
beforeEach(() => {
  vi.useFakeTimers();
  unmount = mountToaster().unmount;
});
afterEach(() => {
  unmount();
  vi.runAllTimers();
  vi.useRealTimers();
});

test("shows a toast for 5000 ms", () => {
  toast({ title: "Transaction created" });
  vi.advanceTimersByTime(4_999);
  expect(shownToast.get()).toMatchObject({ title: "Transaction created", open: true });
  vi.advanceTimersByTime(1);
  expect(shownToast.get()).toMatchObject({ open: false });
  vi.advanceTimersByTime(999_999);
  expect(shownToast.get()).not.toBeNull();
  vi.advanceTimersByTime(1);
  expect(shownToast.get()).toBeNull();
});

test("starts a toast's time once a toaster shows it", () => {
  unmount();
  toast({ title: "Login failed" });
  vi.advanceTimersByTime(60_000);
  unmount = mountToaster().unmount;
  vi.advanceTimersByTime(4_999);
  expect(shownToast.get()?.open).toBe(true);
  vi.advanceTimersByTime(1);
  expect(shownToast.get()?.open).toBe(false);
});

test("replaces a toast with a new one, which has its own time", () => {
  toast({ title: "First" });
  const first = shownToast.get()?.id;
  vi.advanceTimersByTime(4_000);
  toast({ title: "Second" });
  dismissToast(first);
  vi.advanceTimersByTime(4_999);
  expect(shownToast.get()).toMatchObject({ title: "Second", open: true });
});

test("subtracts the elapsed time once when pointer and focus both pause it", () => {
  toast({ title: "Budget shared successfully" });
  vi.advanceTimersByTime(3_000);
  pauseToast();
  vi.advanceTimersByTime(60_000);
  pauseToast();
  expect(shownToast.get()?.open).toBe(true);
  resumeToast();
  vi.advanceTimersByTime(1_999);
  expect(shownToast.get()?.open).toBe(true);
  vi.advanceTimersByTime(1);
  expect(shownToast.get()?.open).toBe(false);
});

test("notifies listeners when a toast is shown and dismissed", () => {
  const listener = vi.fn();
  const unsubscribe = shownToast.subscribe(listener);
  toast({ title: "Share removed" });
  dismissToast();
  dismissToast();
  expect(listener).toHaveBeenCalledTimes(2);
  unsubscribe();
  toast({ title: "Email sent" });
  expect(listener).toHaveBeenCalledTimes(2);
});

const undoable = (title: string) => toast({ title, action: { label: "Undo", onSelect() {}, holds: true } });

test("drops a failure that waits for an Undo when the same change succeeds", () => {
  undoable("Transaction deleted");
  toastError("Failed to update transaction", undefined, "update 5");
  forgetFailure("update 6");
  forgetFailure("update 5");
  undoable("Transaction updated");
  vi.advanceTimersByTime(5_000);
  expect(shownToast.get()).toMatchObject({ title: "Transaction updated", open: false });

  undoable("Transaction deleted");
  toastError("Failed to update goal", undefined, "goal 1");
  forgetFailure("update 5");
  vi.advanceTimersByTime(5_000);
  expect(shownToast.get()).toMatchObject({ title: "Failed to update goal", open: true });
  forgetFailure("goal 1");
  expect(shownToast.get()).toMatchObject({ open: false });
});
