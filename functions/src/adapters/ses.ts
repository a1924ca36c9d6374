import type { SESClient } from "@aws-sdk/client-ses";
import type { Clock } from "@coffer/core/env";
import type { Mailer } from "@coffer/core/mail/email";
import { MINUTE_MS } from "@coffer/domain/time/day";
import { heldBack, mimeOf, refusalOf } from "./mailers.ts";
import { cachedFor } from "./secrets.ts";
import { TIMEOUTS } from "./timeouts.ts";

/** SES errors that last until somebody changes the account. The SDK adds "Exception" to some names. */
const HELD = new Set([
  "MailFromDomainNotVerified",
  "AccountSendingPaused",
  "ConfigurationSetSendingPaused",
  "ConfigurationSetDoesNotExist",
]);
/** SES errors whose message says whether the account or this one email was refused. */
const IN_WORDS = new Set(["MessageRejected", "InvalidParameterValue"]);

/**
 * SES reports bounces and complaints of mail in the configuration set (lambda/ses-events.ts). The SDK's client is loaded
 * with the first message: most invocations send none.
 */
export function createSesMailer(from: string, configurationSet: string, endpoint?: string): Mailer {
  let client: SESClient | undefined;
  return {
    async send(message) {
      const { SESClient, SendRawEmailCommand } = await import("@aws-sdk/client-ses");
      client ??= new SESClient({ maxAttempts: 1, requestHandler: TIMEOUTS, ...(endpoint && { endpoint }) });
      const command = new SendRawEmailCommand({
        Destinations: [message.to],
        RawMessage: { Data: await mimeOf(message, from) },
        ...(configurationSet && { ConfigurationSetName: configurationSet }),
        ...(message.isUnproven && { Tags: [UNPROVEN_TAG] }),
      });
      try {
        // The outbox retries, with longer waits. A lost response may mean that the mail was sent.
        await client.send(command);
      } catch (error) {
        throw problemOf(error);
      }
    },
  };
}

function problemOf(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if (HELD.has(error.name.replace(/Exception$/, ""))) return heldBack(error);
  // Unknown reasons count as temporary: a mail that waits is not lost, a mail that is given up is.
  return (IN_WORDS.has(error.name) && refusalOf(error)) || error;
}

/** AWS raises a quota by itself when mail is well received, and other senders use it up: read again after this time. */
const CACHED_MS = 2 * MINUTE_MS;
/** The part of the daily quota that bulk mail may use; the rest is for transactional mail. */
const BULK_SHARE = 0.9;
/** Used when SES cannot be asked: the sandbox's rate, and no daily limit, since SES postpones mail over the limit. */
const UNKNOWN = { MaxSendRate: 1, Max24HourSend: -1, SentLast24Hours: 0 };

/** `share` is the part of the account's sending rate that this caller may use. */
export function createSendQuota(clock: Clock, share: number, endpoint?: string) {
  let client: SESClient | undefined;
  let sentSince = 0;
  const read = cachedFor(CACHED_MS, clock, async () => {
    const { GetSendQuotaCommand, SESClient } = await import("@aws-sdk/client-ses");
    client ??= new SESClient({ requestHandler: TIMEOUTS, ...(endpoint && { endpoint }) });
    const answer = await client.send(new GetSendQuotaCommand());
    sentSince = 0;
    return { ...UNKNOWN, ...answer };
  });
  const quota = () => read().catch(() => UNKNOWN);
  return {
    rate: async (): Promise<number> => Math.max(1, share * (await quota()).MaxSendRate),

    count(): void {
      sentSince += 1;
    },

    /**
     * The used share of the day's quota, from 0 to 1. Assumes that other senders were as fast as this one since the last
     * reading.
     */
    async used(): Promise<number> {
      const { Max24HourSend, SentLast24Hours } = await quota();
      if (Max24HourSend <= 0) return 0;
      return (SentLast24Hours + sentSince / share) / (Max24HourSend * BULK_SHARE);
    },
  };
}

/** SES repeats this tag in the events of mail to an unverified address. */
export const UNPROVEN_TAG = { Name: "recipient", Value: "unproven" } as const;
