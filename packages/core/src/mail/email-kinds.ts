/** Lanes for mail that one person waits for, and for mail to many. Neither waits for the other. */
export const LANES = ["account", "bulk"] as const;
export type Lane = (typeof LANES)[number];

type Kind = {
  lane: Lane;
  /** Also sent to an address that reported our mail as spam, because its owner needs it. */
  aboutAccount: boolean;
  /** "proven": sent only to addresses that the recipient's account has verified. */
  reaches: "anybody" | "proven";
};

const LINK = { lane: "account", aboutAccount: true, reaches: "anybody" } as const;
const ABOUT_ACCOUNT = { lane: "account", aboutAccount: true, reaches: "proven" } as const;
const TO_ONE = { lane: "account", aboutAccount: false, reaches: "proven" } as const;
const TO_MANY = { lane: "bulk", aboutAccount: false, reaches: "proven" } as const;

/**
 * Every kind of mail; the template has the same name (functions/src/email/render.ts). Mail that may reach anybody
 * contains no text by its sender (docs/decisions/036-limits-on-mail.md).
 */
export const EMAIL_KINDS = {
  "verify-email": LINK,
  "reset-password": LINK,
  "password-changed": ABOUT_ACCOUNT,
  "email-changed": ABOUT_ACCOUNT,
  "account-leaving": ABOUT_ACCOUNT,
  "account-kept": ABOUT_ACCOUNT,
  "new-sign-in": ABOUT_ACCOUNT,
  security: ABOUT_ACCOUNT,
  "security-summary": ABOUT_ACCOUNT,
  "new-administrator": ABOUT_ACCOUNT,
  "budget-gone": TO_ONE,
  invitation: { ...TO_ONE, reaches: "anybody" },
  "budget-shared": TO_ONE,
  "digest-preview": TO_ONE,
  digest: TO_MANY,
  notice: TO_MANY,
  "notice-summary": TO_MANY,
  announcement: { ...TO_MANY, reaches: "anybody" },
} as const satisfies Record<string, Kind>;

export type EmailKind = keyof typeof EMAIL_KINDS;

/** A job's id begins with its lane, and so does its item's key, so that the table's stream can filter by lane. */
export const jobId = (kind: EmailKind, name: string): string => `${EMAIL_KINDS[kind].lane}-${name}`;
/** Undefined for a job of an earlier release, whose mail the tick finds. */
export const laneOf = (id: string): Lane | undefined => LANES.find((lane) => id.startsWith(`${lane}-`));
