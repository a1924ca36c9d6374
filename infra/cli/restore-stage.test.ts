import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readStage } from "../config.ts";
import { type Answers, linesOf, startAws } from "../test/fake-aws.ts";
import { restoreStage, wantedBy } from "./restore-stage.ts";

const AT = Date.parse("2026-11-20T09:00:00Z");
const runsOn = (TABLE_NAME: string) => ({ json: { Environment: { Variables: { TABLE_NAME } } } });
const recoverable = (from: number, to: number): Answers => ({
  DescribeContinuousBackups: {
    json: {
      ContinuousBackupsDescription: {
        ContinuousBackupsStatus: "ENABLED",
        PointInTimeRecoveryDescription: {
          EarliestRestorableDateTime: from / 1_000,
          LatestRestorableDateTime: to / 1_000,
        },
      },
    },
  },
});

async function restore(answers: Answers) {
  const { aws, calls } = await startAws(answers);
  const nothing = async () => undefined;
  const stage = readStage({ tryGetContext: () => undefined });
  const lines = linesOf(restoreStage({ stage, at: AT, home: aws, deploy: nothing, probe: nothing }));
  return { lines, calls };
}

const changes = (calls: { operation: string }[]) =>
  calls.map(({ operation }) => operation).filter((operation) => !/^(Get|Describe|List)/.test(operation));

test("refuses an instant that the table cannot be restored to before anything stops", async () => {
  const { lines, calls } = await restore({
    GetFunctionConfiguration: runsOn("coffer-dev"),
    ...recoverable(AT + 60_000, AT + 120_000),
  });
  await expect(lines).rejects.toThrow(
    "The table coffer-dev, on which the stage runs, can be restored as of an instant from 2026-11-20T09:01:00.000Z to 2026-11-20T09:02:00.000Z.",
  );
  expect(changes(calls)).toEqual([]);
});

test("a second restore copies the table in use, not the original one", async () => {
  const { lines, calls } = await restore({
    GetFunctionConfiguration: runsOn("coffer-dev-20261119T120000Z"),
    ...recoverable(AT - 60_000, AT + 60_000),
    PutFunctionConcurrency: { json: {} },
    DescribeTable: { status: 400, json: { __type: "com.amazonaws.dynamodb#ResourceNotFoundException" } },
    RestoreTableToPointInTime: { status: 400, json: { __type: "ValidationException", message: "enough" } },
  });
  await expect(lines).rejects.toThrow("enough");
  const [asked] = calls.filter(({ operation }) => operation === "RestoreTableToPointInTime");
  expect(asked?.input).toMatchObject({
    SourceTableName: "coffer-dev-20261119T120000Z",
    TargetTableName: "coffer-dev-20261120T090000Z",
  });
});

test("refuses an existing table of the same instant that has been in use", async () => {
  const { lines } = await restore({
    GetFunctionConfiguration: runsOn("coffer-dev"),
    ...recoverable(AT - 60_000, AT + 60_000),
    PutFunctionConcurrency: { json: {} },
    DescribeTable: {
      json: {
        Table: {
          TableName: "coffer-dev-20261120T090000Z",
          TableArn: "arn:aws:dynamodb:eu-central-1:1:table/coffer-dev-20261120T090000Z",
          RestoreSummary: {
            SourceTableArn: "arn:aws:dynamodb:eu-central-1:1:table/coffer-dev",
            RestoreDateTime: AT / 1_000,
            RestoreInProgress: false,
          },
        },
      },
    },
    ListTagsOfResource: { json: { Tags: [{ Key: "coffer-served", Value: "yes" }] } },
  });
  await expect(lines).rejects.toThrow("exists and has been in use since");
});

const WRONG = [
  [],
  ["--stage", "dev"],
  ["--stage", "dev", "--at", "yesterday"],
  ["--at", "2026-11-20T09:00:00Z"],
  ["--stage", "dev", "--at", "2026-11-20T09:00:00Z", "--from", "copies"],
  ["--stage", "dev", "--at", "2026-11-20T09:00:00Z", "--until", "2026-11-20T09:00:00Z"],
  ["--stage", "dev", "--from", "copies", "--until", "yesterday"],
];

test("a folder without copies stops nothing", () => {
  const command = join(import.meta.dirname, "restore-stage.ts");
  const args = ["--stage", "dev", "--from", import.meta.dirname];
  const { status, stderr } = spawnSync(process.execPath, [command, ...args], { encoding: "utf8" });
  expect(stderr.trim()).toBe(`${import.meta.dirname} has no copies of a table.`);
  expect(status).toBe(1);
});

test.each(WRONG.map((args) => [args]))("the command says how it is used for %j", (args) => {
  expect(() => wantedBy(args)).toThrow("Use: pnpm run restore-stage --stage NAME --at 2026-11-20T09:00:00Z");
});
