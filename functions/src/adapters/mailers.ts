import { setTimeout as wait } from "node:timers/promises";
import type { Mailer } from "@coffer/core/email";

/** A mailer that sends at most `perSecond` messages, evenly, as SES's sending quota asks. */
export function paced(mailer: Mailer, perSecond: number): Mailer {
  let next = 0;
  return {
    async send(message) {
      const now = performance.now();
      const turn = Math.max(now, next);
      next = turn + 1000 / perSecond;
      if (turn > now) await wait(turn - now);
      await mailer.send(message);
    },
  };
}

/** A mailer that hands each message to all of them, in order: done once all have taken it. */
export const both = (...mailers: Mailer[]): Mailer => ({
  async send(message) {
    for (const mailer of mailers) await mailer.send(message);
  },
});
