import { LANES } from "@coffer/core/mail/email-kinds";
import type { Id } from "@coffer/domain/id";
import * as v from "valibot";
import { countDelivery } from "../campaign/campaign-counts.ts";
import { inIndex } from "../table/item.ts";
import type { Table } from "../table/table.ts";
import { remove, when } from "../table/writes.ts";
import { FAILED, outboxKey, queuesOf, storedJob } from "./outbox-item.ts";

/**
 * Deletes the mail to a user that waits or was given up. It walks over all of that, for what nobody waits for: most
 * of the time there is none.
 */
export async function deleteMailOf(table: Table, userId: Id): Promise<void> {
  const queues = LANES.flatMap(queuesOf).map((queue) => inIndex("schedule", queue));
  for (const list of [...queues, inIndex("directory", FAILED)]) {
    const items = await table.query({
      ...list,
      FilterExpression: "userId = :user",
      ExpressionAttributeValues: { ...list.ExpressionAttributeValues, ":user": userId },
    });
    for (const item of items) await deleteMail(table, v.parse(v.object({ id: v.string() }), item).id);
  }
}

/** Does nothing where it is done, or has just been. */
async function deleteMail(table: Table, id: string): Promise<void> {
  const item = await table.get(outboxKey(id));
  const job = v.safeParse(storedJob, item);
  if (!item || !job.success) return;
  const isWaiting = item.dueAt !== undefined;
  const isUnchanged = when(`attribute_exists(mail) AND attribute_${isWaiting ? "" : "not_"}exists(dueAt)`);
  // What was given up has been counted.
  const count = isWaiting ? countDelivery(job.output, "suppressed") : [];
  await table.tryTransact([remove(outboxKey(id), isUnchanged), ...count]);
}
