import { App } from "aws-cdk-lib/core";
import manifest from "../../cdk.json" with { type: "json" };
import { type Builds, createStacks } from "../stacks.ts";

/** What `cdk synth` does, into a folder, for the region and account of the context or of CDK's environment. */
export function synthesiseInto(outdir: string, builds: Builds, context: Record<string, unknown>): void {
  const app = new App({ outdir, context: { ...manifest.context, ...context } });
  createStacks(app, builds);
  app.synth();
}
