import { expect, test } from "vitest";
import { stackNames } from "../config.ts";
import { type Answers, linesOf, queryRefusal, refusal, result, startAws } from "../test/fake-aws.ts";
import { destroyStage } from "./destroy-stage.ts";

/** The stacks of a stage, until each is deleted. */
function stacksNamed(...names: string[]): Answers {
  const status = new Map(names.map((name) => [name, "CREATE_COMPLETE"]));
  return {
    DescribeStacks: ({ StackName = "" }) => {
      const found = status.get(StackName);
      if (!found) return queryRefusal("ValidationError");
      return result(
        "DescribeStacks",
        `<Stacks><member><StackId>${StackName}</StackId><StackName>${StackName}</StackName><StackStatus>${found}</StackStatus><CreationTime>2026-11-21T00:00:00Z</CreationTime></member></Stacks>`,
      );
    },
    DeleteStack: ({ StackName = "" }) => {
      status.set(StackName, "DELETE_COMPLETE");
      return result("DeleteStack", "");
    },
    UpdateTerminationProtection: result("UpdateTerminationProtection", ""),
  };
}
const ALL = Object.values(stackNames("dev", "eu-central-1")).filter((name) => !name.endsWith("-backup"));
const LOGS: Answers = {
  DescribeLogGroups: ({ logGroupNamePrefix = "" }) => ({
    json: {
      logGroups: /-app-$|^\/coffer/.test(logGroupNamePrefix)
        ? [{ logGroupName: `${logGroupNamePrefix}X` }]
        : [],
    },
  }),
  DeleteLogGroup: { json: {} },
};
const DATA: Answers = {
  UpdateTable: { json: {} },
  DescribeTable: { json: { Table: { TableStatus: "ACTIVE" } } },
  DeleteTable: { json: {} },
  DeleteSecret: { json: {} },
  DeleteIdentity: result("DeleteIdentity", ""),
};

async function destroy(answers: Answers, withData: boolean, restoredTable: string | null = null) {
  const { aws, calls } = await startAws(answers);
  const options = {
    name: "dev",
    tables: ["coffer-dev", ...(restoredTable ? [restoredTable] : [])],
    identity: "budget.example",
    home: aws,
    usEast1: aws,
    withData,
    pollMs: 1,
  };
  const done = await linesOf(destroyStage(options));
  return { done, calls };
}

test("deletes stacks in the order of their references, except the data", async () => {
  const { done, calls } = await destroy({ ...stacksNamed(...ALL), ...LOGS, ...DATA }, false);
  expect(done).toEqual([
    "deleted the stack coffer-dev-edge-alarms-eu-central-1",
    "deleted the stack coffer-dev-app",
    "deleted the stack coffer-dev-edge-eu-central-1",
    "deleted the stack coffer-dev-deploy-role",
    "deleted the log /aws/lambda/coffer-dev-app-X",
  ]);
  expect(calls.filter(({ operation }) => /Table|Secret|Termination/.test(operation))).toEqual([]);
});

test("deletes everything of a stage with --with-data", async () => {
  const { done, calls } = await destroy({ ...stacksNamed(...ALL), ...LOGS, ...DATA }, true);
  expect(done.slice(4, 10)).toEqual([
    "deleted the stack coffer-dev-data",
    "deleted the table coffer-dev",
    "deleted the identity budget.example",
    "deleted the log /coffer/dev/X",
    "deleted the secret coffer-dev/session-keys",
    "deleted the secret coffer-dev/origin",
  ]);
  const inputs = (operation: string) =>
    calls.filter((call) => call.operation === operation).map(({ input }) => input);
  expect(inputs("UpdateTable")).toMatchObject([
    { TableName: "coffer-dev", DeletionProtectionEnabled: false },
  ]);
  expect(inputs("DeleteSecret")).toMatchObject([
    { ForceDeleteWithoutRecovery: true },
    { ForceDeleteWithoutRecovery: true },
  ]);
});

test("deletes the table of a restore as well", async () => {
  const { done } = await destroy({ ...stacksNamed(...ALL), ...LOGS, ...DATA }, true, "coffer-dev-restored");
  expect(done).toEqual(
    expect.arrayContaining(["deleted the table coffer-dev", "deleted the table coffer-dev-restored"]),
  );
});

test("deletes the replicas of a global table before it", async () => {
  const Replicas = [{ RegionName: "eu-west-1" }, { RegionName: "eu-central-1" }];
  const { done, calls } = await destroy(
    {
      ...stacksNamed(...ALL),
      ...LOGS,
      ...DATA,
      DescribeTable: { json: { Table: { TableStatus: "ACTIVE", Replicas } } },
    },
    true,
  );
  expect(done).toContain("deleted the table coffer-dev");
  expect(calls.filter(({ operation }) => operation === "DeleteTable").map(({ region }) => region)).toEqual([
    "eu-west-1",
    "eu-central-1",
  ]);
});

test("deletes the rest when it is repeated after an interruption", async () => {
  const { done } = await destroy(
    {
      ...stacksNamed("coffer-dev-data"),
      ...LOGS,
      DescribeTable: refusal("com.amazonaws.dynamodb#ResourceNotFoundException"),
      DeleteSecret: refusal("ResourceNotFoundException"),
      DeleteIdentity: result("DeleteIdentity", ""),
    },
    true,
  );
  expect(done).toEqual([
    "deleted the stack coffer-dev-data",
    // SES accepts the deletion of an identity that does not exist.
    "deleted the identity budget.example",
    "deleted the log /coffer/dev/X",
    "deleted the log /aws/lambda/coffer-dev-app-X",
  ]);
});

test("stops with CloudFormation's reason at a stack that cannot be deleted", async () => {
  const failed = result(
    "DescribeStacks",
    "<Stacks><member><StackId>x</StackId><StackName>x</StackName><StackStatus>DELETE_FAILED</StackStatus><StackStatusReason>in use</StackStatusReason><CreationTime>2026-11-21T00:00:00Z</CreationTime></member></Stacks>",
  );
  await expect(
    destroy({ DescribeStacks: failed, DeleteStack: result("DeleteStack", ""), ...LOGS }, false),
  ).rejects.toThrow("The stack coffer-dev-edge-alarms-eu-central-1 could not be deleted: in use");
});
