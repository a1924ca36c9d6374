import type { schema } from "./schema.ts";

/** A function's rights to the table. Partitions are named by how their keys begin. */
export type TableRights = {
  reads: readonly string[];
  /** Also read. */
  writes: readonly string[];
  indexes: readonly (typeof schema.globalIndexes)[number]["name"][];
};

/** Every partition: the API serves all of them, and what expires may be in any. */
const EVERYTHING = [""];

/** infra/constructs/rights.ts makes roles of them, and functions/test/deployed.ts holds the built functions to them. */
export const TABLE_RIGHTS = {
  api: { reads: [], writes: EVERYTHING, indexes: ["directory", "schedule"] },
  outbox: {
    reads: ["EMAIL#", "SUPPRESSED#", "ACTIVITY#"],
    // Waiting invitations are in the budget that they share.
    writes: ["OUTBOX#", "TASK#", "USER#", "LINK#", "INVITATION#", "BUDGET#", "THROTTLE#"],
    indexes: ["directory", "schedule"],
  },
  "bulk-mail": {
    reads: ["SUPPRESSED#", "ACTIVITY#", "BUDGET#"],
    // A first mail writes the link that unsubscribes.
    writes: ["OUTBOX#", "CAMPAIGN#", "USER#", "THROTTLE#"],
    indexes: ["directory", "schedule"],
  },
  digests: { reads: ["USER#", "ZONES"], writes: ["TICK#", "OUTBOX#"], indexes: ["schedule"] },
  subscriptions: {
    reads: ["ZONES"],
    writes: ["BUDGET#", "ACTIVITY#", "USER#", "OUTBOX#"],
    indexes: ["schedule"],
  },
  housekeeping: { reads: [], writes: EVERYTHING, indexes: ["directory", "schedule"] },
  "ses-events": { reads: [], writes: ["SUPPRESSED#", "THROTTLE#"], indexes: [] },
} as const satisfies Record<string, TableRights>;
