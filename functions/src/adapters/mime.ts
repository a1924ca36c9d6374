import { type EmailMessage, Undeliverable } from "@coffer/core/mail/email";

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
