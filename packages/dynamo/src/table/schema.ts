/**
 * The single table as data: CDK deploys it, the local product and the tests create it from this.
 *
 * - `pk`/`sk`: one partition per budget owner, per user, per token …
 * - `byDate` (local, so reads are consistent): a budget's transactions, plans and resets ordered by date
 * - `directory` (global, sparse): what is there: users, what they are found by, given-up mail
 * - `schedule` (global, sparse): what is due: digests by zone and time, subscriptions by date, mail to send
 */
export const schema = {
  key: { partition: "pk", sort: "sk" },
  ttl: "expiresAt",
  localIndexes: [{ name: "byDate", sort: "date" }],
  // `attributes` are what is read from the index: no secret of an account is copied into one, and a write that changes
  // nothing of these costs nothing there.
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
