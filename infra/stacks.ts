import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { Annotations, type App, CfnParameter, type Stack, Tags, Validations } from "aws-cdk-lib/core";
import { AwsSolutionsChecks } from "cdk-nag";
import { AppStack } from "./app-stack.ts";
import { BackupStack } from "./backup-stack.ts";
import { hasSender, readStage, type Stage, stackNames } from "./config.ts";
import { DataStack } from "./data-stack.ts";
import { DeployRoleStack } from "./deploy-role-stack.ts";
import { EdgeAlarmsStack, EdgeStack } from "./edge-stack.ts";

/** `commit`: that of the built source. */
export type Builds = { artefacts: string; web: string; commit: string };

const PROJECT = join(import.meta.dirname, "..");
const buildsOfProject = (): Builds => ({
  artefacts: join(PROJECT, "functions/dist/lambda"),
  web: join(PROJECT, "web/dist"),
  commit: readCommit(),
});

function readCommit(): string {
  const { status, stdout } = spawnSync(
    "git",
    ["describe", "--always", "--dirty", "--abbrev=40", "--exclude=*"],
    {
      cwd: PROJECT,
      encoding: "utf8",
    },
  );
  return status === 0 ? stdout.trim() : "unknown";
}

/** Synthesis fails on findings of cdk-nag. */
export function createStacks(app: App, builds = buildsOfProject()) {
  const stage = readStage(app.node);
  const env = environmentOf(stage);
  const names = stackNames(stage.name, env.region);
  const inUsEast1 = { env: { ...env, region: "us-east-1" }, crossRegionReferences: true };
  const data = new DataStack(app, names.data, { stage, env });
  const edge = stage.rateLimit
    ? new EdgeStack(app, names.edge, { stage, limit: stage.rateLimit, home: env.region, ...inUsEast1 })
    : undefined;
  const product = new AppStack(app, names.app, {
    stage,
    env,
    table: data.table,
    sessionKeys: data.sessionKeys,
    originSecret: data.originSecret,
    webAclArn: edge?.webAclArn,
    crossRegionReferences: true,
    ...builds,
  });
  const edgeAlarms = new EdgeAlarmsStack(app, names.edgeAlarms, {
    stage,
    home: env.region,
    distributionId: product.distributionId,
    webAcl: edge?.webAcl,
    ...inUsEast1,
  });
  const deployRole = stage.github
    ? new DeployRoleStack(app, names.deployRole, { stage, github: stage.github, env })
    : undefined;
  const backup = stage.backupCopyVault
    ? new BackupStack(app, names.backup, { stage, table: product.table, copyTo: stage.backupCopyVault, env })
    : undefined;
  if (!hasSender(stage)) {
    for (const stack of [data, product]) refuseDeployment(stack, stage);
    Annotations.of(data).addWarningV2(
      "coffer:sender",
      `The stage "${stage.name}" has no sender, so it has no mail identity and cannot be deployed: set mailFrom in infra/config.ts to an address of yours.`,
    );
  }
  // Not every region supports tags of dashboards (cfn-lint).
  Tags.of(app).add("coffer-stage", stage.name, { excludeResourceTypes: ["AWS::CloudWatch::Dashboard"] });
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  return { data, edge, product, edgeAlarms, deployRole, backup };
}

/**
 * A parameter that has no value and accepts none, so that CloudFormation refuses the template. Otherwise it could replace
 * a deployed stack that has a sender, and its mail would stop.
 */
function refuseDeployment(stack: Stack, { name }: Stage): void {
  new CfnParameter(stack, "SenderIsMissing", {
    description: `Set mailFrom of the stage "${name}" in infra/config.ts to an address of yours`,
    allowedPattern: "(?!)",
  });
  Validations.of(stack).acknowledge({
    id: "CloudFormation-Validate::W2001",
    reason: "It exists to be refused, not to be referenced",
  });
}

/** From the operator's AWS profile, as the CDK command passes it on; synthesis needs no account. */
function environmentOf(stage: Stage): { account?: string; region: string } {
  const account = process.env.CDK_DEFAULT_ACCOUNT;
  const region = stage.region ?? process.env.CDK_DEFAULT_REGION;
  if (!region)
    throw new Error(`The stage "${stage.name}" has no region: set it in infra/config.ts, or AWS_REGION.`);
  return { ...(account && { account }), region };
}
