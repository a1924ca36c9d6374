import { spawnSync } from "node:child_process";
import { delimiter, join } from "node:path";
import { UsageProblem } from "./command-line.ts";

const PROJECT = join(import.meta.dirname, "../..");

export function deployStage(context: readonly string[]): void {
  run("node", ["functions/build.ts"]);
  run("node", ["functions/src/local/web-build.ts"]);
  const overrides = context.flatMap((pair) => ["--context", pair]);
  run("cdk", ["deploy", "--all", "--require-approval", "never", ...overrides]);
}

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
