import type { Networks } from "@coffer/core/env";
import { tooMany } from "@coffer/core/refusal";

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
