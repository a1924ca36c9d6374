import type { SESClient } from "@aws-sdk/client-ses";
import { type Mailer, Undeliverable } from "@coffer/core/email";
import { mimeOf } from "./mime.ts";

type SesOptions = {
  from: string;
  /** Whose bounce and complaint events feed the suppression. */
  configurationSet: string | undefined;
  /** Another endpoint than the region's own, for tests. */
  endpoint?: string;
};

const TIMEOUT_MS = 10_000;
/** What SES refuses for what the message is, not for when it comes. */
const FINAL = new Set(["MessageRejected", "InvalidParameterValue"]);

/** Mail through SES as raw MIME. The client is loaded with the first message: most invocations send none. */
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
        // Not tried again here: after a lost answer nobody knows whether it was sent, and the outbox waits longer.
        await client.send(command, { abortSignal: AbortSignal.timeout(TIMEOUT_MS) });
      } catch (error) {
        if (error instanceof Error && FINAL.has(error.name))
          throw new Undeliverable(error.message, { cause: error });
        throw error;
      }
    },
  };
}
