import type { Message } from "@coffer/core/letter";
import MailComposer from "nodemailer/lib/mail-composer/index.js";

/**
 * Takes a message and its sender, as in "Coffer <hello@budget.example>"; returns it as RFC 5322. Its Message-ID is
 * made of the message's own id, so that a repeat is recognised as the same mail.
 */
export function mimeOf({ id, to, subject, html, text, headers }: Message, from: string): Promise<Buffer> {
  const domain = /@([^@>\s]+)>?\s*$/.exec(from)?.[1] ?? "localhost";
  const composer = new MailComposer({
    from,
    // As an address, not as a header to be read: a comma in it does not make two recipients.
    to: { name: "", address: to },
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
