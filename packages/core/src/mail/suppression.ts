import { randomBytes } from "node:crypto";
import { normalizeEmail } from "@coffer/domain/account/email-address";
import type { Id } from "@coffer/domain/id";
import type { Env } from "../env.ts";
import { Refusal } from "../refusal.ts";

export type SuppressionReason = "bounce" | "complaint";

/** The secret is the part of an unsubscribe link that proves that the link was mailed. */
type BulkMail = { secret: string; unsubscribed: boolean };

export type SuppressionStore = {
  reasonFor(address: string): Promise<SuppressionReason | null>;
  suppress(address: string, reason: SuppressionReason, now: number): Promise<void>;
  /** `fresh` becomes the secret of all the user's unsubscribe links where none is stored. */
  bulkMail(userId: Id, fresh: string): Promise<BulkMail>;
  /** Ends announcements, daily summaries and mailed notifications in one write; false for another secret. */
  unsubscribe(userId: Id, secret: string, now: number): Promise<boolean>;
};

/** The user and secret of an unsubscribe link, which never expires: a year-old mail has to be able to end it. */
export const unsubscribeToken = (userId: Id, { secret }: BulkMail): string => `${userId}.${secret}`;

export const freshSecret = (): string => randomBytes(24).toString("base64url");

export function createSuppression(stores: { suppression: SuppressionStore }, { clock }: Pick<Env, "clock">) {
  return {
    suppress: (address: string, reason: SuppressionReason): Promise<void> =>
      stores.suppression.suppress(normalizeEmail(address), reason, clock()),

    async unsubscribe(token: string): Promise<void> {
      const [, digits, secret] = /^([1-9]\d{0,15})\.([\w-]{32})$/.exec(token) ?? [];
      const done = secret && (await stores.suppression.unsubscribe(Number(digits), secret, clock()));
      if (!done) throw new Refusal("notFound", "This unsubscribe link is not valid");
    },
  };
}
