import type { BrowserContext, Page } from "playwright-core";
import { inject } from "vitest";
import { DESKTOP, openPage, openWindow } from "./browser.ts";

type Options = NonNullable<Parameters<typeof openWindow>[0]>;
type Window = { context: BrowserContext; page: Page; faults: string[]; options: Options };

/** Windows of finished tests of this worker. Loading Coffer in one costs half as much as in a new one. */
const left: Window[] = [];
/** Windows that a test has changed permanently: they are closed instead of used again. */
const changed = new WeakSet<BrowserContext>();

const isReusable = ({ baseURL, installs }: Options) =>
  inject("browserEngine") === "chromium" && !baseURL && !installs;

/** A window without data, with its page. */
export async function takeWindow(options: Options = {}): Promise<Window> {
  const kind = JSON.stringify(options);
  const at = left.findIndex((window) => JSON.stringify(window.options) === kind);
  const [used] = at < 0 ? [] : left.splice(at, 1);
  if (used) return used;
  const context = await openWindow(options);
  const opened = await openPage(context);
  if (isReusable(options)) {
    noteChanges(context, context, ["addInitScript", "newCDPSession"]);
    noteChanges(context, context.clock, ["install", "setFixedTime"]);
    noteChanges(context, opened.page, ["addInitScript", "emulateMedia"]);
  }
  return { context, ...opened, options };
}

function noteChanges(context: BrowserContext, target: object, methods: readonly string[]): void {
  for (const name of methods) {
    const method = Reflect.get(target, name);
    Reflect.set(target, name, (...given: unknown[]) => {
      changed.add(context);
      return Reflect.apply(method, target, given);
    });
  }
}

/** Closes a window, or empties it for the next test that needs such a window. */
export async function leaveWindow(window: Window): Promise<void> {
  const { context, page, options } = window;
  if (!isReusable(options) || changed.has(context) || page.isClosed()) return context.close();
  try {
    await empty(window);
    left.push(window);
  } catch {
    await context.close();
  }
}

async function empty({ context, page, faults, options }: Window): Promise<void> {
  for (const other of context.pages()) if (other !== page) await other.close();
  await context.unrouteAll({ behavior: "ignoreErrors" });
  await page.unrouteAll({ behavior: "ignoreErrors" });
  page.removeAllListeners("dialog");
  await context.setOffline(false);
  await page.setViewportSize(options.viewport ?? DESKTOP);
  await page.goto("/robots.txt");
  await page.evaluate(FORGET);
  await context.clearCookies();
  faults.length = 0;
}

const FORGET = `(async () => {
  window.name = "";
  localStorage.clear();
  sessionStorage.clear();
  for (const name of await caches.keys()) await caches.delete(name);
  for (const { name } of await indexedDB.databases())
    await new Promise((resolve) => {
      const deleting = indexedDB.deleteDatabase(name);
      deleting.onsuccess = deleting.onerror = deleting.onblocked = resolve;
    });
})()`;
