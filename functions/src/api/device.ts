import type { Device } from "@coffer/domain/account/definition";
import { networkOf } from "./networks.ts";

/** Browsers also name their ancestors, so the first match counts. */
const BROWSERS = [
  ["Edg", "Edge"],
  ["OPR/", "Opera"],
  ["SamsungBrowser/", "Samsung Internet"],
  ["Firefox/", "Firefox"],
  ["FxiOS/", "Firefox"],
  ["CriOS/", "Chrome"],
  ["Chromium/", "Chromium"],
  ["Chrome/", "Chrome"],
  ["Safari/", "Safari"],
] as const;
const SYSTEMS = [
  ["iPhone", "iPhone"],
  ["iPad", "iPad"],
  ["Android", "Android"],
  ["CrOS", "ChromeOS"],
  ["Windows", "Windows"],
  ["Macintosh", "macOS"],
  ["Linux", "Linux"],
] as const;

export const deviceOf = (userAgent: string | undefined, address: string): Device => ({
  network: networkOf(address),
  browser: nameIn(BROWSERS, userAgent),
  system: nameIn(SYSTEMS, userAgent),
});

const nameIn = (names: readonly (readonly [mark: string, name: string])[], userAgent = "") =>
  names.find(([mark]) => userAgent.includes(mark))?.[1] ?? null;
