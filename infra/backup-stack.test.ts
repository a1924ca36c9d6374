import { Match, Template } from "aws-cdk-lib/assertions";
import { Table } from "aws-cdk-lib/aws-dynamodb";
import { App, Stack } from "aws-cdk-lib/core";
import { expect, test } from "vitest";
import { BackupStack } from "./backup-stack.ts";
import { readStage } from "./config.ts";
import { stacksOf } from "./test/synthesise.ts";

const copyTo = "arn:aws:backup:eu-west-1:210987654321:backup-vault:coffer-copies";
const tableArn = "arn:aws:dynamodb:eu-central-1:123456789012:table/coffer-dev";
const app = new App({
  builtinCloudFormationValidation: false,
  context: { alarmEmail: "ops@example.com" },
});
const table = Table.fromTableArn(new Stack(app, "other"), "Table", tableArn);
const template = Template.fromStack(
  new BackupStack(app, "backup", { stage: readStage(app.node), table, copyTo }),
);

test("daily copies in the other vault are kept a week, weekly ones five", () => {
  const [plan] = Object.values(template.findResources("AWS::Backup::BackupPlan"));
  expect(plan?.Properties.BackupPlan.BackupPlanRule).toMatchObject([
    {
      ScheduleExpression: "cron(0 3 ? * MON-SAT *)",
      Lifecycle: { DeleteAfterDays: 2 },
      CopyActions: [{ DestinationBackupVaultArn: copyTo, Lifecycle: { DeleteAfterDays: 7 } }],
    },
    {
      ScheduleExpression: "cron(0 3 ? * SUN *)",
      CopyActions: [{ DestinationBackupVaultArn: copyTo, Lifecycle: { DeleteAfterDays: 35 } }],
    },
  ]);
  template.hasResourceProperties("AWS::Backup::BackupSelection", {
    BackupSelection: Match.objectLike({ Resources: [tableArn] }),
  });
});

test("copies are weekly if a bucket receives each day's changes", () => {
  const { backup } = stacksOf({ backupCopyVault: copyTo, copyBucket: "210987654321/coffer-copies" });
  const [plan] = Object.values(
    backup ? Template.fromStack(backup).findResources("AWS::Backup::BackupPlan") : {},
  );
  expect(plan?.Properties.BackupPlan.BackupPlanRule).toMatchObject([
    { ScheduleExpression: "cron(0 3 ? * SUN *)" },
  ]);
});

test("no copy can be deleted before its time", () => {
  template.hasResourceProperties("AWS::Backup::BackupVault", { LockConfiguration: { MinRetentionDays: 2 } });
});

test("a backup or a copy that fails is mailed to the operator", () => {
  template.hasResourceProperties("AWS::SNS::Subscription", {
    Protocol: "email",
    Endpoint: "ops@example.com",
  });
  for (const [kind, vault] of [
    ["Backup", "backupVaultName"],
    ["Copy", "sourceBackupVaultArn"],
  ] as const)
    template.hasResourceProperties("AWS::Events::Rule", {
      EventPattern: {
        source: ["aws.backup"],
        "detail-type": [`${kind} Job State Change`],
        detail: { state: Match.arrayWith(["FAILED"]), [vault]: [Match.anyValue()] },
      },
      Targets: [Match.objectLike({ Arn: { Ref: Match.stringLikeRegexp("^Topic") } })],
    });
});

test("after a restore the restored table is copied", () => {
  const { backup } = stacksOf({
    backupCopyVault: copyTo,
    restoredTable: "coffer-dev-restored",
    restoredStreamArn: `${tableArn}-restored/stream/2026`,
  });
  const [selection] = Object.values(
    backup ? Template.fromStack(backup).findResources("AWS::Backup::BackupSelection") : {},
  );
  expect(JSON.stringify(selection?.Properties.BackupSelection.Resources)).toContain(
    "table/coffer-dev-restored",
  );
});

test("copies are encrypted with a key that another account can be allowed to use", () => {
  template.hasResourceProperties("AWS::Backup::BackupVault", {
    EncryptionKeyArn: { "Fn::GetAtt": [Match.stringLikeRegexp("^Key"), "Arn"] },
  });
});

test("only a stage that names another vault has a backup plan", () => {
  expect(stacksOf().backup).toBeUndefined();
  expect(stacksOf({ backupCopyVault: copyTo }).backup).toBeDefined();
});
