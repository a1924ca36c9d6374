import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  currentToast,
  dismissToast,
  pauseToast,
  resumeToast,
  subscribeToToast,
  TOAST_REMOVE_DELAY,
  toast,
} from "./toast.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
});

test("shows a toast for 5000 ms and removes it 1,000,000 ms later", () => {
  toast({ title: "Transaction created" });
  vi.advanceTimersByTime(4_999);
  expect(currentToast()).toMatchObject({ title: "Transaction created", open: true });
  vi.advanceTimersByTime(1);
  expect(currentToast()).toMatchObject({ open: false });
  vi.advanceTimersByTime(TOAST_REMOVE_DELAY - 1);
  expect(currentToast()).not.toBeNull();
  vi.advanceTimersByTime(1);
  expect(currentToast()).toBeNull();
});

test("replaces a toast with a new one, which has its own time", () => {
  toast({ title: "First" });
  const first = currentToast()?.id;
  vi.advanceTimersByTime(4_000);
  toast({ title: "Second" });
  dismissToast(first);
  vi.advanceTimersByTime(4_999);
  expect(currentToast()).toMatchObject({ title: "Second", open: true });
});

test("pauses once, however often pointer and focus pause it", () => {
  toast({ title: "Budget shared successfully" });
  vi.advanceTimersByTime(3_000);
  pauseToast();
  vi.advanceTimersByTime(60_000);
  pauseToast();
  expect(currentToast()?.open).toBe(true);
  resumeToast();
  vi.advanceTimersByTime(1_999);
  expect(currentToast()?.open).toBe(true);
  vi.advanceTimersByTime(1);
  expect(currentToast()?.open).toBe(false);
});

test("notifies listeners when a toast is shown and dismissed", () => {
  const listener = vi.fn();
  const unsubscribe = subscribeToToast(listener);
  toast({ title: "Share removed" });
  dismissToast();
  dismissToast();
  expect(listener).toHaveBeenCalledTimes(2);
  unsubscribe();
  toast({ title: "Email sent" });
  expect(listener).toHaveBeenCalledTimes(2);
});
