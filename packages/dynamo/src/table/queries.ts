/** A query for what stands in a partition of the schedule: all of it, or what sorts before a key. */
export const inSchedule = (partition: string, before?: string) => ({
  IndexName: "schedule",
  KeyConditionExpression: `schedulePk = :pk${before === undefined ? "" : " AND scheduleSk < :before"}`,
  ExpressionAttributeValues: { ":pk": partition, ...(before !== undefined && { ":before": before }) },
});

/** The same for the directory. */
export const inDirectory = (partition: string, before?: string) => ({
  IndexName: "directory",
  KeyConditionExpression: `directoryPk = :pk${before === undefined ? "" : " AND directorySk < :before"}`,
  ExpressionAttributeValues: { ":pk": partition, ...(before !== undefined && { ":before": before }) },
});

/** Items dated within a range, both ends included. "~" sorts after every id, and "!" before any. */
export const datedBetween = (partition: string, from: string, to: string) => ({
  IndexName: "byDate",
  KeyConditionExpression: "pk = :pk AND #date BETWEEN :from AND :to",
  ExpressionAttributeNames: { "#date": "date" },
  ExpressionAttributeValues: { ":pk": partition, ":from": from, ":to": to },
  ConsistentRead: true,
});

/** Items with a sort key within a range, both ends included. */
export const keyedBetween = (partition: string, from: string, to: string) => ({
  KeyConditionExpression: "pk = :pk AND sk BETWEEN :from AND :to",
  ExpressionAttributeValues: { ":pk": partition, ":from": from, ":to": to },
  ConsistentRead: true,
});
