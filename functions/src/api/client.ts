import { AsyncLocalStorage } from "node:async_hooks";
import { isIP, isIPv6 } from "node:net";
import type { Networks } from "@coffer/core/env";
import { tooMany } from "@coffer/core/refusal";
import type { Device } from "@coffer/domain/account/definition";

/**
 * The networks that limits count as one client, the narrowest first. An IPv6 client can use another address of its /64
 * for every request, and a client with a /56 or /48 can use another /64.
 */
export function networksOf(address: string): Networks {
  const plain = plainAddress(address);
  if (!isIPv6(plain)) return [plain];
  const [a = "0", b = "0", c = "0", d = "0"] = groupsOf(plain);
  const upper = (Number.parseInt(d, 16) & 0xff00).toString(16);
  return [`${a}:${b}:${c}:${d}::/64`, `${a}:${b}:${c}:${upper}::/56`, `${a}:${b}:${c}::/48`];
}

/** The part of an address by which people recognise a network; null if the text is not an address. */
export function networkOf(address: string): string | null {
  const plain = plainAddress(address);
  if (isIP(plain) === 0) return null;
  if (plain === "::1" || plain.startsWith("127.")) return "localhost";
  if (isIPv6(plain)) return `${groupsOf(plain).slice(0, 3).join(":")}::/48`;
  return `${plain.slice(0, plain.lastIndexOf("."))}.0/24`;
}

/** Drops an IPv6 zone and unwraps IPv4-mapped addresses. */
function plainAddress(address: string): string {
  const [plain = ""] = address.split("%");
  const mapped = /^::ffff:([\d.]+)$/i.exec(plain)?.[1];
  return mapped ?? (isIPv6(plain) ? plain : address);
}

function groupsOf(address: string): string[] {
  const [left = [], right = []] = address.split("::").map((half) => half.split(":").filter(Boolean));
  const zeros = Array<string>(Math.max(0, 8 - left.length - right.length)).fill("0");
  const groups = address.includes("::") ? [...left, ...zeros, ...right] : left;
  return groups.map((group) => Number.parseInt(group, 16).toString(16));
}

type Options = { clock: () => number; withinMs: number; perNetwork: number; inAll?: number };

/**
 * Refuses (throttled) what one network sends beyond `perNetwork` in a window (twice that from an IPv6 /56, four times
 * from a /48), or all of them beyond `inAll`. Counts in this process, so that a refusal costs no write.
 */
export function createNetworkLimit({ clock, withinMs, perNetwork, inAll }: Options) {
  let counted = new Map<string, number>();
  let until = 0;
  return (networks: Networks): void => {
    const now = clock();
    if (now >= until || until > now + withinMs) [counted, until] = [new Map(), now + withinMs];
    const limits = networks.map((who, index) => [who, perNetwork * 2 ** index] as const);
    if (inAll !== undefined) limits.push(["all", inAll]);
    if (limits.some(([who, most]) => (counted.get(who) ?? 0) >= most)) throw tooMany(until - now);
    for (const [who] of limits) counted.set(who, (counted.get(who) ?? 0) + 1);
  };
}

const addresses = new AsyncLocalStorage<string>();

/** Runs a request's work with its address available to logs and mail limits. */
export const withAddress = <T>(address: string, work: () => T): T => addresses.run(address, work);

/** The current request's network; undefined in a job, null if it is not an address. */
export function requestNetwork(): string | null | undefined {
  const address = addresses.getStore();
  return address === undefined ? undefined : networkOf(address);
}

/** The networks that limits count; none in a job. */
export function requestNetworks(): Networks {
  const address = addresses.getStore();
  return address === undefined ? [] : networksOf(address);
}

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
