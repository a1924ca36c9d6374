/**
 * The single table as data: CDK deploys it, the local product and the tests create it from this.
 *
 * - `pk`/`sk`: one partition per budget owner, per user, per token …
 * - `byDate` (local, so reads are consistent): a budget's transactions, plans and resets ordered by date
 * - `directory` (global, sparse): lists: users, their search terms, mail that was given up
 * - `schedule` (global, sparse): due work: digests by zone and time, subscriptions by date, mail to send
 */
export const schema = {
  key: { partition: "pk", sort: "sk" },
  ttl: "expiresAt",
  localIndexes: [{ name: "byDate", sort: "date" }],
  // Only `attributes` are projected: no secret of an account is copied, and a write that changes none of them costs
  // nothing in the index.
  globalIndexes: [
    {
      name: "directory",
      partition: "directoryPk",
      sort: "directorySk",
      attributes: [
        ...["id", "email", "isAdmin"],
        ...["userId", "createdAt", "mail", "attempts", "failedAt", "failure", "dueAt"],
      ],
    },
    {
      name: "schedule",
      partition: "schedulePk",
      sort: "scheduleSk",
      attributes: ["id", "email", "ownerId", "userId", "startedAt", "cursor"],
    },
  ],
} as const;
