import * as v from "valibot";
import { device, digestFrequency } from "../account/definition.ts";
import { storedDay } from "../definition/values.ts";
import { NOTIFICATION_KINDS } from "../notification/choices.ts";
import { SECURITY_EVENTS } from "../notification/security-events.ts";
import { PERMISSIONS } from "../share/sharing.ts";

const firstName = v.string();
const link = v.string();
/** Null if the budget has no name; absent from emails that older releases queued. */
const ledgerName = v.optional(v.nullable(v.string()), null);
const sharedLedger = {
  ownerName: v.string(),
  // Absent from emails that older releases queued.
  ownerEmail: v.optional(v.string(), ""),
  ledgerName,
  permission: v.picklist(PERMISSIONS),
  link,
  note: v.nullable(v.string()),
};

const securityLinks = v.object({ settings: link, newPassword: link });

/** A line of an email that combines several notices; `at` in milliseconds, `link` to the cause. */
const gatheredLine = v.object({ text: v.string(), at: v.number(), link: v.nullable(link) });
/** `more` counts lines beyond those listed. */
const gathered = { lines: v.array(gatheredLine), more: v.number() };

/** The account's passkeys; `createdAt` in milliseconds, `suspended` until the user confirms it. */
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

/** The content of a queued email; figures are added when it is sent. Links are absolute URLs. */
export const queuedEmail = v.variant("kind", [
  /** The link is created when the email is sent; only emails that an older release queued contain one. */
  email("verify-email", { firstName, link: v.optional(link) }),
  /** To any address that somebody entered; whether it has an account is checked when the email is sent. */
  email("reset-password", {}),
  email("password-changed", { firstName, ...passkeys }),
  /** To the old address; with a link that undoes the change if the old address was verified. */
  email("email-changed", { firstName, newEmail: v.string(), link: v.optional(v.nullable(link), null) }),
  /** `goesOn`: the day of the deletion in the user's time zone; `link`: the sign-in, which cancels it. */
  email("account-leaving", {
    firstName,
    goesOn: storedDay,
    byAdministrator: v.boolean(),
    link,
    /** Revokes all shares at once. Absent from emails that older releases queued. */
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
  /** A change of sign-in or sharing, described by `text`. `event` is absent from emails that older releases queued. */
  email("security", {
    firstName,
    text: v.string(),
    event: v.optional(v.picklist(SECURITY_EVENTS)),
    links: securityLinks,
  }),
  /** Security events that repeated within an hour of a mailed one. */
  email("security-summary", { firstName, ...gathered, links: securityLinks }),
  /** `person` is null if it is the reader, `byName` if an operator made the change. */
  email("new-administrator", {
    firstName,
    person: v.nullable(v.object({ name: v.string(), email: v.string() })),
    byName: v.nullable(v.string()),
    link,
  }),
  email("budget-gone", { firstName, ownerName: v.string(), ledgerName }),
  /** To an address without a verified account. */
  email("invitation", sharedLedger),
  /** `ledgerId` is absent from emails that older releases queued. */
  email("budget-shared", { firstName, ledgerId: v.optional(v.number()), ...sharedLedger }),
  /** A notice that is mailed at once; `link` leads to its cause. */
  email("notice", {
    firstName,
    about: v.picklist(NOTIFICATION_KINDS),
    text: v.string(),
    link,
    subject: v.optional(v.string()),
  }),
  /** Several notices in one email, beyond those mailed one by one. */
  email("notice-summary", { firstName, ...gathered }),
  /** The summary of a local day, or a letter about its week or month. Its figures are computed when it is sent, so that the tick stays short. */
  email("digest", { day: storedDay, frequency: v.optional(digestFrequency) }),
  email("digest-preview", { day: storedDay }),
  /** One recipient's copy of an administrator's email; its text is stored once, with the campaign. */
  email("announcement", { campaignId: v.number() }),
]);
export type QueuedEmail = v.InferOutput<typeof queuedEmail>;
