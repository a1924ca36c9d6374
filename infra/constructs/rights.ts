import { schema } from "@coffer/dynamo/table/schema";
import { CREDENTIALS, keepsOut, TABLE_RIGHTS, withheld } from "@coffer/dynamo/table/table-rights";
import type { ITable } from "aws-cdk-lib/aws-dynamodb";
import { Effect, PolicyStatement, type Role } from "aws-cdk-lib/aws-iam";
import type { ISecret } from "aws-cdk-lib/aws-secretsmanager";
import type { IQueue } from "aws-cdk-lib/aws-sqs";
import { Stack } from "aws-cdk-lib/core";
import { acknowledge, environmentOf } from "./acknowledge.ts";

const READ = ["GetItem", "BatchGetItem", "Query", "ConditionCheckItem"];
const WRITE = ["PutItem", "UpdateItem", "DeleteItem"];

/** Global indexes are allowed as a whole: `dynamodb:LeadingKeys` is about the table's own partitions. */
export function tableRights({ tableArn }: ITable, name: keyof typeof TABLE_RIGHTS): PolicyStatement[] {
  const { reads, writes, indexes } = TABLE_RIGHTS[name];
  const kept = withheld(TABLE_RIGHTS[name]);
  const indexArns = (names: readonly string[]) => names.map((name) => `${tableArn}/index/${name}`);
  const local = indexArns(schema.localIndexes.map(({ name }) => name));
  return [
    allow(READ, [tableArn, ...local], [...new Set([...reads, ...writes])]),
    allow(WRITE, [tableArn], writes),
    ...(indexes.length > 0
      ? [new PolicyStatement({ actions: ["dynamodb:Query"], resources: indexArns(indexes) })]
      : []),
    ...(kept.length > 0 ? [keepFromWriting(tableArn, kept)] : []),
    ...(keepsOut(TABLE_RIGHTS[name]) ? keepOut([tableArn, ...local]) : []),
  ];
}

/** A defect in a job cannot sign anybody in, or make an administrator. */
const keepFromWriting = (tableArn: string, attributes: readonly string[]) =>
  new PolicyStatement({
    effect: Effect.DENY,
    actions: ["dynamodb:PutItem", "dynamodb:UpdateItem"],
    resources: [tableArn],
    conditions: {
      "ForAnyValue:StringLike": { "dynamodb:LeadingKeys": [`${CREDENTIALS.users}*`] },
      "ForAnyValue:StringEquals": { "dynamodb:Attributes": attributes },
    },
  });

/** The removal of an account lists the keys of its credentials and deletes them. */
function keepOut(resources: string[]): PolicyStatement[] {
  const deny = (actions: string[], conditions = {}) =>
    new PolicyStatement({
      effect: Effect.DENY,
      actions: actions.map((action) => `dynamodb:${action}`),
      resources,
      conditions: {
        "ForAnyValue:StringLike": { "dynamodb:LeadingKeys": [`${CREDENTIALS.partition}*`] },
        ...conditions,
      },
    });
  return [
    deny([...READ, ...WRITE].filter((action) => !["Query", "DeleteItem"].includes(action))),
    // Without a projection a query returns whole items, and names no attribute.
    deny(["Query"], { StringNotEqualsIfExists: { "dynamodb:Select": "SPECIFIC_ATTRIBUTES" } }),
    deny(["Query"], { "ForAnyValue:StringNotEquals": { "dynamodb:Attributes": CREDENTIALS.keys } }),
  ];
}

function allow(actions: string[], resources: string[], partitions: readonly string[]): PolicyStatement {
  return new PolicyStatement({
    actions: actions.map((action) => `dynamodb:${action}`),
    resources,
    ...(!partitions.includes("") && {
      conditions: {
        "ForAllValues:StringLike": { "dynamodb:LeadingKeys": partitions.map((prefix) => `${prefix}*`) },
        // "For all" is also true of none.
        Null: { "dynamodb:LeadingKeys": "false" },
      },
    }),
  });
}

type Exported = { tableArn: string; exports: string; bucket: string };

/** Exports write with the rights of who starts them. */
export function exportRights({ tableArn, exports, bucket }: Exported): PolicyStatement[] {
  const allowed = (service: string, actions: string[], resource: string) =>
    new PolicyStatement({ actions: actions.map((action) => `${service}:${action}`), resources: [resource] });
  return [
    allowed(
      "dynamodb",
      ["DescribeTable", "DescribeContinuousBackups", "ListExports", "ExportTableToPointInTime"],
      tableArn,
    ),
    allowed("dynamodb", ["DescribeExport"], exports),
    allowed("s3", ["PutObject", "PutObjectAcl", "AbortMultipartUpload"], bucket),
  ];
}

export const secretRights = (...secrets: Pick<ISecret, "secretArn">[]) =>
  new PolicyStatement({
    actions: ["secretsmanager:GetSecretValue"],
    resources: secrets.map(({ secretArn }) => secretArn),
  });

export const sendTo = ({ queueArn }: IQueue) =>
  new PolicyStatement({ actions: ["sqs:SendMessage"], resources: [queueArn] });

/** An inference profile spreads a model's calls over the regions of a continent, or over all of them. */
const PROFILE = /^(us|us-gov|eu|apac|jp|au|ca|global)\.(.+)$/;

/** A call through a profile also needs the model itself in each region where it may run. */
export function allowModel(role: Role, modelId: string): void {
  const { partition, region, account } = Stack.of(role);
  const bedrock = (place: string) => `arn:${partition}:bedrock:${place}`;
  const allowInvoking = (resource: string, conditions = {}) =>
    role.addToPolicy(
      new PolicyStatement({ actions: ["bedrock:InvokeModel"], resources: [resource], conditions }),
    );
  const model = PROFILE.exec(modelId)?.[2];
  if (!model) {
    allowInvoking(bedrock(`${region}::foundation-model/${modelId}`));
    return;
  }
  const profile = bedrock(`${region}:${account}:inference-profile/${modelId}`);
  allowInvoking(profile);
  allowInvoking(bedrock(`*::foundation-model/${model}`), {
    StringEquals: { "bedrock:InferenceProfileArn": profile },
  });
  acknowledge(role, {
    [`IAM5[Resource::arn:${environmentOf(role).partition}:bedrock:*::foundation-model/${model}]`]:
      "One model, in whichever region its profile chooses, and only through the profile",
  });
}
