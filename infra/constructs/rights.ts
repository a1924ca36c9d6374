import { schema } from "@coffer/dynamo/schema";
import type { ITable } from "aws-cdk-lib/aws-dynamodb";
import { PolicyStatement } from "aws-cdk-lib/aws-iam";

const READ = ["dynamodb:GetItem", "dynamodb:BatchGetItem", "dynamodb:Query"];
const WRITE = [
  "dynamodb:PutItem",
  "dynamodb:UpdateItem",
  "dynamodb:DeleteItem",
  "dynamodb:ConditionCheckItem",
];
const INDEXES = [...schema.localIndexes, ...schema.globalIndexes];

/** Items may be read, written and queried by every index; the table itself can be neither scanned nor changed. */
export function itemRights({ tableArn }: ITable): PolicyStatement[] {
  return [
    new PolicyStatement({ actions: [...READ, ...WRITE], resources: [tableArn] }),
    new PolicyStatement({
      actions: ["dynamodb:Query"],
      resources: INDEXES.map(({ name }) => `${tableArn}/index/${name}`),
    }),
  ];
}

/** Only these actions, on items whose partition begins as said. */
export function partitionRights(
  { tableArn }: ITable,
  actions: string[],
  partitions: string[],
): PolicyStatement {
  return new PolicyStatement({
    actions: actions.map((action) => `dynamodb:${action}`),
    resources: [tableArn],
    conditions: {
      "ForAllValues:StringLike": { "dynamodb:LeadingKeys": partitions },
      // "For all" is also true of none.
      Null: { "dynamodb:LeadingKeys": "false" },
    },
  });
}

/** The nightly search for what expired is the one thing that reads the table from end to end. */
export function scanRights({ tableArn }: ITable): PolicyStatement {
  return new PolicyStatement({ actions: ["dynamodb:Scan"], resources: [tableArn] });
}
