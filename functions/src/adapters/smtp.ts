import { type Mailer, Undeliverable } from "@coffer/core/email";
import { createTransport } from "nodemailer";
import { mimeOf } from "./mime.ts";

const TIMEOUT_MS = 20_000;

/** `url` such as "smtps://user:password@mail.example". */
export function createSmtpMailer(url: string, from: string): Mailer & { close(): void } {
  const transport = createTransport({
    url,
    pool: true,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  });
  return {
    async send(message) {
      const raw = await mimeOf(message, from);
      try {
        await transport.sendMail({ envelope: { from, to: message.to }, raw });
      } catch (error) {
        // SMTP's 5xx codes are permanent failures; everything else may pass.
        const code = error instanceof Error && "responseCode" in error ? Number(error.responseCode) : 0;
        if (code >= 500 && error instanceof Error) throw new Undeliverable(error.message, { cause: error });
        throw error;
      }
    },
    close: () => transport.close(),
  };
}
