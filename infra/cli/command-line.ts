import { STSClient } from "@aws-sdk/client-sts";
import { UsageProblem } from "@coffer/functions/cli/command-line";
import { readStage, type Stage, StageProblem } from "../config.ts";
import { type Aws, awsIn } from "./aws.ts";

export type Where = { stage: Stage; home: Aws; usEast1: Aws };

export function stageOf(context: readonly string[]): Stage {
  const values: Record<string, string> = {};
  for (const pair of context) {
    const at = pair.indexOf("=");
    if (at < 1) throw new UsageProblem(`--context takes NAME=VALUE, not ${JSON.stringify(pair)}.`);
    values[pair.slice(0, at)] = pair.slice(at + 1);
  }
  try {
    return readStage({ tryGetContext: (key: string) => values[key] });
  } catch (error) {
    throw error instanceof StageProblem ? new UsageProblem(error.message) : error;
  }
}

export async function openStage(context: readonly string[] = []): Promise<Where> {
  const stage = stageOf(context);
  const region = stage.region ?? (await profileRegion());
  if (!region) throw new UsageProblem("Set AWS_REGION, or the stage's region in infra/config.ts.");
  return { stage, home: awsIn({ region }), usEast1: awsIn({ region: "us-east-1" }) };
}

/** The region of the operator's AWS profile. */
export const profileRegion = (): Promise<string | undefined> =>
  new STSClient().config.region().catch(() => undefined);

/** Options of every command. */
export const STAGE_OPTIONS = {
  stage: { type: "string", takes: "NAME", help: "the stage" },
  context: {
    type: "string",
    short: "c",
    multiple: true,
    takes: "NAME=VALUE",
    help: "a setting of the stage, instead of the one in infra/config.ts",
  },
} as const;

/** `--stage NAME` is short for `--context stage=NAME`. */
export const contextOf = ({ stage, context = [] }: { stage?: string; context?: string[] }): string[] => [
  ...(stage === undefined ? [] : [`stage=${stage}`]),
  ...context,
];

export const namesStage = (context: readonly string[]): boolean =>
  context.some((pair) => pair.startsWith("stage="));
