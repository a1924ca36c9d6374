import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Template } from "aws-cdk-lib/assertions";
import { App, type AppProps, Stack } from "aws-cdk-lib/core";
import manifest from "../../cdk.json" with { type: "json" };
import { MAX_CONCURRENCY, readStage, type Stage } from "../config.ts";
import { type Builds, createStacks } from "../stacks.ts";

/** Builds of empty files, for tests of the resources around them. */
export function emptyBuilds(): Builds {
  const folder = mkdtempSync(join(tmpdir(), "coffer-infra-"));
  const file = (path: string) => {
    mkdirSync(join(folder, path, ".."), { recursive: true });
    writeFileSync(join(folder, path), "");
  };
  for (const name of Object.keys(MAX_CONCURRENCY)) file(`functions/${name}/index.mjs`);
  file("web/index.html");
  file("web/assets/app-1234.js");
  return { artefacts: join(folder, "functions"), web: join(folder, "web"), commit: "c0ffee" };
}

/** The stacks of a stage, without synthesis, which takes seconds. */
export const stacksOf = (context: Record<string, unknown> = {}, props: AppProps = {}) =>
  createStacks(
    new App({
      ...props,
      context: { ...manifest.context, region: "eu-central-1", mailFrom: "coffer@budget.example", ...context },
    }),
    emptyBuilds(),
  );

/**
 * The whole app, as `cdk synth` builds it. Throws on findings of cdk-nag, and if `validated` on those of CDK's own
 * validation, which doubles the time.
 */
export function synthesise(context: Record<string, unknown> = {}, { validated = false } = {}) {
  const { data, edge, product, edgeAlarms, deployRole, backup } = stacksOf(context, {
    builtinCloudFormationValidation: validated,
  });
  return {
    data: Template.fromStack(data),
    edge: edge && Template.fromStack(edge),
    product: Template.fromStack(product),
    edgeAlarms: Template.fromStack(edgeAlarms),
    deployRole: deployRole && Template.fromStack(deployRole),
    backup: backup && Template.fromStack(backup),
  };
}

/** A stage with every option, in a known region. */
export const EVERYTHING = {
  stage: "production",
  region: "eu-central-1",
  mailFrom: "coffer@budget.example",
  alarmEmail: "ops@budget.example",
  bedrockModelId: "eu.amazon.nova-micro-v1:0",
  rateLimit: 2000,
  domainName: "www.budget.example",
  certificateArn: "arn:aws:acm:us-east-1:123456789012:certificate/1",
  hostedZoneId: "Z0123456789",
  backupCopyVault: "arn:aws:backup:eu-west-1:210987654321:backup-vault:coffer-copies",
  copyBucket: "210987654321/coffer-copies",
  signInCheckSecret: "arn:aws:secretsmanager:eu-central-1:123456789012:secret:check-a1b2c3",
  github: { owner: "ana", ownerId: "123", repository: "coffer", repositoryId: "456", branch: "main" },
};

/** The template of a stack to which `build` adds its constructs; without validation, which takes seconds. */
export function templateOf(
  build: (stack: Stack, stage: Stage) => void,
  context: Record<string, unknown> = {},
): Template {
  const app = new App({
    context: { ...manifest.context, ...context },
    builtinCloudFormationValidation: false,
  });
  const stack = new Stack(app, "Test");
  build(stack, readStage(stack.node));
  return Template.fromStack(stack);
}

/** Runs `cdk synth` into a folder, for the region and account of the context or of CDK's environment. */
export function synthesiseInto(outdir: string, builds: Builds, context: Record<string, unknown>): void {
  const app = new App({ outdir, context: { ...manifest.context, ...context } });
  createStacks(app, builds);
  app.synth();
}
