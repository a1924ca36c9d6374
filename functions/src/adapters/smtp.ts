import { AddressRefused, type Mailer, Undeliverable } from "@coffer/core/mail/email";
import type { Transporter } from "nodemailer";
import { mimeOf } from "./mime.ts";

const TIMEOUT_MS = 20_000;

export function createSmtpMailer(url: string, from: string): Mailer {
  let transport: Promise<Transporter> | undefined;
  const load = async () => {
    const { createTransport } = await import("nodemailer");
    return createTransport({
      url,
      pool: true,
      connectionTimeout: TIMEOUT_MS,
      greetingTimeout: TIMEOUT_MS,
      socketTimeout: TIMEOUT_MS,
    });
  };
  return {
    async send(message) {
      const raw = await mimeOf(message, from);
      transport ??= load();
      try {
        await (await transport).sendMail({ envelope: { from, to: message.to }, raw });
      } catch (error) {
        // SMTP's 5xx codes are permanent failures; everything else may pass.
        const code = error instanceof Error && "responseCode" in error ? Number(error.responseCode) : 0;
        if (!(error instanceof Error) || code < 500) throw error;
        const isAddress = "command" in error && error.command === "RCPT TO";
        const Refused = isAddress ? AddressRefused : Undeliverable;
        throw new Refused(error.message, { cause: error });
      }
    },
  };
}
