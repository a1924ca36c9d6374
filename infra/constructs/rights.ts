import { schema } from "@coffer/dynamo/table/schema";
import type { TableRights } from "@coffer/dynamo/table/table-rights";
import type { ITable } from "aws-cdk-lib/aws-dynamodb";
import { PolicyStatement } from "aws-cdk-lib/aws-iam";

const READ = ["GetItem", "BatchGetItem", "Query", "ConditionCheckItem"];
const WRITE = ["PutItem", "UpdateItem", "DeleteItem"];

/** Global indexes are allowed as a whole: `dynamodb:LeadingKeys` is about the table's own partitions. */
export function tableRights({ tableArn }: ITable, { reads, writes, indexes }: TableRights) {
  const indexArns = (names: readonly string[]) => names.map((name) => `${tableArn}/index/${name}`);
  const local = indexArns(schema.localIndexes.map(({ name }) => name));
  return [
    allow(READ, [tableArn, ...local], [...new Set([...reads, ...writes])]),
    allow(WRITE, [tableArn], writes),
    ...(indexes.length > 0
      ? [new PolicyStatement({ actions: ["dynamodb:Query"], resources: indexArns(indexes) })]
      : []),
  ];
}

function allow(actions: string[], resources: string[], partitions: readonly string[]): PolicyStatement {
  return new PolicyStatement({
    actions: actions.map((action) => `dynamodb:${action}`),
    resources,
    ...(partitions.includes("")
      ? {}
      : {
          conditions: {
            "ForAllValues:StringLike": { "dynamodb:LeadingKeys": partitions.map((prefix) => `${prefix}*`) },
            // "For all" is also true of none.
            Null: { "dynamodb:LeadingKeys": "false" },
          },
        }),
  });
}
