import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";

test("a word that is no option deploys nothing", () => {
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
