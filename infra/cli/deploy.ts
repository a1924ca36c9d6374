import { spawnSync } from "node:child_process";
import { delimiter, join } from "node:path";
import { readCommandLine, runCommand, UsageProblem } from "@coffer/functions/cli/command-line";
import { hasSender, stackNames } from "../config.ts";
import { checkStage, reportOf } from "./check.ts";
import { contextOf, openStage, STAGE_OPTIONS } from "./command-line.ts";
import { deployedStage, lossesOf, splitsWrites } from "./deployed.ts";
import { deleteStack } from "./stacks.ts";

const USAGE = {
  use: ["pnpm run deploy [--check] [--accept-losses] [--stage NAME] [--context NAME=VALUE …]"],
  about: "Builds the product and deploys a stage.",
  options: {
    check: { type: "boolean", help: "says what a deployment still needs, and deploys nothing" },
    "accept-losses": { type: "boolean", help: "deploys although the stage loses something that it has" },
    ...STAGE_OPTIONS,
  },
} as const;

const PROJECT = join(import.meta.dirname, "../..");

export function deployStage(context: readonly string[]): void {
  buildStage();
  // The security log, which the app stack leaves behind, has a name of its own.
  cdk(["deploy", "--all", "--require-approval", "never", "--import-existing-resources"], context);
}

export function buildStage(): void {
  run("node", ["functions/build.ts"]);
  run("node", ["functions/src/local/web-build.ts"]);
}

/** Values that `args` give come last, and so replace those of the operator's command line. */
export const cdk = ([verb = "", ...args]: readonly string[], context: readonly string[]): void =>
  run("cdk", [verb, ...context.flatMap((pair) => ["--context", pair]), ...args]);

function run(program: string, args: string[]): void {
  // CDK's command is a dependency of infra alone.
  const PATH = [join(PROJECT, "infra/node_modules/.bin"), process.env.PATH].join(delimiter);
  const { status } = spawnSync(program, args, {
    cwd: PROJECT,
    stdio: "inherit",
    env: { ...process.env, PATH },
  });
  if (status !== 0) throw new UsageProblem(`${program} ${args[0]} ended with ${status}.`);
}

if (import.meta.main)
  await runCommand(async () => {
    const { options: values } = readCommandLine(USAGE, process.argv.slice(2));
    const context = contextOf(values);
    const { stage, home, usEast1 } = await openStage(context);
    if (values.check) {
      const findings = await checkStage(stage, home, usEast1);
      console.log(reportOf(findings));
      if (findings.some(({ state }) => state === "wrong"))
        throw new UsageProblem("The deployment would fail, or the product not work.");
      return;
    }
    if (!hasSender(stage))
      throw new UsageProblem(
        `The stage "${stage.name}" has no sender: set mailFrom in infra/config.ts to an address of yours.`,
      );
    const deployed = await deployedStage(stage.name, home);
    const losses = deployed ? lossesOf(stage, deployed) : [];
    if (losses.length > 0 && !values["accept-losses"])
      throw new UsageProblem(
        `This deployment would take away ${losses.join(", ")}. Set it in infra/config.ts; or give --accept-losses.`,
      );
    if (deployed && splitsWrites(stage, deployed))
      throw new UsageProblem(
        "Under a canary a tenth of the calls would write to another table than the rest: use pnpm run restore-stage, or stop the functions and give --context canary=false.",
      );
    deployStage(context);
    // The app is deployed without the rule by now, so nothing refers to the stack any more.
    if (stage.rateLimit === null && (await deleteStack(usEast1, stackNames(stage.name, home.region).edge)))
      console.log("The rate rule is off: its stack is deleted.");
  });
