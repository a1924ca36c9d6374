import { normalizeEmail } from "@coffer/domain/account/email-address";
import type { User } from "@coffer/domain/account/user";
import type { Id } from "@coffer/domain/id";
import type { Caller } from "../access.ts";
import { parseUnsubscribeToken } from "../account/links.ts";
import type { ThrottleStore } from "../account/sign-in-stores.ts";
import { createThrottles } from "../account/throttles.ts";
import type { Env } from "../env.ts";
import { Refusal } from "../refusal.ts";
import { createMailGate } from "./gate.ts";

export type SuppressionReason = "bounce" | "complaint";

/** `secret` is part of the user's unsubscribe links and proves that they were mailed. */
type BulkMail = { secret: string; unsubscribed: boolean };

export type SuppressionStore = {
  reasonFor(address: string): Promise<SuppressionReason | null>;
  suppress(address: string, reason: SuppressionReason, now: number): Promise<void>;
  /** False if the address was not suppressed. */
  lift(address: string): Promise<boolean>;
  /** Stores `fresh` as the secret of the user's unsubscribe links if there is none. */
  bulkMail(userId: Id, fresh: string): Promise<BulkMail>;
  /** Ends announcements, daily summaries and mailed notifications in one write; false for a wrong secret. */
  unsubscribe(userId: Id, secret: string, now: number): Promise<boolean>;
};

type SuppressionStores = { suppression: SuppressionStore; throttles: ThrottleStore };

type Returned = { address: string; reason: SuppressionReason; isUnproven: boolean };

/** Handles the mail service's reports of bounces and complaints. */
export function createReturnedMail(stores: SuppressionStores, env: Pick<Env, "clock" | "throttle">) {
  const gate = createMailGate(stores, env);
  return {
    async suppress({ address, reason, isUnproven }: Returned): Promise<void> {
      await stores.suppression.suppress(normalizeEmail(address), reason, env.clock());
      if (reason === "bounce" && isUnproven) await gate.noteBounce();
    },
  };
}

export function createSuppression(
  stores: SuppressionStores,
  env: Pick<Env, "clock" | "throttle" | "securityLog">,
) {
  const { clock, securityLog } = env;
  const throttles = createThrottles(stores, env);
  return {
    /** True if the user's address gets no mail, or only mail about the account. */
    isSuppressed: async ({ email }: Pick<User, "email">): Promise<boolean> =>
      (await stores.suppression.reasonFor(email)) !== null,

    /** Refuses (conflict) a mail that would not be sent: any after a bounce, but that about the account after a complaint. */
    async requireReachable({ email }: Pick<User, "email">, isAboutAccount: boolean): Promise<void> {
      const reason = await stores.suppression.reasonFor(email);
      if (reason === "bounce" || (reason === "complaint" && !isAboutAccount))
        throw new Refusal(
          "conflict",
          "Mail to you came back or was marked as spam, so we stopped sending it. Choose “Send mail again” first.",
        );
    },

    /**
     * Lifts the suppression of the user's address. Refuses (forbidden) after a complaint if the address is not verified.
     */
    async mailAgain({ user: { id, email, emailVerified } }: Caller): Promise<void> {
      const reason = await stores.suppression.reasonFor(email);
      if (reason === null) return;
      if (reason === "complaint" && !emailVerified)
        throw new Refusal("forbidden", "Verify your email address first, with the link in your inbox.");
      await throttles.take("mail-again", email);
      await stores.suppression.lift(email);
      securityLog({ event: "mail-again", userId: id });
    },

    async unsubscribe(token: string): Promise<void> {
      const given = parseUnsubscribeToken(token);
      if (!given || !(await stores.suppression.unsubscribe(given.userId, given.secret, clock())))
        throw new Refusal("notFound", "This unsubscribe link is not valid");
    },
  };
}
