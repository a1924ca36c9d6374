import { BatchWriteItemCommand } from "@aws-sdk/client-dynamodb";
import { inBatches } from "@coffer/domain/batches";
import type { Table } from "@coffer/dynamo/table/table";
import { typed } from "@coffer/dynamo/table/writes";

/** People added at once. */
const AT_ONCE = 400;

/**
 * Adds users 2 to `count` as copies of user 1, as their items are. `differs` says what else a user's own item holds, and
 * gives the items beside it.
 */
export async function addPeople(
  table: Table,
  count: number,
  differs: (id: number, idText: string) => { own: object; others?: object[] },
): Promise<void> {
  const first = await table.get({ pk: "USER#0000000000000001", sk: "PROFILE" });
  if (!first) throw new Error("nobody was stored");
  const itemsOf = (id: number) => {
    const text = String(id).padStart(16, "0");
    const keys = { pk: `USER#${text}`, directoryPk: `USERS#${id % 16}`, directorySk: text };
    const { own, others = [] } = differs(id, text);
    return [{ ...first, ...own, ...keys, id }, ...others];
  };
  const ids = Array.from({ length: count - 1 }, (_, index) => index + 2);
  for (const some of inBatches(ids, AT_ONCE)) {
    await Promise.all(
      [...inBatches(some.flatMap(itemsOf), 25)].map((batch) => {
        const puts = batch.map((item) => ({ PutRequest: typed({ Item: item }) }));
        return table.client.send(new BatchWriteItemCommand({ RequestItems: { [table.name]: puts } }));
      }),
    );
  }
}
