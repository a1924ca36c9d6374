export type HousekeepingStore = {
  /** Looks for what expired by `now` (milliseconds) in the next part of the table, and deletes it. Returns how many. */
  deleteExpired(now: number): Promise<number>;
};
