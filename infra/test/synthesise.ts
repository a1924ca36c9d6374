import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Template } from "aws-cdk-lib/assertions";
import { App, Stack } from "aws-cdk-lib/core";
import manifest from "../../cdk.json" with { type: "json" };
import { readStage, type Stage } from "../config.ts";
import { type Builds, createStacks } from "../stacks.ts";

/** Builds as small as they can be: what is tested is what is made around them. */
export function smallBuilds(): Builds {
  const folder = mkdtempSync(join(tmpdir(), "coffer-infra-"));
  const file = (path: string) => {
    mkdirSync(join(folder, path, ".."), { recursive: true });
    writeFileSync(join(folder, path), "");
  };
  for (const name of [
    "api",
    "outbox",
    "digests",
    "subscriptions",
    "housekeeping",
    "ses-events",
    "sign-in-check",
  ])
    file(`functions/${name}/index.mjs`);
  file("web/index.html");
  file("web/assets/app-1234.js");
  return { artefacts: join(folder, "functions"), web: join(folder, "web") };
}

/** The stacks of a stage before synthesis and validation, which take seconds. */
export const stacksOf = (context: Record<string, unknown> = {}) =>
  createStacks(
    new App({ context: { ...manifest.context, region: "eu-central-1", ...context } }),
    smallBuilds(),
  );

/** The whole app as `cdk synth` makes it: it throws on findings of cdk-nag and of CDK's own template validation. */
export function synthesise(context: Record<string, unknown> = {}) {
  const stacks = stacksOf(context);
  return {
    data: Template.fromStack(stacks.data),
    edge: stacks.edge && Template.fromStack(stacks.edge),
    product: Template.fromStack(stacks.product),
    edgeAlarms: Template.fromStack(stacks.edgeAlarms),
    backup: stacks.backup && Template.fromStack(stacks.backup),
    deployRole: stacks.deployRole && Template.fromStack(stacks.deployRole),
  };
}

/** The template of a stack with only what `build` puts into it; not validated, which takes seconds. */
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
