import { setTimeout as wait } from "node:timers/promises";
import type { Mailer } from "@coffer/core/mail/email";
import type { Log } from "../log.ts";

type Quota = { rate: () => Promise<number>; count: () => void };

/** Sends at most the quota's messages a second, evenly spaced, as SES demands; counts those that are refused too. */
export function paced(mailer: Mailer, { rate, count }: Quota): Mailer {
  let next = 0;
  return {
    async send(message) {
      count();
      const pause = 1000 / (await rate());
      const now = performance.now();
      const turn = Math.max(now, next);
      next = turn + pause;
      if (turn > now) await wait(turn - now);
      await mailer.send(message);
    },
  };
}

const withoutAddresses = (text: string): string =>
  text
    .split(/([\s<>,;:]+)/)
    .map((word) => (word.includes("@") ? "…" : word))
    .join("");

/** Logs each message that was taken, or why not, without the addresses that a carrier repeats in its reason. */
export const logged = (mailer: Mailer, log: Log): Mailer => ({
  async send(message) {
    try {
      await mailer.send(message);
      log.info("mail sent");
    } catch (error) {
      const { name, message: reason } = error instanceof Error ? error : new Error("unknown");
      log.error("mail refused", { error: { name, message: withoutAddresses(reason) } });
      throw error;
    }
  },
});

/** Sends each message through every mailer in turn, and stops at the first failure. */
export const both = (...mailers: Mailer[]): Mailer => ({
  async send(message) {
    for (const mailer of mailers) await mailer.send(message);
  },
});
