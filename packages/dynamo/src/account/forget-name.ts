import type { Id } from "@coffer/domain/id";
import { FORMER_MEMBER } from "@coffer/domain/share/sharing";
import * as v from "valibot";
import { activityPartition } from "../activity/activity-writes.ts";
import { assign, PRESENT, succeeds } from "../table/conditions.ts";
import { type Item, userPartition } from "../table/item.ts";
import { storedKey } from "../table/stored.ts";
import type { Table } from "../table/table.ts";

const side = v.nullable(v.looseObject({ email: v.string() }));
const storedShareEntry = v.object({ label: v.string(), before: side, after: side });
/** Nothing else in a notification names people. */
const storedNotice = v.object({ text: v.string(), kind: v.picklist(["share", "security"]) });

/** Takes a person's address out of another's activity, and their name and address out of the notifications there. */
export async function forgetName(
  table: Table,
  otherId: Id,
  { email, name }: { email: string; name: string },
): Promise<void> {
  const without = (text: string) =>
    text.replaceAll(email, FORMER_MEMBER.firstName).replaceAll(name, FORMER_MEMBER.firstName);
  const change = (item: Item, values: Item) =>
    succeeds(() => table.update({ Key: v.parse(storedKey, item), ...assign(values, PRESENT) }));
  const entries = await table.query({
    KeyConditionExpression: "pk = :pk",
    FilterExpression: "kind = :share",
    ExpressionAttributeValues: { ":pk": activityPartition(otherId), ":share": "share" },
    ConsistentRead: true,
  });
  for (const item of entries) {
    const { label, ...sides } = v.parse(storedShareEntry, item);
    const [before, after] = [sides.before, sides.after].map(
      (one) => one && { ...one, email: without(one.email) },
    );
    if ([label, sides.before?.email, sides.after?.email].includes(email))
      await change(item, { label: without(label), before, after });
  }
  for (const item of await table.list(userPartition(otherId), "NOTICE#")) {
    const notice = v.safeParse(storedNotice, item);
    const text = notice.success ? without(notice.output.text) : undefined;
    if (notice.success && text !== notice.output.text) await change(item, { text });
  }
}
