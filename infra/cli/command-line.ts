import { parseArgs } from "node:util";
import { STSClient } from "@aws-sdk/client-sts";
import * as v from "valibot";
import { readStage, type Stage } from "../config.ts";
import { type Aws, awsIn } from "./aws.ts";

export class UsageProblem extends Error {}

export type Where = { stage: Stage; home: Aws; usEast1: Aws };

export async function openStage(context: readonly string[] = []): Promise<Where> {
  const values: Record<string, string> = {};
  for (const pair of context) {
    const at = pair.indexOf("=");
    if (at < 1) throw new UsageProblem(`--context takes NAME=VALUE, not ${JSON.stringify(pair)}.`);
    values[pair.slice(0, at)] = pair.slice(at + 1);
  }
  const stage = readStage({ tryGetContext: (key: string) => values[key] });
  const region = stage.region ?? (await profileRegion());
  return { stage, home: awsIn({ region }), usEast1: awsIn({ region: "us-east-1" }) };
}

const profileRegion = (): Promise<string> =>
  new STSClient().config.region().catch(() => {
    throw new UsageProblem("Set AWS_REGION, or the stage's region in infra/config.ts.");
  });

const common = v.object({
  stage: v.optional(v.string()),
  context: v.optional(v.array(v.string()), []),
});

/** `--stage NAME` is short for `--context stage=NAME`. */
export function readOptions<const Flags extends string, const Names extends string = never>(
  usage: string,
  flags: readonly Flags[],
  names: readonly Names[] = [],
) {
  const options = Object.fromEntries([
    ...flags.map((flag) => [flag, { type: "boolean" as const }]),
    ...names.map((name) => [name, { type: "string" as const }]),
  ]);
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        ...options,
        stage: { type: "string" },
        context: { type: "string", short: "c", multiple: true },
      },
    });
    const named: Record<string, unknown> = values;
    const { stage, context } = v.parse(common, values);
    return {
      context: [...(stage === undefined ? [] : [`stage=${stage}`]), ...context],
      has: (flag: Flags) => named[flag] === true,
      textOf: (name: Names) => (typeof named[name] === "string" ? named[name] : undefined),
      words: positionals,
    };
  } catch {
    throw new UsageProblem(usage);
  }
}

export async function command(run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (!(error instanceof UsageProblem)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
