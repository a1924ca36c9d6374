import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { UsageProblem } from "@coffer/functions/cli/command-line";
import { expect, test } from "vitest";
import { stageOf } from "./command-line.ts";

test("deploys nothing with an unknown argument", () => {
  const { status, stderr } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, "deploy.ts"), "production"],
    {
      encoding: "utf8",
    },
  );
  expect(status).toBe(1);
  expect(stderr).toMatch(/^Use: pnpm run deploy /);
});

test("a stage that is not there is a wrong argument", () => {
  expect(() => stageOf(["stage=Family"])).toThrow(
    expect.objectContaining({
      constructor: UsageProblem,
      message: 'There is no stage "Family" in infra/config.ts; there are dev, production.',
    }),
  );
});

test("names the missing settings if there is no terminal", () => {
  const { AWS_REGION: _, AWS_PROFILE: __, ...env } = process.env;
  const { status, stderr, stdout } = spawnSync(process.execPath, [join(import.meta.dirname, "deploy.ts")], {
    encoding: "utf8",
    env: { ...env, AWS_CONFIG_FILE: "/nowhere", AWS_SHARED_CREDENTIALS_FILE: "/nowhere" },
    input: "eu-central-1\n",
  });
  expect([status, stdout]).toEqual([1, ""]);
  expect(stderr).toMatch(/^The stage "dev" lacks region .* and mailFrom/);
});
