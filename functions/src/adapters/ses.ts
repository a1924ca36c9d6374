import type { SESClient } from "@aws-sdk/client-ses";
import { type Mailer, Undeliverable } from "@coffer/core/email";
import { mimeOf } from "./mime.ts";

type SesOptions = {
  from: string;
  /** SES reports bounces and complaints of mail in this set (lambda/ses-events.ts). */
  configurationSet: string | undefined;
  /** Only tests set it. */
  endpoint?: string;
};

const TIMEOUT_MS = 10_000;
/** Errors of SES that the same message would meet again. */
const FINAL = new Set(["MessageRejected", "InvalidParameterValue"]);

/** The SDK's client is loaded with the first message: most invocations send none. */
export function createSesMailer({ from, configurationSet, endpoint }: SesOptions): Mailer {
  let client: SESClient | undefined;
  return {
    async send(message) {
      const { SESClient, SendRawEmailCommand } = await import("@aws-sdk/client-ses");
      client ??= new SESClient({ maxAttempts: 1, ...(endpoint && { endpoint }) });
      const command = new SendRawEmailCommand({
        Destinations: [message.to],
        RawMessage: { Data: await mimeOf(message, from) },
        ...(configurationSet && { ConfigurationSetName: configurationSet }),
      });
      try {
        // Not retried here: after a lost response it may have been sent, and the outbox waits longer.
        await client.send(command, { abortSignal: AbortSignal.timeout(TIMEOUT_MS) });
      } catch (error) {
        if (error instanceof Error && FINAL.has(error.name))
          throw new Undeliverable(error.message, { cause: error });
        throw error;
      }
    },
  };
}
