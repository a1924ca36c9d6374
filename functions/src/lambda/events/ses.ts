import type { SuppressionReason } from "@coffer/core/mail/suppression";
import * as v from "valibot";
import { UNPROVEN_TAG } from "../../adapters/ses.ts";

/** JSON, except for the text that SES publishes when the topic is set up: "Successfully validated SNS topic for …". */
const notice = v.pipe(v.string(), v.parseJson());
const notifications = v.object({ Records: v.array(v.object({ Sns: v.object({ Message: v.string() }) })) });
const recipients = v.array(v.object({ emailAddress: v.string() }));
const mail = v.optional(v.object({ tags: v.optional(v.record(v.string(), v.array(v.string())), {}) }));
const event = v.union([
  v.object({
    eventType: v.literal("Bounce"),
    bounce: v.object({ bounceType: v.string(), bouncedRecipients: recipients }),
    mail,
  }),
  v.object({
    eventType: v.literal("Complaint"),
    complaint: v.object({
      complainedRecipients: recipients,
      complaintFeedbackType: v.nullish(v.string()),
    }),
  }),
]);

/** `isUnproven`: the mail went to an unverified address. */
type Suppressed = { address: string; reason: SuppressionReason; isUnproven: boolean };

export function suppressedIn(sns: unknown): Suppressed[] {
  return v.parse(notifications, sns).Records.flatMap(({ Sns }) => {
    const { success, output } = v.safeParse(notice, Sns.Message);
    return success ? addressesIn(output) : [];
  });
}

/** Feedback types (RFC 5965) for mail that was marked as not spam, or whose sender a server could not verify. */
const NO_COMPLAINTS = new Set(["not-spam", "auth-failure"]);

function addressesIn(message: unknown): Suppressed[] {
  const parsed = v.safeParse(event, message);
  if (!parsed.success) return []; // another type of SES's events
  const { output } = parsed;
  if (output.eventType === "Complaint") {
    const { complainedRecipients, complaintFeedbackType } = output.complaint;
    if (NO_COMPLAINTS.has(complaintFeedbackType ?? "")) return [];
    return complainedRecipients.map((to) => ({
      address: bare(to),
      reason: "complaint",
      isUnproven: false,
    }));
  }
  // "Transient" (a full mailbox, a server that is down) passes, and "Undetermined" may.
  if (output.bounce.bounceType !== "Permanent") return [];
  const isUnproven = output.mail?.tags[UNPROVEN_TAG.Name]?.includes(UNPROVEN_TAG.Value) ?? false;
  return output.bounce.bouncedRecipients.map((to) => ({ address: bare(to), reason: "bounce", isUnproven }));
}

/** Some servers report "Ana <ana@example.com>". */
const bare = ({ emailAddress }: { emailAddress: string }): string =>
  /<([^<>]+)>\s*$/.exec(emailAddress)?.[1] ?? emailAddress;
