import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import { PROFILE } from "./account/user-directory.ts";
import { everything, putBack } from "./backup.ts";
import { outboxIdOf } from "./mail/outbox-item.ts";
import { SHARE_PREFIX } from "./share/shares.ts";
import { createTable } from "./table/table.ts";

type Tables = { dynamo: DynamoDBClient; left: string; restored: string };

/** Notes in the restored table which mail ended since `at` (milliseconds), and all ticks: how many. Again is fine. */
export async function carryOverDone({ dynamo, left, restored }: Tables, at: number): Promise<number> {
  let count = 0;
  for await (const page of everything(dynamo, left)) {
    const done = page.filter((item) => isDone(unmarshall(item), at));
    await putBack(dynamo, restored, done);
    count += done.length;
  }
  return count;
}

const isDone = ({ pk, schedulePk, doneAt = 0, failedAt = 0 }: ReturnType<typeof unmarshall>, at: number) =>
  pk.startsWith("TICK#") ||
  (outboxIdOf(pk) !== undefined && schedulePk === undefined && Math.max(doneAt, failedAt) >= at);

/** `accounts` are back with the password or address of then, and `shares` that ended since are there again. */
type Revived = { accounts: string[]; shares: string[] };

export async function revivedBy({ dynamo, left, restored }: Tables): Promise<Revived> {
  const now = createTable(dynamo, left);
  const revived: Revived = { accounts: [], shares: [] };
  for await (const page of everything(dynamo, restored)) {
    const items = page.map((item) => unmarshall(item));
    const watched = items.filter(({ sk }) => sk === PROFILE || sk.startsWith(SHARE_PREFIX));
    const found = await now.getMany(watched.map(({ pk, sk }) => ({ pk, sk })));
    for (const [index, { pk, sk, ...item }] of watched.entries()) {
      const current = found[index];
      const isChanged = (name: string) => current?.[name] !== item[name];
      if (sk !== PROFILE && isChanged("permission")) revived.shares.push(`${pk} ${sk}`);
      if (sk === PROFILE && ["passwordHash", "email", "epoch"].some(isChanged))
        revived.accounts.push(String(item.id));
    }
  }
  return revived;
}
