import type { schema } from "./schema.ts";

/** A function's rights to the table. Partitions are given by key prefix. */
export type TableRights = {
  reads: readonly string[];
  /** Includes reading. */
  writes: readonly string[];
  indexes: readonly (typeof schema.globalIndexes)[number]["name"][];
  /** The `CREDENTIALS` that it may write, "all" also to read; none by default. */
  credentials?: "all" | "mailbox";
};

/** Credentials, sessions, administrator rights and the address for reset links. */
export const CREDENTIALS = {
  /** Passwords, second factors, passkeys, and the keys of browsers' stores. Other functions may only list and delete them. */
  partition: "CREDENTIALS#",
  keys: ["pk", "sk", "lockedBy", "isNew"],
  /** A user's other items, and the attributes there that others may not write. */
  users: "USER#",
  attributes: [
    ...["passwordHash", "epoch", "isAdmin", "passkeysFrom"],
    // Until a stage's credentials are in their own partition.
    ...["recovery", "lastStep", "publicKey", "offlineKey"],
  ],
  /** The address that reset links are mailed to, and the link that is valid. */
  mailbox: ["email", "provenEmail", "takeBacks", "resetHash"],
};

/** The attributes of a user's items that a function may not write. */
export const withheld = ({ credentials, writes }: TableRights): readonly string[] =>
  credentials === "all" || !writes.some((prefix) => CREDENTIALS.users.startsWith(prefix))
    ? []
    : [...CREDENTIALS.attributes, ...(credentials === "mailbox" ? [] : CREDENTIALS.mailbox)];

/** True for a function whose partitions include those of credentials, and that may not read them. */
export const keepsOut = ({ credentials, reads, writes }: TableRights): boolean =>
  credentials !== "all" && [...reads, ...writes].some((prefix) => CREDENTIALS.partition.startsWith(prefix));

/** All partitions: the API serves all of them, and any may have expired items. */
const EVERYTHING = [""];

/** infra/constructs/rights.ts makes roles of them, and functions/test/deployed.ts holds the built functions to them. */
export const TABLE_RIGHTS = {
  api: { reads: [], writes: EVERYTHING, indexes: ["directory", "schedule"], credentials: "all" },
  outbox: {
    reads: ["EMAIL#", "SUPPRESSED#", "ACTIVITY#"],
    // Waiting invitations are in the partition of the shared ledger.
    writes: ["OUTBOX#", "TASK#", "USER#", "LINK#", "INVITATION#", "BUDGET#", "THROTTLE#"],
    indexes: ["directory", "schedule"],
    // It makes the links that it mails.
    credentials: "mailbox",
  },
  "bulk-mail": {
    reads: ["SUPPRESSED#", "ACTIVITY#", "BUDGET#"],
    // The first mail to a user stores the secret of their unsubscribe links.
    writes: ["OUTBOX#", "CAMPAIGN#", "USER#", "THROTTLE#"],
    indexes: ["directory", "schedule"],
  },
  digests: { reads: ["ZONES"], writes: ["TICK#", "OUTBOX#"], indexes: ["schedule"] },
  subscriptions: {
    reads: ["ZONES"],
    writes: ["BUDGET#", "ACTIVITY#", "USER#", "OUTBOX#"],
    indexes: ["schedule"],
  },
  housekeeping: { reads: [], writes: EVERYTHING, indexes: ["directory", "schedule"] },
  "ses-events": { reads: [], writes: ["SUPPRESSED#", "THROTTLE#"], indexes: [] },
} as const satisfies Record<string, TableRights>;
