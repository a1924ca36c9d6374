import type { QueuedEmail } from "@coffer/core/mail/outbox";
import { storedDay } from "@coffer/domain/definition/values";
import { NOTIFICATION_KINDS } from "@coffer/domain/notification/choices";
import { PERMISSIONS } from "@coffer/domain/share/sharing";
import * as v from "valibot";
import { storedDevice } from "../table/stored.ts";

const to = v.string();
const firstName = v.string();
const link = v.string();
// Absent where it was queued before mails said it.
const ledgerName = v.optional(v.nullable(v.string()), null);
const shared = {
  to,
  ownerName: v.string(),
  // Empty where it was queued before mails said it.
  ownerEmail: v.optional(v.string(), ""),
  ledgerName,
  permission: v.picklist(PERMISSIONS),
  link,
  note: v.nullable(v.string()),
};

/** The release before told a preview by an attribute. */
const withItsKind = (stored: unknown): unknown =>
  Object(stored).preview === true ? { ...Object(stored), kind: "digest-preview" } : stored;

const email = v.variant("kind", [
  v.object({ kind: v.literal("verify-email"), to, firstName, link }),
  v.object({ kind: v.literal("reset-password"), to }),
  v.object({ kind: v.literal("password-changed"), to, firstName }),
  v.object({
    kind: v.literal("email-changed"),
    to,
    firstName,
    newEmail: v.string(),
    link: v.optional(v.nullable(link), null),
  }),
  v.object({
    kind: v.literal("account-leaving"),
    to,
    firstName,
    goesOn: storedDay,
    byAdministrator: v.boolean(),
    link,
    endShares: v.optional(v.nullable(link), null),
  }),
  v.object({ kind: v.literal("account-kept"), to, firstName }),
  v.object({
    kind: v.literal("new-sign-in"),
    to,
    firstName,
    at: v.number(),
    timeZone: v.string(),
    device: storedDevice,
    links: v.object({ devices: link, newPassword: link }),
  }),
  v.object({
    kind: v.literal("security"),
    to,
    firstName,
    text: v.string(),
    links: v.object({ settings: link, newPassword: link }),
  }),
  v.object({
    kind: v.literal("new-administrator"),
    to,
    firstName,
    person: v.nullable(v.object({ name: v.string(), email: v.string() })),
    byName: v.nullable(v.string()),
    link,
  }),
  v.object({ kind: v.literal("budget-gone"), to, firstName, ownerName: v.string(), ledgerName }),
  v.object({ kind: v.literal("invitation"), ...shared }),
  v.object({ kind: v.literal("budget-shared"), firstName, ...shared }),
  v.object({
    kind: v.literal("notice"),
    to,
    firstName,
    about: v.picklist(NOTIFICATION_KINDS),
    text: v.string(),
    link,
  }),
  v.object({ kind: v.literal("digest"), to, day: storedDay }),
  v.object({ kind: v.literal("digest-preview"), to, day: storedDay }),
  v.object({ kind: v.literal("announcement"), to, campaignId: v.number() }),
]);

/** An email as its job's item holds it. */
export const storedEmail: v.GenericSchema<unknown, QueuedEmail> = v.pipe(
  v.unknown(),
  v.transform(withItsKind),
  email,
);
