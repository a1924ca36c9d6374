import { type EmailMessage, Undeliverable } from "@coffer/core/email";
import MailComposer from "nodemailer/lib/mail-composer/index.js";

/**
 * One mailbox and nothing else. Registration takes any text for an address, and carriers read "a@x.com,b@y.com" as
 * two and "B <b@y.com>" as one that the suppression list does not know.
 */
const ONE_MAILBOX = /^[^\s@<>()[\],;:"\\\p{Cc}]+@[^\s@<>()[\],;:"\\\p{Cc}]+$/u;

/**
 * Takes a message and its sender, as in "Coffer <hello@budget.example>"; returns it as RFC 5322. Its Message-ID is
 * made of the message's own id, so that a repeat is recognised as the same mail. Undeliverable without one mailbox.
 */
export async function mimeOf(
  { id, to, subject, html, text, headers }: EmailMessage,
  from: string,
): Promise<Buffer> {
  if (!ONE_MAILBOX.test(to))
    throw new Undeliverable(`${JSON.stringify(to)} is not the address of one mailbox`);
  const domain = /@([^@>\s]+)>?\s*$/.exec(from)?.[1] ?? "localhost";
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
