import type { DigestFacts } from "@coffer/domain/digest/digest";
import type { QueuedEmail } from "@coffer/domain/mail/queued-email";

/** What leaves holds more than what is queued. */
type ResolvedKind =
  | "verify-email"
  | "reset-password"
  | "security-summary"
  | "notice"
  | "notice-summary"
  | "digest"
  | "digest-preview"
  | "announcement";

/** Values that the templates fill in. Links are whole addresses. */
export type EmailData =
  | Exclude<QueuedEmail, { kind: ResolvedKind }>
  | { kind: "verify-email" | "reset-password"; to: string; firstName: string; link: string }
  | {
      kind: "digest" | "digest-preview";
      to: string;
      facts: DigestFacts;
      links: { dashboard: string; settings: string; unsubscribe: string };
    }
  | (Extract<QueuedEmail, { kind: "security-summary" }> & { timeZone: string })
  | (Extract<QueuedEmail, { kind: "notice" | "notice-summary" }> & {
      links: { settings: string; unsubscribe: string };
    })
  /** `subject` and `html` with the recipient's own figures filled in; the HTML is sanitised. */
  | { kind: "announcement"; to: string; subject: string; html: string; links: { unsubscribe: string } };

export type EmailOf<Kind extends EmailData["kind"]> = Extract<EmailData, { kind: Kind }>;

/** The subject is one line; HTML and plain text say the same. */
export type RenderedEmail = { subject: string; html: string; text: string };

/** `id` is the email job's: a repeat carries the same one. */
export type EmailMessage = RenderedEmail & {
  id: string;
  to: string;
  /** True for an address that was never proven to be an account's: the gate counts its bounces. */
  isUnproven?: boolean;
  headers: Record<string, string>;
};

/** Throws Undeliverable where trying again is pointless, HeldBack where an operator is needed, else what may pass. */
export type Mailer = { send(message: EmailMessage): Promise<void> };

/** Nothing leaves until an operator does what the message says, so the mail waits however long that takes. */
export class HeldBack extends Error {
  override readonly name = "HeldBack";
}

/** The message was refused for good: trying again is pointless. */
export class Undeliverable extends Error {
  override readonly name: string = "Undeliverable";
}

/** So was the recipient's address, whatever the message. */
export class AddressRefused extends Undeliverable {
  override readonly name = "AddressRefused";
}
