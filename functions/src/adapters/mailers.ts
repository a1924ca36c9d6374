import { setTimeout as wait } from "node:timers/promises";
import { type EmailMessage, HeldBack, type Mailer, Undeliverable } from "@coffer/core/mail/email";
import type { Log } from "../log.ts";

type Quota = { rate: () => Promise<number>; count: () => void };

/** Sends at most the quota's messages a second, evenly spaced, as SES demands. Refused messages count as well. */
export function paced(mailer: Mailer, { rate, count }: Quota): Mailer {
  let next = 0;
  return {
    async send(message) {
      count();
      const pause = 1000 / (await rate());
      const now = performance.now();
      const turn = Math.max(now, next);
      next = turn + pause;
      if (turn > now) await wait(turn - now);
      await mailer.send(message);
    },
  };
}

const withoutAddresses = (text: string): string =>
  text
    .split(/([\s<>,;:]+)/)
    .map((word) => (word.includes("@") ? "…" : word))
    .join("");

/** Logs each sent or refused message. Reasons are logged without the addresses that mail servers repeat in them. */
export const logged = (mailer: Mailer, log: Log): Mailer => ({
  async send(message) {
    try {
      await mailer.send(message);
      log.info("mail sent");
    } catch (error) {
      const { name, message: reason } = error instanceof Error ? error : new Error("unknown");
      log.error("mail refused", { error: { name, message: withoutAddresses(reason) } });
      throw error;
    }
  },
});

/** Sends each message through every mailer in turn, and stops at the first failure. */
export const both = (...mailers: Mailer[]): Mailer => ({
  async send(message) {
    for (const mailer of mailers) await mailer.send(message);
  },
});

/** Mail servers read "a@x.com,b@y.com" as two recipients, and "B <b@y.com>" escapes the suppression list. */
const ONE_MAILBOX = /^[^\s@<>()[\],;:"\\\p{Cc}]+@[^\s@<>()[\],;:"\\\p{Cc}]+$/u;

/** The Message-ID holds the message's id, so that mail servers recognise a repeat. */
export async function mimeOf(
  { id, to, subject, html, text, headers }: EmailMessage,
  from: string,
): Promise<Buffer> {
  if (!ONE_MAILBOX.test(to))
    throw new Undeliverable(`${JSON.stringify(to)} is not the address of one mailbox`);
  const domain = /@([^@>\s]+)>?\s*$/.exec(from)?.[1] ?? "localhost";
  // Loaded with the first mail, to keep the start short.
  const { default: MailComposer } = await import("nodemailer/lib/mail-composer/index.js");
  const composer = new MailComposer({
    from,
    to,
    subject,
    html,
    text,
    headers: { ...headers, "Auto-Submitted": "auto-generated" },
    messageId: `<${id}@${domain}>`,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return composer.compile().build();
}

/**
 * Words in which SES and other mail servers refuse the whole account or sender. The error's name does not tell: SES
 * reports a pause that it imposed itself as `MessageRejected` (functions/test/mail-answers.ts).
 */
const ACCOUNT =
  /\b(not verified|pause[ds]?|suspend(ed)?|shut ?down|disabled|deactivated|blocked|on probation|under review|quota|limit|rate exceeded|not (allowed|authorized|permitted) to (send|perform)|permissions? to send|authentication|relay(ing)?)\b/i;

/**
 * Further words in which mail services refuse the sender, and RFC 3463's codes: a bad sender (5.1.8), and the security
 * and policy of the server that accepts our mail (5.7.x).
 */
const SENDER =
  /\b5\.(1\.8|7\.\d+)\b|\b(sender (identity|signature)|unauthenticated senders?|not (yet )?activated|activate your|free accounts?|credits?|payment|billing|trial|not one of your addresses)\b/i;

/** Refusals of one recipient or message that `ACCOUNT` matches too: "account is disabled", "size limit". */
const ONE_ALONE =
  /\b5\.(1\.([0-6]|10)|2\.[13]|3\.4|7\.1[23]\d)\b|\brecipient address rejected\b|\b(account that you tried to reach|mailbox|recipient('s)?( account)?|user) (is |has been )?(disabled|suspended|deactivated|inactive)\b|\bto send to (the|this) recipient\b|\b(message|mail) (size|length)\b|\bmessage exceeded\b|\b(virus|malware)\b/i;

/** A full mailbox is temporary, whatever the code. */
const FULL =
  /\b5\.2\.2\b|\bmailbox (is )?full\b|\b(account that you tried to reach|mailbox|recipient|user) (is |has )?(over|exceeded) (its |their )?(storage )?quota\b/i;

/** Refusals of this message or recipient that a retry would not change. */
const MESSAGE =
  /\b(blacklist(ed)?|suppression list|illegal (address|character|semicolon)|missing (final|start|end|local|domain)|invalid (header|email|domain|address|destination|recipient)|duplicate header|domain (starts|ends) with|control or whitespace|(message|header) (length|size)|too (long|large)|nested group|unbalanced|transaction failed|virus|malware)\b/i;

export const isFull = (error: Error): boolean => FULL.test(error.message);

/** HeldBack if the account was refused, Undeliverable if the message was, undefined if the reason is unknown. */
export function refusalOf(error: Error): HeldBack | Undeliverable | undefined {
  const isAboutOne = ONE_ALONE.test(error.message);
  if (!isAboutOne && (ACCOUNT.test(error.message) || SENDER.test(error.message))) return heldBack(error);
  return isAboutOne || MESSAGE.test(error.message)
    ? new Undeliverable(error.message, { cause: error })
    : undefined;
}

export const heldBack = (error: Error): HeldBack =>
  new HeldBack(
    `Held until the mail service accepts mail again (docs/operations.md, "First deployment"): ${error.message}`,
    { cause: error },
  );
