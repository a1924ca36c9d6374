import { Template } from "aws-cdk-lib/assertions";
import { App } from "aws-cdk-lib/core";
import { expect, test } from "vitest";
import { readStage } from "../config.ts";
import { DataStack } from "../data-stack.ts";
import { type Answers, queryRefusal, result, startAws } from "../test/fake-aws.ts";
import { stacksOf } from "../test/synthesise.ts";
import { adoptable, adoption } from "./adopt-table.ts";

const TABLE = "coffer-dev-20261120T090000Z";
const RESTORED = {
  restoredTable: TABLE,
  restoredStreamArn: `arn:aws:dynamodb:eu-central-1:123456789012:table/${TABLE}/stream/1`,
};
const stageWith = (context: Record<string, unknown> = {}) =>
  readStage({ tryGetContext: (key: string) => context[key] });
const dataOf = (context: Record<string, unknown>) => {
  const app = new App({ builtinCloudFormationValidation: false });
  return Template.fromStack(new DataStack(app, "coffer-dev-data", { stage: stageWith(context) }));
};
const contextIn = (args: readonly string[]) =>
  Object.fromEntries(
    args.flatMap((arg, index) => {
      const [name = "", value = ""] = arg.split("=");
      return args[index - 1] === "--context" ? [[name, value]] : [];
    }),
  );

const runsOn = (TABLE_NAME: string): Answers => ({
  GetFunctionConfiguration: { json: { Environment: { Variables: { TABLE_NAME } } } },
  DescribeStackResources: queryRefusal("ValidationError"),
});
const ownedBy = (stack: string) =>
  result(
    "DescribeStackResources",
    `<StackResources><member><StackName>${stack}</StackName></member></StackResources>`,
  );

test("the data stack first leaves its own table in the account, and then takes the restored one in its place", () => {
  const [leave, take] = adoption(TABLE, "coffer-dev-data");
  const between = dataOf({ ...RESTORED, ...contextIn(leave) });
  expect(between.findResources("AWS::DynamoDB::Table")).toEqual({});
  expect(Object.keys(between.findResources("AWS::SecretsManager::Secret"))).toEqual([
    "SessionKeys",
    "OriginSecret",
  ]);
  const after = dataOf({ ...RESTORED, ...contextIn(take) });
  after.hasResource("AWS::DynamoDB::Table", {
    DeletionPolicy: "RetainExceptOnCreate",
    Properties: { TableName: TABLE, DeletionProtectionEnabled: true },
  });
  expect(Object.keys(after.findResources("AWS::DynamoDB::Table"))).toEqual(["Table"]);
  expect(take).toContain(JSON.stringify({ Table: { TableName: TABLE } }));
});

test("an import adds the table alone: everything else of the data stack is as it was without", () => {
  const [leave, take] = adoption(TABLE, "coffer-dev-data");
  const between = dataOf({ ...RESTORED, ...contextIn(leave) }).toJSON().Resources;
  const { Table: _table, ...others } = dataOf({ ...RESTORED, ...contextIn(take) }).toJSON().Resources;
  expect(others).toEqual(between);
});

test("the app that named the restored table replaces nothing once the data stack owns it", () => {
  // Without CloudFormation's validation, which takes seconds.
  const ids = (context: Record<string, unknown>) =>
    Object.entries(
      Template.fromStack(stacksOf(context, { builtinCloudFormationValidation: false }).product).toJSON()
        .Resources,
    ).map(([id, resource]) => `${id.replace(/CurrentVersion.*/, "CurrentVersion")} ${Object(resource).Type}`);
  expect(ids({ ownTable: TABLE })).toEqual(ids(RESTORED));
});

test("a stage is adopted on the table that its functions run on, as infra/config.ts names it, and once", async () => {
  const { aws } = await startAws(runsOn(TABLE));
  expect(await adoptable(stageWith(RESTORED), aws)).toBe(TABLE);
  await expect(adoptable(stageWith(), aws)).rejects.toThrow(`The stage runs on ${TABLE}: set restoredTable`);
  const owned = await startAws({ ...runsOn(TABLE), DescribeStackResources: ownedBy("coffer-dev-data") });
  await expect(adoptable(stageWith(RESTORED), owned.aws)).rejects.toThrow(
    "owns coffer-dev-20261120T090000Z already",
  );
  const absent = await startAws({
    GetFunctionConfiguration: { status: 404, json: { __type: "ResourceNotFoundException" } },
  });
  await expect(adoptable(stageWith(RESTORED), absent.aws)).rejects.toThrow("is not deployed in eu-central-1");
});
