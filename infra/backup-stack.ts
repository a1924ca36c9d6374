import { BackupPlan, BackupPlanRule, BackupResource, BackupVault } from "aws-cdk-lib/aws-backup";
import type { ITable } from "aws-cdk-lib/aws-dynamodb";
import { Rule, Schedule } from "aws-cdk-lib/aws-events";
import { SnsTopic } from "aws-cdk-lib/aws-events-targets";
import { Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Key } from "aws-cdk-lib/aws-kms";
import { Duration, RemovalPolicy, Stack, type StackProps } from "aws-cdk-lib/core";
import type { Construct } from "constructs";
import { type Stage, topicNames } from "./config.ts";
import { acknowledge } from "./constructs/acknowledge.ts";
import { createOperatorTopic } from "./constructs/alarm.ts";

/** Long enough to be copied: for restores here, the table's own recovery reaches back 35 days. */
const KEPT_HERE = Duration.days(2);

type BackupStackProps = StackProps & { stage: Stage; table: ITable; copyTo: string };

/** Backups for the loss of this region; every other restore uses the table's point-in-time recovery. */
export class BackupStack extends Stack {
  constructor(scope: Construct, id: string, { stage, table, copyTo, ...props }: BackupStackProps) {
    super(scope, id, { ...props, description: `Coffer ${stage.name}: copies of the table elsewhere` });
    // Backups that are encrypted with AWS's own key cannot be copied to another account.
    const encryptionKey = new Key(this, "Key", {
      description: `Encrypts the backups of coffer-${stage.name}`,
      enableKeyRotation: true,
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
    const vault = new BackupVault(this, "Vault", {
      backupVaultName: `coffer-${stage.name}`,
      encryptionKey,
      // Only somebody who may remove the lock can delete a recovery point early.
      lockConfiguration: { minRetention: KEPT_HERE },
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
    const elsewhere = BackupVault.fromBackupVaultArn(this, "Elsewhere", copyTo);
    const rule = (ruleName: string, weekDay: string, keptElsewhere: Duration) =>
      new BackupPlanRule({
        ruleName,
        scheduleExpression: Schedule.cron({ weekDay, hour: "3", minute: "0" }),
        startWindow: Duration.hours(1),
        completionWindow: Duration.hours(6),
        deleteAfter: KEPT_HERE,
        copyActions: [{ destinationBackupVault: elsewhere, deleteAfter: keptElsewhere }],
      });
    const plan = new BackupPlan(this, "Plan", {
      backupPlanName: `coffer-${stage.name}`,
      backupVault: vault,
      // Each is a whole, paid copy of the table. With a bucket, the daily changes go there instead.
      backupPlanRules: [
        ...(stage.copyBucket ? [] : [rule("daily", "MON-SAT", Duration.days(7))]),
        rule("weekly", "SUN", Duration.days(35)),
      ],
    });
    const role = new Role(this, "Role", { assumedBy: new ServicePrincipal("backup.amazonaws.com") });
    acknowledge(role, {
      "IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSBackupServiceRolePolicyForBackup]":
        "CDK gives AWS Backup its own policy",
    });
    plan.addSelection("Table", { role, resources: [BackupResource.fromArn(table.tableArn)] });

    const topic = createOperatorTopic(this, topicNames(stage.name, this.region).backup, stage);
    const mailed = new SnsTopic(topic, { authorizeUsingRole: true });
    const mailIfFailed = (id: string, description: string, job: "Backup" | "Copy", vaultIs: object) =>
      new Rule(this, id, {
        description,
        eventPattern: {
          source: ["aws.backup"],
          detailType: [`${job} Job State Change`],
          detail: { state: ["FAILED", "ABORTED", "EXPIRED", "PARTIAL"], ...vaultIs },
        },
        targets: [mailed],
      });
    mailIfFailed("BackupFailed", "A backup of the table failed", "Backup", {
      backupVaultName: [vault.backupVaultName],
    });
    mailIfFailed("CopyFailed", "The copy of a backup to the other vault failed", "Copy", {
      sourceBackupVaultArn: [vault.backupVaultArn],
    });
  }
}
