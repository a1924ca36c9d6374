import type { DigestFacts } from "@coffer/domain/digest";
import type { Mail } from "./outbox.ts";

/** A mail with everything that it says: what the templates are given. Links are whole addresses. */
export type Letter =
  | Exclude<Mail, { kind: "digest" | "announcement" }>
  | {
      kind: "digest";
      to: string;
      facts: DigestFacts;
      preview: boolean;
      links: { dashboard: string; settings: string; unsubscribe: string };
    }
  /** `subject` and `html` with the recipient's own figures filled in; the HTML is sanitised. */
  | { kind: "announcement"; to: string; subject: string; html: string; links: { unsubscribe: string } };

/** A letter worded: one line of subject, and the same content as HTML and as plain text. */
export type Wording = { subject: string; html: string; text: string };

/** A message as it leaves. `id` names it for good: a repeat of the same message carries the same one. */
export type Message = Wording & { id: string; to: string; headers: Record<string, string> };

/** What carries messages. Throws Undeliverable for what will never be taken, anything else for what may be later. */
export type Mailer = { send(message: Message): Promise<void> };

/** The carrier refused this message for good: trying again is pointless. */
export class Undeliverable extends Error {
  override readonly name = "Undeliverable";
}
