import * as v from "valibot";
import { device } from "../account/device.ts";
import { storedDay } from "../definition/values.ts";
import { NOTIFICATION_KINDS } from "../notification/choices.ts";
import { SECURITY_EVENTS } from "../notification/security-events.ts";
import { PERMISSIONS } from "../share/sharing.ts";

const firstName = v.string();
const link = v.string();
/** Null until it has one; absent where it was queued before mails said it. */
const ledgerName = v.optional(v.nullable(v.string()), null);
const sharedLedger = {
  ownerName: v.string(),
  // Absent where it was queued before mails said it.
  ownerEmail: v.optional(v.string(), ""),
  ledgerName,
  permission: v.picklist(PERMISSIONS),
  link,
  note: v.nullable(v.string()),
};

const securityLinks = v.object({ settings: link, newPassword: link });

/** One of the things that a mail gathers; `at` in milliseconds, `link` where it leads to its cause. */
const gatheredLine = v.object({ text: v.string(), at: v.number(), link: v.nullable(link) });
export type GatheredLine = v.InferOutput<typeof gatheredLine>;
/** `more` counts those that are not listed any more. */
const gathered = { lines: v.array(gatheredLine), more: v.number() };

/** Passkeys that the account has, where they matter; `createdAt` in milliseconds, `suspended` until their owner keeps them. */
const passkeys = {
  timeZone: v.optional(v.string()),
  passkeys: v.optional(
    v.array(v.object({ name: v.string(), createdAt: v.number(), device, suspended: v.boolean() })),
    [],
  ),
  link: v.optional(link),
};

const email = <const Kind extends string, const Entries extends v.ObjectEntries>(
  kind: Kind,
  entries: Entries,
) => v.object({ kind: v.literal(kind), to: v.string(), ...entries });

/** The content of a mail that waits; figures are added when it leaves. Links are whole addresses. */
export const queuedEmail = v.variant("kind", [
  /** Its link is made when it leaves. Only what the release before queued has one. */
  email("verify-email", { firstName, link: v.optional(link) }),
  /** To an address that somebody gave: whether it has an account is looked up when the mail leaves. */
  email("reset-password", {}),
  email("password-changed", { firstName, ...passkeys }),
  /** To the old address; with a link that takes the change back where it had been proven. */
  email("email-changed", { firstName, newEmail: v.string(), link: v.optional(v.nullable(link), null) }),
  /** The account goes on a day of the user's zone; `link` leads to the sign-in, which takes that back. */
  email("account-leaving", {
    firstName,
    goesOn: storedDay,
    byAdministrator: v.boolean(),
    link,
    /** Ends all shares at once. Absent in what older versions queued. */
    endShares: v.optional(v.nullable(link), null),
  }),
  email("account-kept", { firstName }),
  email("new-sign-in", {
    firstName,
    /** In milliseconds. */
    at: v.number(),
    timeZone: v.string(),
    device,
    links: v.object({ devices: link, newPassword: link }),
  }),
  /** A change of signing in or sharing; `text` says it. Its event is absent where the release before queued it. */
  email("security", {
    firstName,
    text: v.string(),
    event: v.optional(v.picklist(SECURITY_EVENTS)),
    links: securityLinks,
  }),
  /** What repeated within an hour of the mails above. */
  email("security-summary", { firstName, ...gathered, links: securityLinks }),
  /** `person` is null where it is the reader; `byName` where an operator did it. */
  email("new-administrator", {
    firstName,
    person: v.nullable(v.object({ name: v.string(), email: v.string() })),
    byName: v.nullable(v.string()),
    link,
  }),
  email("budget-gone", { firstName, ownerName: v.string(), ledgerName }),
  /** To an address without a verified account. */
  email("invitation", sharedLedger),
  email("budget-shared", { firstName, ...sharedLedger }),
  /** A notice that somebody wants mailed at once; `link` leads to its cause. */
  email("notice", {
    firstName,
    about: v.picklist(NOTIFICATION_KINDS),
    text: v.string(),
    link,
    subject: v.optional(v.string()),
  }),
  /** Notices beyond those that are mailed one by one. */
  email("notice-summary", { firstName, ...gathered }),
  /** The daily summary of a local day. Its figures are gathered when it is sent, so that the tick stays short. */
  email("digest", { day: storedDay }),
  email("digest-preview", { day: storedDay }),
  /** One recipient's copy of an administrator's mail; its text is stored once, with the campaign. */
  email("announcement", { campaignId: v.number() }),
]);
export type QueuedEmail = v.InferOutput<typeof queuedEmail>;
