import { type Browser, type BrowserContext, chromium } from "playwright-core";
import { inject } from "vitest";

export const PHONE = { width: 375, height: 812 };
export const TABLET = { width: 768, height: 1024 };
export const DESKTOP = { width: 1280, height: 900 };

let shared: Promise<Browser> | undefined;
const browser = () => {
  shared ??= chromium.connect(inject("browser"));
  return shared;
};

type Options = {
  viewport?: { width: number; height: number };
  dark?: boolean;
  /** Of another server than the one that all browser tests share. */
  baseURL?: string;
};

/** An isolated browser window, still without a page. */
export async function openWindow({
  viewport = DESKTOP,
  dark = false,
  baseURL = inject("product"),
}: Options = {}): Promise<BrowserContext> {
  const context = await (await browser()).newContext({
    baseURL,
    viewport,
    colorScheme: dark ? "dark" : "light",
    locale: "en-US",
    reducedMotion: "reduce",
  });
  context.setDefaultTimeout(30_000);
  return context;
}

/** `faults` collects the page's script errors and violations of the content security policy. */
export async function openPage(context: BrowserContext) {
  const page = await context.newPage();
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error" && /Content Security Policy|violates/i.test(message.text()))
      faults.push(message.text());
  });
  return { page, faults };
}
