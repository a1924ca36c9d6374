import { Match, Template } from "aws-cdk-lib/assertions";
import { Table } from "aws-cdk-lib/aws-dynamodb";
import { App, Stack } from "aws-cdk-lib/core";
import { expect, test } from "vitest";
import { BackupStack } from "./backup-stack.ts";
import { readStage } from "./config.ts";
import { stacksOf } from "./test/synthesise.ts";

const copyTo = "arn:aws:backup:eu-west-1:210987654321:backup-vault:coffer-copies";
const tableArn = "arn:aws:dynamodb:eu-central-1:123456789012:table/coffer-dev";
const app = new App({ builtinCloudFormationValidation: false });
const table = Table.fromTableArn(new Stack(app, "other"), "Table", tableArn);
const template = Template.fromStack(
  new BackupStack(app, "backup", { stage: readStage(app.node), table, copyTo }),
);

test("the table is copied to the other vault every day and kept there for 35 days", () => {
  template.hasResourceProperties("AWS::Backup::BackupPlan", {
    BackupPlan: Match.objectLike({
      BackupPlanRule: [
        Match.objectLike({
          ScheduleExpression: "cron(0 3 * * ? *)",
          CopyActions: [{ DestinationBackupVaultArn: copyTo, Lifecycle: { DeleteAfterDays: 35 } }],
        }),
      ],
    }),
  });
  template.hasResourceProperties("AWS::Backup::BackupSelection", {
    BackupSelection: Match.objectLike({ Resources: [tableArn] }),
  });
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
