import { expect, test } from "vitest";
import { type Answers, linesOf, queryRefusal, result, startAws } from "../test/fake-aws.ts";
import { deleteAbandonedTable } from "./delete-table.ts";

const IN_USE = "coffer-dev-20261120T090000Z";
const SERVED = Date.parse("2026-11-20T11:00:00Z");
const DAY_MS = 24 * 60 * 60_000;

const account = (more: Answers = {}): Answers => ({
  GetFunctionConfiguration: { json: { Environment: { Variables: { TABLE_NAME: IN_USE } } } },
  DescribeStackResources: queryRefusal("ValidationError"),
  DescribeTable: { json: { Table: { TableArn: "arn:table", TableStatus: "ACTIVE" } } },
  ListTagsOfResource: { json: { Tags: [{ Key: "coffer-served", Value: new Date(SERVED).toISOString() }] } },
  CreateBackup: { json: { BackupDetails: { BackupArn: "arn:backup", BackupStatus: "CREATING" } } },
  DescribeBackup: {
    json: { BackupDescription: { BackupDetails: { BackupArn: "arn:backup", BackupStatus: "AVAILABLE" } } },
  },
  UpdateTable: { json: {} },
  DeleteTable: { json: {} },
  ...more,
});

async function deleting(table: string, { now = SERVED + 7 * DAY_MS, answers = account() } = {}) {
  const { aws, calls } = await startAws(answers);
  const lines = linesOf(deleteAbandonedTable({ stage: "dev", table, home: aws, now, pollMs: 1 }));
  const changes = () =>
    calls.map(({ operation }) => operation).filter((one) => !/^(Get|Describe|List)/.test(one));
  return { lines, changes };
}

test("a table that a restore replaced a week ago is deleted after a backup", async () => {
  const { lines, changes } = await deleting("coffer-dev");
  expect(await lines).toEqual([
    "backed up coffer-dev as arn:backup",
    "deleted the table coffer-dev; its backup stays until you delete it",
  ]);
  expect(changes()).toEqual(["CreateBackup", "UpdateTable", "DeleteTable"]);
});

const ownedByStack = result(
  "DescribeStackResources",
  "<StackResources><member><StackName>coffer-dev-data</StackName></member></StackResources>",
);
const gone: Answers = {
  GetFunctionConfiguration: { status: 404, json: { __type: "ResourceNotFoundException" } },
};

test.each([
  ["the table in use", IN_USE, {}, "the stage runs on it"],
  ["a table of another stage", "coffer-device", {}, "it is not a table of the stage dev"],
  ["a table of another product", "orders", {}, "it is not a table of the stage dev"],
  [
    "a table replaced less than a week ago",
    "coffer-dev",
    { now: SERVED + 7 * DAY_MS - 1 },
    "until 2026-11-27T11:00:00.000Z",
  ],
  [
    "a table that a stack owns",
    "coffer-dev",
    { answers: account({ DescribeStackResources: ownedByStack }) },
    "adopt-table",
  ],
  ["a table of a stage that is not deployed", "coffer-dev", { answers: account(gone) }, "is not deployed"],
  [
    "a table of a stage that was never restored",
    "coffer-dev",
    { answers: account({ ListTagsOfResource: { json: { Tags: [] } } }) },
    "is not from a restore",
  ],
])("%s is not deleted", async (_what, table, options, why) => {
  const { lines, changes } = await deleting(table, options);
  await expect(lines).rejects.toThrow(why);
  expect(changes()).toEqual([]);
});

test("a table whose backup fails is not deleted", async () => {
  const failed = { json: { BackupDescription: { BackupDetails: { BackupStatus: "DELETED" } } } };
  const { lines, changes } = await deleting("coffer-dev", { answers: account({ DescribeBackup: failed }) });
  await expect(lines).rejects.toThrow("The backup of coffer-dev is DELETED");
  expect(changes()).toEqual(["CreateBackup"]);
});
