import { schema } from "@coffer/dynamo/table/schema";
import { Match, Template } from "aws-cdk-lib/assertions";
import { App } from "aws-cdk-lib/core";
import { describe, expect, test } from "vitest";
import { readStage } from "./config.ts";
import { DataStack } from "./data-stack.ts";

function dataOf(context: Record<string, unknown>) {
  const app = new App({ builtinCloudFormationValidation: false, context });
  const env = { region: "eu-central-1" };
  const stack = new DataStack(app, "data", { stage: readStage(app.node), env });
  return { stack, template: Template.fromStack(stack) };
}

const { template } = dataOf({});

test("no index holds a secret of an account", () => {
  const projected = schema.globalIndexes.flatMap(({ attributes }): readonly string[] => attributes);
  expect(projected.filter((name) => /hash|password|secret|epoch|takeBacks|provenEmail/i.test(name))).toEqual(
    [],
  );
});

test("no index changes when somebody is active", () => {
  expect(schema.globalIndexes.flatMap(({ attributes }): readonly string[] => attributes)).not.toContain(
    "lastActiveAt",
  );
});

test("Secrets Manager generates the secrets", () => {
  template.allResourcesProperties("AWS::SecretsManager::Secret", {
    GenerateSecretString: { PasswordLength: 64, ExcludePunctuation: true },
    SecretString: Match.absent(),
  });
});

const PROTECTED = {
  DeletionProtectionEnabled: true,
  PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
};

describe.each([
  {
    kind: "AWS::DynamoDB::Table",
    context: {},
    own: { ...PROTECTED, StreamSpecification: { StreamViewType: "KEYS_ONLY" } },
  },
  {
    kind: "AWS::DynamoDB::GlobalTable",
    context: { globalTable: true },
    own: {
      Replicas: [{ Region: "eu-central-1", ...PROTECTED }],
      StreamSpecification: { StreamViewType: "NEW_AND_OLD_IMAGES" },
    },
  },
  {
    kind: "AWS::DynamoDB::GlobalTable",
    context: { globalTable: true, secondRegion: "eu-west-1" },
    own: {
      Replicas: [
        { Region: "eu-west-1", ...PROTECTED },
        { Region: "eu-central-1", ...PROTECTED },
      ],
    },
  },
])("with $kind and $context", ({ kind, context, own }) => {
  const { stack, template } = dataOf(context);

  test("the logical ids of the table and secrets are fixed", () => {
    const ids = (type: string) => Object.keys(template.findResources(type));
    expect(ids(kind)).toEqual(["Table"]);
    expect(ids("AWS::SecretsManager::Secret")).toEqual(["SessionKeys", "OriginSecret"]);
  });

  test("the table and secrets are retained unless their creation is rolled back", () => {
    for (const type of [kind, "AWS::SecretsManager::Secret"])
      template.allResources(type, { DeletionPolicy: "RetainExceptOnCreate", UpdateReplacePolicy: "Retain" });
    expect(stack.terminationProtection).toBe(true);
  });

  test("the table, which a rollback cannot delete, is created last", () => {
    template.hasResource(kind, { DependsOn: ["OriginSecret", "SessionKeys"] });
  });

  test("the table is protected, encrypted, recoverable and on demand", () => {
    template.hasResourceProperties(kind, {
      TableName: "coffer-dev",
      BillingMode: "PAY_PER_REQUEST",
      SSESpecification: { SSEEnabled: true },
      ...own,
      TimeToLiveSpecification: { AttributeName: schema.ttl, Enabled: true },
    });
  });

  test("the table has the schema's keys and indexes", () => {
    const keys = (partition: string, sort: string) => [
      { AttributeName: partition, KeyType: "HASH" },
      { AttributeName: sort, KeyType: "RANGE" },
    ];
    const { partition, sort } = schema.key;
    template.hasResourceProperties(kind, {
      KeySchema: keys(partition, sort),
      LocalSecondaryIndexes: schema.localIndexes.map((index) => ({
        IndexName: index.name,
        KeySchema: keys(partition, index.sort),
        Projection: { ProjectionType: "ALL" },
      })),
      GlobalSecondaryIndexes: schema.globalIndexes.map((index) => ({
        IndexName: index.name,
        KeySchema: keys(index.partition, index.sort),
        Projection: { ProjectionType: "INCLUDE", NonKeyAttributes: index.attributes },
      })),
    });
  });

  test("exports stay the same when the app moves to a restored table", () => {
    const exported = Object.values(template.findOutputs("*", { Export: Match.anyValue() })).map(
      ({ Value }) => Value,
    );
    expect(exported).toEqual([
      { Ref: "Table" },
      { "Fn::GetAtt": ["Table", "Arn"] },
      { "Fn::GetAtt": ["Table", "StreamArn"] },
      { Ref: "SessionKeys" },
      { Ref: "OriginSecret" },
    ]);
    template.hasOutput("TableName", { Value: { Ref: "Table" } });
  });
});
