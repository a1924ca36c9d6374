import type { TransactWriteCommandInput } from "@aws-sdk/lib-dynamodb";

export type Item = Record<string, unknown>;
export type Key = { pk: string; sk: string };
type Write = NonNullable<TransactWriteCommandInput["TransactItems"]>[number];
/** One write of a transaction, by its kind; the table's name is filled in. */
export type WriteInput = { [Kind in keyof Write]?: Omit<NonNullable<Write[Kind]>, "TableName"> };
