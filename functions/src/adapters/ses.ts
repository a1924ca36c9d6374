import type { SESClient } from "@aws-sdk/client-ses";
import { HeldBack, type Mailer, Undeliverable } from "@coffer/core/mail/email";
import { mimeOf } from "./mime.ts";
import { TIMEOUTS } from "./timeouts.ts";

/** Errors of SES that last until somebody changes the account. */
const HELD = new Set([
  "MailFromDomainNotVerifiedException",
  "AccountSendingPausedException",
  "ConfigurationSetDoesNotExist",
]);
/** Errors of SES that the same message would meet again. */
const FINAL = new Set(["MessageRejected", "InvalidParameterValue"]);

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
      });
      try {
        // Not retried here: after a lost response it may have been sent, and the outbox waits longer.
        await client.send(command);
      } catch (error) {
        throw problemOf(error);
      }
    },
  };
}

function problemOf(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  // The sandbox refuses every recipient that is not verified, under the name of an error that is final elsewhere.
  if (HELD.has(error.name) || /\bnot verified\b/.test(error.message))
    return new HeldBack(
      `It waits until Amazon SES lets it out (docs/operations.md, "First deployment"): ${error.message}`,
      { cause: error },
    );
  return FINAL.has(error.name) ? new Undeliverable(error.message, { cause: error }) : error;
}
