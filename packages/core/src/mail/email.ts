import type { DigestFacts } from "@coffer/domain/digest/digest";
import type { LetterFacts } from "@coffer/domain/digest/letter";
import type { QueuedEmail } from "@coffer/domain/mail/queued-email";

/** Kinds whose data is completed when they are sent. */
type ResolvedKind =
  | "verify-email"
  | "reset-password"
  | "security-summary"
  | "notice"
  | "notice-summary"
  | "digest"
  | "digest-preview"
  | "announcement";

/** `letter` is present in weekly and monthly mails. */
export type DigestData = DigestFacts & { letter?: LetterFacts | undefined };

/** The data of the templates. Links are absolute URLs. */
export type EmailData =
  | Exclude<QueuedEmail, { kind: ResolvedKind }>
  | { kind: "verify-email" | "reset-password"; to: string; firstName: string; link: string }
  | {
      kind: "digest" | "digest-preview";
      to: string;
      facts: DigestData;
      links: { dashboard: string; settings: string; unsubscribe: string };
    }
  | (Extract<QueuedEmail, { kind: "security-summary" }> & { timeZone: string })
  | (Extract<QueuedEmail, { kind: "notice" | "notice-summary" }> & {
      links: { settings: string; unsubscribe: string };
    })
  /** `subject` and `html` have the recipient's figures filled in; the HTML is sanitized. */
  | { kind: "announcement"; to: string; subject: string; html: string; links: { unsubscribe: string } };

export type EmailOf<Kind extends EmailData["kind"]> = Extract<EmailData, { kind: Kind }>;

/** The subject has one line; HTML and plain text have the same content. */
export type RenderedEmail = { subject: string; html: string; text: string };

/** `id` is that of the email job, so a retry has the same one. */
export type EmailMessage = RenderedEmail & {
  id: string;
  to: string;
  /** True for an unverified address: the gate counts its bounces. */
  isUnproven?: boolean;
  headers: Record<string, string>;
};

/** Throws Undeliverable for a permanent failure, HeldBack if an operator is needed, another error for a temporary one. */
export type Mailer = { send(message: EmailMessage): Promise<void> };

/** No mail can be sent until an operator does what the message says. The mail waits indefinitely. */
export class HeldBack extends Error {
  override readonly name = "HeldBack";
}

/** The message was refused permanently. */
export class Undeliverable extends Error {
  override readonly name: string = "Undeliverable";
}

/** The recipient's address was refused permanently, whatever the message. */
export class AddressRefused extends Undeliverable {
  override readonly name = "AddressRefused";
}
