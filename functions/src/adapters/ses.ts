import type { SESClient } from "@aws-sdk/client-ses";
import type { Mailer } from "@coffer/core/mail/email";
import { UNPROVEN_TAG } from "../ses-tags.ts";
import { mimeOf } from "./mime.ts";
import { heldBack, refusalOf } from "./refused-mail.ts";
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
