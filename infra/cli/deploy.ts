import { spawnSync } from "node:child_process";
import { delimiter, join } from "node:path";
import { checkStage, reportOf } from "./check.ts";
import { command, openStage, readOptions, UsageProblem } from "./command-line.ts";
import { deleteStack } from "./stacks.ts";

const PROJECT = join(import.meta.dirname, "../..");
const USAGE = "Use: pnpm run deploy [--check] [--stage NAME] [--context NAME=VALUE …]";

/** `pnpm run deploy`: builds and deploys a stage. With `--check` it only looks at what a deployment needs. */
await command(async () => {
  const { context, has } = readOptions(USAGE, ["check"]);
  const { stage, home, usEast1 } = await openStage(context);
  if (has("check")) {
    const findings = await checkStage(stage, home, usEast1);
    console.log(reportOf(findings));
    if (findings.some(({ state }) => state === "wrong"))
      throw new UsageProblem("The deployment would fail, or the product not work.");
    return;
  }
  run("node", ["functions/build.ts"]);
  run("node", ["functions/src/local/web-build.ts"]);
  const overrides = context.flatMap((pair) => ["--context", pair]);
  run("cdk", ["deploy", "--all", "--require-approval", "never", ...overrides]);
  // The app is deployed without the rule by now, so nothing refers to the stack any more.
  if (stage.rateLimit === null && (await deleteStack(usEast1, `coffer-${stage.name}-edge`)))
    console.log("The rate rule is off: its stack is deleted.");
});

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
