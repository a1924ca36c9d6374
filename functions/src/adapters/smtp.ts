import { AddressRefused, HeldBack, type Mailer, Undeliverable } from "@coffer/core/mail/email";
import type { Transporter } from "nodemailer";
import { heldBack, isFull, mimeOf, refusalOf } from "./mailers.ts";

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
        throw problemOf(error);
      }
    },
  };
}

/** SMTP's 5xx codes are permanent failures; all others are temporary. */
function problemOf(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const command = "command" in error ? error.command : undefined;
  const isRefused = "responseCode" in error && Number(error.responseCode) >= 500;
  // A refused login or sender is a matter of settings, not of this message.
  if ("code" in error && error.code === "EAUTH") return heldBack(error);
  if (!isRefused || isFull(error)) return error;
  if (command === "MAIL FROM") return heldBack(error);
  const held = refusalOf(error);
  if (held instanceof HeldBack) return held;
  const Refused = command === "RCPT TO" ? AddressRefused : Undeliverable;
  return new Refused(error.message, { cause: error });
}
