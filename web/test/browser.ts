import { readFileSync } from "node:fs";
import { type Browser, type BrowserContext, chromium, firefox } from "playwright-core";
import { inject } from "vitest";
import { firefoxOptions } from "./firefox-options.ts";
import { openWebKitWindow } from "./webkit.ts";

export const PHONE = { width: 375, height: 812 };
export const TABLET = { width: 768, height: 1024 };
export const DESKTOP = { width: 1280, height: 900 };

let shared: Promise<Browser> | undefined;
async function browser(): Promise<Browser> {
  const running = await shared?.catch(() => undefined);
  if (running?.isConnected()) return running;
  const engine = inject("browserEngine") === "firefox" ? firefox : chromium;
  shared = engine.connect(readFileSync(inject("browser"), "utf8"));
  return shared;
}

/** After some hundred windows, Firefox's service workers no longer answer their pages. */
async function ownFirefox(): Promise<Browser> {
  const own = await firefox.launch(firefoxOptions(process.env.FONTCONFIG_PATH));
  own.on("context", (context) => context.on("close", () => void own.close()));
  return own;
}

type Options = {
  viewport?: { width: number; height: number };
  dark?: boolean;
  /** The address of a server, if it is not the one that all browser tests share. */
  baseURL?: string;
  /** Toasts with a button stay until it is pressed or another toast comes, as they do while the pointer is over them. */
  holdToasts?: boolean;
  /** Registers the service worker, which opens the product offline. */
  installs?: boolean;
  /** The device's time zone, such as "Asia/Tokyo". */
  timeZone?: string;
};

/** An isolated browser window without a page. */
export async function openWindow({
  viewport = DESKTOP,
  dark = false,
  baseURL = inject("product"),
  holdToasts = false,
  installs = false,
  timeZone,
}: Options = {}): Promise<BrowserContext> {
  const isInstalled = installs && inject("browserEngine") === "firefox";
  const context =
    inject("browserEngine") === "webkit"
      ? await openWebKitWindow({ baseURL, viewport, dark, installs, timeZone })
      : await (await (isInstalled ? ownFirefox() : browser())).newContext({
          baseURL,
          viewport,
          colorScheme: dark ? "dark" : "light",
          locale: "en-US",
          timezoneId: timeZone,
          reducedMotion: "reduce",
          serviceWorkers: installs ? "allow" : "block",
        });
  context.setDefaultTimeout(60_000);
  await context.addInitScript(NOTE_TOASTS);
  if (inject("browserEngine") === "firefox") await context.addInitScript(INSERT_TEXT + NOTE_BODIES);
  if (inject("browserEngine") !== "chromium") await context.addInitScript(NOTE_FILES);
  if (holdToasts) await context.addInitScript(HOLD_TOASTS);
  return context;
}

/** Lists the toasts of a page for `expectToast`. A dialog shows a copy of the one on the page. */
const NOTE_TOASTS = `
  window.notedToasts = [];
  const copies = document.getElementsByClassName("toast");
  let before = [];
  new MutationObserver(() => {
    const now = [...copies].filter((toast) => toast.checkVisibility());
    if (now.length > 0 && !now.some((toast) => before.includes(toast)))
      notedToasts.push([...now[0].querySelectorAll("p")].map((line) => line.textContent));
    before = now;
  }).observe(document, { childList: true, subtree: true });
`;

/** Over WebDriver BiDi, Playwright's own `fill` sets a value in a way that React does not notice. */
const INSERT_TEXT = `
  const insertText = (text) => void document.execCommand("insertText", false, text);
  Object.defineProperty(window, "__pw_bidiInsertText", { get: () => insertText, set() {} });
`;

/** For `savedBy`: the last file that the page saved. */
const NOTE_FILES = `
  window.savedFile = undefined;
  let blob;
  const addressOf = URL.createObjectURL;
  URL.createObjectURL = (content) => addressOf.call(URL, (blob = content));
  const click = HTMLAnchorElement.prototype.click;
  HTMLAnchorElement.prototype.click = function () {
    if (this.download) savedFile = { name: this.download, blob };
    click.call(this);
  };
`;

/** For `sentWith`: by address. */
const NOTE_BODIES = `
  const send = window.fetch;
  window.sentBodies = new Map();
  window.fetch = (to, options) => {
    if (typeof options?.body === "string") sentBodies.set(new URL(to, location.href).href, options.body);
    return send(to, options);
  };
`;

const HOLD_TOASTS = `
  const shown = document.getElementsByClassName("toast");
  const held = new WeakSet();
  new MutationObserver(() => {
    for (const toast of shown) {
      if (held.has(toast) || toast.querySelectorAll("button").length < 2) continue;
      held.add(toast);
      toast.dispatchEvent(new PointerEvent("pointerover", { bubbles: true }));
    }
  }).observe(document, { childList: true, subtree: true });
`;

/** Firefox reports this when a document is left before the worker has answered for it or its icons. */
const CUT_OFF = /^Failed to load ‘([^’]+(svg|png))?’. A ServiceWorker intercepted the request/;

/** One after the other: Firefox opens one window at a time. */
let opening: Promise<unknown> = Promise.resolve();

/** `faults` collects the page's script errors and violations of the content security policy. */
export async function openPage(context: BrowserContext) {
  const opened = opening.then(() => context.newPage());
  opening = opened.catch(() => {});
  const page = await opened;
  const faults: string[] = [];
  page.on("pageerror", (error) => {
    if (!CUT_OFF.test(error.message)) faults.push(String(error));
  });
  page.on("console", (message) => {
    if (message.type() === "error" && /Content Security Policy|violates/i.test(message.text()))
      faults.push(message.text());
  });
  return { page, faults };
}
