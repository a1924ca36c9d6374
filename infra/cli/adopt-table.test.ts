import { Template } from "aws-cdk-lib/assertions";
import { App } from "aws-cdk-lib/core";
import { expect, test } from "vitest";
import { readStage } from "../config.ts";
import { DataStack } from "../data-stack.ts";
import { type Answers, linesOf, queryRefusal, result, startAws, templateAnswer } from "../test/fake-aws.ts";
import { stacksOf } from "../test/synthesise.ts";
import { adoptable, adoption, adoptTable } from "./adopt-table.ts";

const TABLE = "coffer-dev-20261120T090000Z";
const RESTORED = {
  restoredTable: TABLE,
  restoredStreamArn: `arn:aws:dynamodb:eu-central-1:123456789012:table/${TABLE}/stream/1`,
};
const STACKS = { app: "coffer-dev-app", data: "coffer-dev-data" };
const steps = (stage: { globalTable: boolean | null }) =>
  adoption(stage, { table: TABLE, streamArn: RESTORED.restoredStreamArn }, STACKS);

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

test.each([
  { globalTable: null, kind: "AWS::DynamoDB::Table" },
  { globalTable: true, kind: "AWS::DynamoDB::GlobalTable" },
])("the data stack imports the table in use as $kind and leaves its own in the account", (stage) => {
  const [name, leave, take] = steps(stage);
  expect(name.slice(0, 3)).toEqual(["deploy", "coffer-dev-app", "--exclusively"]);
  expect(contextIn(name)).toMatchObject(RESTORED);
  const settings = { ...RESTORED, ...stage };
  const tables = (context: Record<string, unknown>) => {
    const { Table, ...others } = dataOf({ ...settings, ...context }).toJSON().Resources;
    return { Table, others };
  };
  const [between, after] = [tables(contextIn(leave)), tables(contextIn(take))];
  expect(between.Table).toBeUndefined();
  expect(after.Table).toMatchObject({
    Type: stage.kind,
    DeletionPolicy: "RetainExceptOnCreate",
    Properties: { TableName: TABLE },
  });
  // An import changes nothing else of its stack.
  expect(after.others).toEqual(between.others);
  expect(take).toContain(JSON.stringify({ Table: { TableName: TABLE } }));
});

test("the import has a single replica; the next deployment adds the second region", () => {
  const [, , take] = steps({ globalTable: true });
  const { Properties } = dataOf({ globalTable: true, secondRegion: "eu-west-1", ...contextIn(take) }).toJSON()
    .Resources.Table;
  expect(Properties.Replicas).toHaveLength(1);
});

test("the app keeps its resources once the data stack owns the restored table", () => {
  // Without CloudFormation's validation, which takes seconds.
  const ids = (context: Record<string, unknown>) =>
    Object.entries(
      Template.fromStack(stacksOf(context, { builtinCloudFormationValidation: false }).product).toJSON()
        .Resources,
    ).map(([id, resource]) => `${id.replace(/CurrentVersion.*/, "CurrentVersion")} ${Object(resource).Type}`);
  expect(ids({ ownTable: TABLE })).toEqual(ids(RESTORED));
});

test("adopts only a table in use that infra/config.ts names and the data stack does not own yet", async () => {
  const { aws } = await startAws(runsOn(TABLE));
  expect(await adoptable(stageWith(RESTORED), aws)).toBe(TABLE);
  await expect(adoptable(stageWith(), aws)).rejects.toThrow(`The stage runs on ${TABLE}: set restoredTable`);
  const owned = await startAws({
    ...runsOn(TABLE),
    DescribeStackResources: ownedBy("coffer-dev-data"),
    GetTemplate: templateAnswer({ Resources: {} }),
  });
  await expect(adoptable(stageWith(RESTORED), owned.aws)).rejects.toThrow(
    "owns coffer-dev-20261120T090000Z already",
  );
  const absent = await startAws({
    GetFunctionConfiguration: { status: 404, json: { __type: "ResourceNotFoundException" } },
  });
  await expect(adoptable(stageWith(RESTORED), absent.aws)).rejects.toThrow("is not deployed in eu-central-1");
});

test("the stage's own table becomes a global table with globalTable", async () => {
  const account = (context: Record<string, unknown>) =>
    startAws({
      ...runsOn("coffer-dev"),
      DescribeStackResources: ownedBy("coffer-dev-data"),
      GetTemplate: ({ StackName = "" }) =>
        StackName === "coffer-dev-data"
          ? templateAnswer(dataOf(context).toJSON())
          : queryRefusal("ValidationError"),
    });
  const [plain, global] = [await account({}), await account({ globalTable: true })];
  const wanted = stageWith({ globalTable: true });
  expect(await adoptable(wanted, plain.aws)).toBe("coffer-dev");
  await expect(adoptable(stageWith(), plain.aws)).rejects.toThrow("globalTable: true would make it");
  await expect(adoptable(wanted, global.aws)).rejects.toThrow("owns coffer-dev already.");
});

test("adopting a global table first replaces a stream of keys", async () => {
  const stream = { StreamEnabled: true, StreamViewType: "KEYS_ONLY" };
  let table = { TableStatus: "ACTIVE", StreamSpecification: stream, LatestStreamArn: "arn:old" };
  const { aws, calls } = await startAws({
    DescribeTable: () => ({ json: { Table: table } }),
    UpdateTable: ({ StreamSpecification }) => {
      const { StreamEnabled, StreamViewType = "" } = Object(StreamSpecification);
      table = {
        ...table,
        StreamSpecification: { StreamEnabled, StreamViewType },
        LatestStreamArn: "arn:new",
      };
      return { json: {} };
    },
  });
  const adopted = async (stage: Record<string, unknown>) => {
    const run: string[][] = [];
    await linesOf(adoptTable(stageWith(stage), TABLE, aws, (args) => run.push(args), 1));
    return run.map(([verb = "", stack]) => `${verb} ${stack}`);
  };
  const restored = { ...RESTORED, restoredStreamArn: "arn:old" };
  expect(await adopted(restored)).toEqual(["deploy coffer-dev-data", "import coffer-dev-data"]);
  expect(await adopted({ ...restored, globalTable: true })).toEqual([
    "deploy coffer-dev-app",
    "deploy coffer-dev-data",
    "import coffer-dev-data",
  ]);
  expect(
    calls
      .filter(({ operation }) => operation === "UpdateTable")
      .map(({ input }) => Object(input.StreamSpecification)),
  ).toEqual([{ StreamEnabled: false }, { StreamEnabled: true, StreamViewType: "NEW_AND_OLD_IMAGES" }]);
});
