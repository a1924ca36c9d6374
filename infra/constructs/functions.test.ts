import { CREDENTIALS } from "@coffer/dynamo/table/table-rights";
import { Match } from "aws-cdk-lib/assertions";
import { Table } from "aws-cdk-lib/aws-dynamodb";
import { Secret } from "aws-cdk-lib/aws-secretsmanager";
import { describe, expect, test } from "vitest";
import { MAX_CONCURRENCY } from "../config.ts";
import { emptyBuilds, templateOf } from "../test/synthesise.ts";
import { Functions } from "./functions.ts";
import { Mail } from "./mail.ts";
import { createDeadLetters } from "./queues.ts";

const tableArn = "arn:aws:dynamodb:eu-west-1:123456789012:table/coffer-dev";
const builds = emptyBuilds();
const functionsOf = (context: Record<string, unknown> = {}) =>
  templateOf((stack, stage) => {
    new Functions(stack, "F", {
      stage,
      artefacts: builds.artefacts,
      table: Table.fromTableArn(stack, "Table", tableArn),
      sessionKeys: Secret.fromSecretCompleteArn(
        stack,
        "Keys",
        "arn:aws:secretsmanager:eu-west-1:123456789012:secret:keys-a1b2c3",
      ),
      originSecret: Secret.fromSecretCompleteArn(
        stack,
        "Origin",
        "arn:aws:secretsmanager:eu-west-1:123456789012:secret:origin-a1b2c3",
      ),
      origin: "https://budget.example.com",
      mail: new Mail(stack, "Mail", stage),
      deadLetters: createDeadLetters(stack, stage.name),
      commit: "c0ffee",
    });
  }, context);
const template = functionsOf();

type Statement = { Effect?: string; Action: string | string[]; Resource: unknown; Condition?: unknown };

/** A function's rights, except to its log and the dead-letter queue. */
function rightsOf(name: string, from = template): Statement[] {
  const policies = Object.entries(from.findResources("AWS::IAM::Policy")).filter(([id]) =>
    id.startsWith(`F${name}Role`),
  );
  const statements: Statement[] = policies.flatMap(
    ([, policy]) => policy.Properties.PolicyDocument.Statement,
  );
  return statements.filter(({ Action }) => !/^(logs|sqs|ses:GetSendQuota)/.test([Action].flat()[0] ?? ""));
}

const READS = ["BatchGetItem", "ConditionCheckItem", "GetItem", "Query"].map((name) => `dynamodb:${name}`);
const WRITES = ["DeleteItem", "PutItem", "UpdateItem"].map((name) => `dynamodb:${name}`);
const within = (...partitions: string[]) => ({
  Condition: {
    "ForAllValues:StringLike": { "dynamodb:LeadingKeys": partitions },
    Null: { "dynamodb:LeadingKeys": "false" },
  },
});
const READABLE = [tableArn, `${tableArn}/index/byDate`];
const index = (name: string) => `${tableArn}/index/${name}`;
const allowing = (...statements: object[]) =>
  statements.map((statement) => ({ Effect: "Allow", ...statement }));
const sorted = (statements: Statement[]) =>
  statements.map((statement) =>
    Array.isArray(statement.Action) ? { ...statement, Action: [...statement.Action].sort() } : statement,
  );

describe("each function has only the rights it needs:", () => {
  test("the API: items, its two secrets and the one model", () => {
    expect(sorted(rightsOf("api"))).toEqual(
      expect.arrayContaining(
        allowing(
          { Action: READS, Resource: READABLE },
          { Action: WRITES, Resource: tableArn },
          { Action: "dynamodb:Query", Resource: [index("directory"), index("schedule")] },
          {
            Action: "secretsmanager:GetSecretValue",
            Resource: ["keys", "origin"].map(
              (name) => `arn:aws:secretsmanager:eu-west-1:123456789012:secret:${name}-a1b2c3`,
            ),
          },
          {
            Action: "bedrock:InvokeModel",
            Resource: {
              "Fn::Join": [
                "",
                [
                  "arn:",
                  { Ref: "AWS::Partition" },
                  ":bedrock:",
                  { Ref: "AWS::Region" },
                  "::foundation-model/amazon.nova-micro-v1:0",
                ],
              ],
            },
          },
        ),
      ),
    );
    expect(rightsOf("api")).toHaveLength(5);
  });

  test("the API with an inference profile: the model only through the profile", () => {
    const rights = rightsOf("api", functionsOf({ bedrockModelId: "eu.amazon.nova-micro-v1:0" }));
    const model = rights.find(({ Condition }) => Condition !== undefined);
    expect(JSON.stringify(model?.Resource)).toContain(":bedrock:*::foundation-model/amazon.nova-micro-v1:0");
    expect(JSON.stringify(model?.Condition)).toMatch(
      /bedrock:InferenceProfileArn.*inference-profile\/eu\.amazon/,
    );
  });

  test("the API without a model: nothing of Bedrock", () => {
    expect(JSON.stringify(rightsOf("api", functionsOf({ bedrockModelId: null })))).not.toContain("bedrock");
  });

  test("the outbox: mail, its data, and sending as the one sender", () => {
    const rights = sorted(rightsOf("outbox"));
    expect(rights).toEqual(
      expect.arrayContaining(
        allowing({
          Action: WRITES,
          Resource: tableArn,
          ...within("OUTBOX#*", "TASK#*", "USER#*", "LINK#*", "INVITATION#*", "BUDGET#*", "THROTTLE#*"),
        }),
      ),
    );
    expect(rights.find(({ Action }) => Action.includes("ses:SendRawEmail"))).toMatchObject({
      Condition: { StringEquals: { "ses:FromAddress": "coffer@example.com" } },
    });
    expect(rights).toHaveLength(5);
  });

  test("only the API writes credentials, sessions and administrators' rights", () => {
    const denied = [
      "api",
      "outbox",
      "bulkmail",
      "digests",
      "subscriptions",
      "housekeeping",
      "sesevents",
    ].filter((name) => JSON.stringify(rightsOf(name)).includes('"Effect":"Deny"'));
    // The others write no item of a user, and have no right to any partition of credentials.
    expect(denied).toEqual(["outbox", "bulkmail", "subscriptions", "housekeeping"]);
    expect(rightsOf("bulkmail")).toContainEqual({
      Effect: "Deny",
      Action: ["dynamodb:PutItem", "dynamodb:UpdateItem"],
      Resource: tableArn,
      Condition: {
        "ForAnyValue:StringLike": { "dynamodb:LeadingKeys": ["USER#*"] },
        "ForAnyValue:StringEquals": {
          "dynamodb:Attributes": [...CREDENTIALS.attributes, ...CREDENTIALS.mailbox],
        },
      },
    });
  });

  test("housekeeping, which may use every partition, only lists and deletes credentials", () => {
    const denied = rightsOf("housekeeping").filter(
      ({ Effect, Condition }) =>
        Effect === "Deny" && JSON.stringify(Condition).includes(`"${CREDENTIALS.partition}*"`),
    );
    const within = { "ForAnyValue:StringLike": { "dynamodb:LeadingKeys": ["CREDENTIALS#*"] } };
    const actions = ["BatchGetItem", "ConditionCheckItem", "GetItem", "PutItem", "UpdateItem"];
    expect(denied).toEqual([
      {
        Effect: "Deny",
        Action: actions.map((action) => `dynamodb:${action}`),
        Resource: READABLE,
        Condition: within,
      },
      {
        Effect: "Deny",
        Action: "dynamodb:Query",
        Resource: READABLE,
        Condition: {
          ...within,
          StringNotEqualsIfExists: { "dynamodb:Select": "SPECIFIC_ATTRIBUTES" },
        },
      },
      {
        Effect: "Deny",
        Action: "dynamodb:Query",
        Resource: READABLE,
        Condition: {
          ...within,
          "ForAnyValue:StringNotEquals": { "dynamodb:Attributes": ["pk", "sk", "lockedBy", "isNew"] },
        },
      },
    ]);
  });

  test("bulk mail: no links, no invitations", () => {
    expect(sorted(rightsOf("bulkmail"))).toEqual(
      expect.arrayContaining(
        allowing({
          Action: WRITES,
          Resource: tableArn,
          ...within("OUTBOX#*", "CAMPAIGN#*", "USER#*", "THROTTLE#*"),
        }),
      ),
    );
  });

  test("the digests' tick: due users, and their mail", () => {
    expect(sorted(rightsOf("digests"))).toEqual(
      allowing(
        { Action: READS, Resource: READABLE, ...within("ZONES*", "TICK#*", "OUTBOX#*") },
        { Action: WRITES, Resource: tableArn, ...within("TICK#*", "OUTBOX#*") },
        { Action: "dynamodb:Query", Resource: index("schedule") },
      ),
    );
  });

  test("due payments and daily notices: budgets, their users, and mail", () => {
    const partitions = ["BUDGET#*", "ACTIVITY#*", "USER#*", "OUTBOX#*"];
    expect(sorted(rightsOf("subscriptions"))).toEqual([
      ...allowing(
        { Action: READS, Resource: READABLE, ...within("ZONES*", ...partitions) },
        { Action: WRITES, Resource: tableArn, ...within(...partitions) },
        { Action: "dynamodb:Query", Resource: index("schedule") },
      ),
      expect.objectContaining({ Effect: "Deny" }),
    ]);
  });

  test("nobody scans", () => {
    const scanning = (name: string) =>
      rightsOf(name)
        .flatMap(({ Action }) => Action)
        .includes("dynamodb:Scan");
    const all = ["api", "outbox", "bulkmail", "digests", "subscriptions", "housekeeping", "sesevents"];
    expect(all.filter(scanning)).toEqual([]);
  });

  test("bounces and complaints: suppressed addresses, and their count", () => {
    expect(sorted(rightsOf("sesevents"))).toEqual(
      allowing(
        { Action: READS, Resource: READABLE, ...within("SUPPRESSED#*", "THROTTLE#*") },
        { Action: WRITES, Resource: tableArn, ...within("SUPPRESSED#*", "THROTTLE#*") },
      ),
    );
  });

  test("only SES's quota is allowed on all resources", () => {
    const statements: Statement[] = Object.values(template.findResources("AWS::IAM::Policy")).flatMap(
      (policy) => policy.Properties.PolicyDocument.Statement,
    );
    const anywhere = statements
      .filter(({ Resource }) => [Resource].flat().includes("*"))
      .flatMap(({ Action }) => Action);
    expect(new Set(anywhere)).toEqual(new Set(["ses:GetSendQuota"]));
  });
});

test("old versions are retained for a rollback, except one whose deployment failed", () => {
  template.allResources("AWS::Lambda::Version", {
    DeletionPolicy: "RetainExceptOnCreate",
    UpdateReplacePolicy: "Retain",
  });
  template.resourceCountIs("AWS::Lambda::Version", 7);
  template.allResourcesProperties("AWS::Lambda::Alias", { Name: "live" });
});

test("all run on arm64 and Node 24 with JSON logs that expire", () => {
  template.resourceCountIs("AWS::Lambda::Function", 7);
  template.allResourcesProperties("AWS::Lambda::Function", {
    Runtime: "nodejs24.x",
    Architectures: ["arm64"],
    Handler: "index.handler",
    TracingConfig: Match.absent(),
    LoggingConfig: Match.objectLike({ LogFormat: "JSON" }),
  });
  template.allResourcesProperties("AWS::Logs::LogGroup", { RetentionInDays: 30 });
});

test("each has only the settings that it uses", () => {
  const settings = Object.values(template.findResources("AWS::Lambda::Function")).map(({ Properties }) => [
    Properties.FunctionName,
    Object.keys(Properties.Environment.Variables).sort().join(" "),
  ]);
  expect(Object.fromEntries(settings)).toEqual({
    "coffer-dev-api":
      "BEDROCK_MODEL_ID COMMIT CREDENTIALS_APART ORIGIN ORIGIN_SECRET REQUESTS_PER_NETWORK SESSION_KEYS_SECRET TABLE_NAME",
    "coffer-dev-outbox":
      "MAIL_FROM MAIL_RATE_SHARE ORIGIN SES_CONFIGURATION_SET TABLE_NAME UNPROVEN_MAIL_PER_HOUR",
    "coffer-dev-bulk-mail":
      "MAIL_FROM MAIL_RATE_SHARE ORIGIN SES_CONFIGURATION_SET TABLE_NAME UNPROVEN_MAIL_PER_HOUR",
    "coffer-dev-digests": "DIGEST_QUEUE ORIGIN TABLE_NAME",
    "coffer-dev-subscriptions": "ORIGIN SUBSCRIPTION_QUEUE TABLE_NAME",
    "coffer-dev-housekeeping": "ORIGIN TABLE_NAME",
    "coffer-dev-ses-events": "ORIGIN TABLE_NAME",
  });
});

test("with a bucket for copies, housekeeping may only export the table to it", () => {
  const copies = functionsOf({ copyBucket: "210987654321/coffer-copies" });
  expect(JSON.stringify(copies.findResources("AWS::Lambda::Function"))).toContain(
    '"COPY_BUCKET":"210987654321/coffer-copies"',
  );
  const actionsOf = (from: typeof template) => rightsOf("housekeeping", from).flatMap(({ Action }) => Action);
  const before = actionsOf(template);
  expect(actionsOf(copies).filter((action) => !before.includes(action))).toEqual([
    "dynamodb:DescribeContinuousBackups",
    "dynamodb:DescribeTable",
    "dynamodb:ExportTableToPointInTime",
    "dynamodb:ListExports",
    "dynamodb:DescribeExport",
    "s3:AbortMultipartUpload",
    "s3:PutObject",
    "s3:PutObjectAcl",
  ]);
  expect(JSON.stringify(rightsOf("housekeeping", copies).at(-1)?.Resource)).toContain(
    ":s3:::coffer-copies/*",
  );
});

test("an asynchronous event that fails three times goes to the dead letters", () => {
  template.resourcePropertiesCountIs(
    "AWS::Lambda::EventInvokeConfig",
    {
      MaximumRetryAttempts: 2,
      DestinationConfig: { OnFailure: { Destination: Match.anyValue() } },
    },
    6,
  );
});

test("all instances that send mail together stay within SES's rate", () => {
  const shares = Object.values(template.findResources("AWS::Lambda::Function")).map(({ Properties }) => {
    const name: "outbox" | "bulk-mail" = Properties.FunctionName.replace("coffer-dev-", "");
    const share = Properties.Environment.Variables.MAIL_RATE_SHARE;
    return share === undefined ? 0 : Number(share) * MAX_CONCURRENCY[name];
  });
  expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1);
});

test("pages of due users become dead letters after three attempts", () => {
  template.hasResourceProperties("AWS::SQS::Queue", {
    QueueName: "coffer-dev-digest-pages",
    SqsManagedSseEnabled: true,
    VisibilityTimeout: 540,
    RedrivePolicy: Match.objectLike({ maxReceiveCount: 3 }),
  });
  template.hasResourceProperties("AWS::Lambda::EventSourceMapping", {
    FunctionResponseTypes: ["ReportBatchItemFailures"],
    ScalingConfig: { MaximumConcurrency: 4 },
  });
});

test("pages of due payments and notices become dead letters after three attempts", () => {
  template.hasResourceProperties("AWS::SQS::Queue", {
    QueueName: "coffer-dev-subscription-pages",
    VisibilityTimeout: 1800,
    MessageRetentionPeriod: 2 * 24 * 3600,
    RedrivePolicy: Match.objectLike({ maxReceiveCount: 3 }),
  });
  template.hasResourceProperties("AWS::Lambda::EventSourceMapping", {
    BatchSize: 1,
    FunctionResponseTypes: ["ReportBatchItemFailures"],
    ScalingConfig: { MaximumConcurrency: 8 },
  });
});

test("the sign-in check may read only its secret", () => {
  const arn = "arn:aws:secretsmanager:eu-west-1:123456789012:secret:check-a1b2c3";
  expect(rightsOf("signincheck", functionsOf({ signInCheckSecret: arn }))).toEqual(
    allowing({ Action: "secretsmanager:GetSecretValue", Resource: arn }),
  );
});

test("a stage that reserves concurrency reserves it for every function", () => {
  const capped = functionsOf({ reserveConcurrency: true });
  capped.allResourcesProperties("AWS::Lambda::Function", { ReservedConcurrentExecutions: Match.anyValue() });
  template.allResourcesProperties("AWS::Lambda::Function", { ReservedConcurrentExecutions: Match.absent() });
});

test("only the logs that hold the security log outlive the stack", () => {
  const kept = Object.values(template.findResources("AWS::Logs::LogGroup"))
    .filter(({ DeletionPolicy }) => DeletionPolicy !== "Delete")
    .map(({ DeletionPolicy, Properties }) => `${Properties.LogGroupName} ${DeletionPolicy}`);
  expect(kept).toEqual(["/coffer/dev/api RetainExceptOnCreate", "/coffer/dev/outbox RetainExceptOnCreate"]);
});

test("the API counts a network's requests only if no rule at CloudFront does", () => {
  const limitOf = (context: Record<string, unknown>) =>
    Object.values(functionsOf(context).findResources("AWS::Lambda::Function"))
      .map(({ Properties }) => Properties.Environment.Variables.REQUESTS_PER_NETWORK)
      .filter(Boolean);
  expect(limitOf({})).toEqual(["1500"]);
  expect(limitOf({ rateLimit: 2000 })).toEqual([]);
});
