import type { AttributeValue, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { PROFILE } from "./account/user-directory.ts";
import { everything, putBack, type TypedItem } from "./backup.ts";
import { outboxIdOf } from "./mail/outbox-item.ts";
import { SHARE_PREFIX } from "./share/shares.ts";
import { createTable } from "./table/table.ts";

type Tables = { dynamo: DynamoDBClient; left: string; restored: string };

const text = (value: AttributeValue | undefined): string => value?.S ?? "";
const number = (value: AttributeValue | undefined): number => Number(value?.N ?? 0);

/** Notes in the restored table which mail ended since `at` (milliseconds), and all ticks: how many. Again is fine. */
export async function carryOverDone({ dynamo, left, restored }: Tables, at: number): Promise<number> {
  let count = 0;
  for await (const page of everything(dynamo, left)) {
    const done = page.filter((item) => isEndedMail(item, at) || text(item.pk).startsWith("TICK#"));
    await putBack(dynamo, restored, done);
    count += done.length;
  }
  return count;
}

const isEndedMail = (item: TypedItem, at: number): boolean =>
  outboxIdOf(text(item.pk)) !== undefined &&
  item.schedulePk === undefined &&
  Math.max(number(item.doneAt), number(item.failedAt)) >= at;

/** `accounts` are back with the password or address of then, and `shares` that ended since are there again. */
export type Revived = { accounts: string[]; shares: string[] };

export async function revivedBy({ dynamo, left, restored }: Tables): Promise<Revived> {
  const now = createTable(dynamo, left);
  const revived: Revived = { accounts: [], shares: [] };
  for await (const page of everything(dynamo, restored)) {
    const watched = page.filter(
      (item) => text(item.sk) === PROFILE || text(item.sk).startsWith(SHARE_PREFIX),
    );
    const found = await now.getMany(watched.map(({ pk, sk }) => ({ pk: text(pk), sk: text(sk) })));
    for (const [index, item] of watched.entries()) {
      const current = found[index];
      if (text(item.sk) !== PROFILE) {
        if (current?.permission !== text(item.permission))
          revived.shares.push(`${text(item.pk)} ${text(item.sk)}`);
      } else if (
        current?.passwordHash !== text(item.passwordHash) ||
        current.email !== text(item.email) ||
        current.epoch !== number(item.epoch)
      )
        revived.accounts.push(item.id?.N ?? "");
    }
  }
  return revived;
}
