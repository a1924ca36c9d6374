import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildLambdas } from "../../build.ts";
import { readOrEnd } from "../../src/cli/command-line.ts";
import { StartProblem } from "../../src/local/settings.ts";
import { findPython, startEmulator } from "./emulator.ts";
import { rehearseStage } from "./stages.ts";

const { words } = readOrEnd({
  use: ["pnpm rehearse [STAGE ...]"],
  about:
    "Lints the stacks of stages (dev and production by default), and runs them and the product on an emulator of AWS.",
  words: [0, Number.POSITIVE_INFINITY],
  options: {},
});
const stages = words.length > 0 ? words : ["dev", "production"];

// moto's account.
process.env.CDK_DEFAULT_ACCOUNT = "123456789012";
const folder = mkdtempSync(join(tmpdir(), "coffer-functions-"));
try {
  const python = findPython();
  const artefacts = await buildLambdas(folder);
  for (const stage of stages) {
    console.log(`\n${stage}`);
    // Each in a fresh account, as the manual recommends.
    const emulator = await startEmulator(python);
    try {
      for await (const line of rehearseStage(stage, { python, emulator, artefacts, folder }))
        console.log(`  ${line}`);
    } finally {
      emulator.stop();
    }
  }
  console.log(
    `\n${stages.join(" and ")}: created, updated, rolled back, moved to a second region, deleted and created again, its table restored and adopted.`,
  );
} catch (error) {
  process.exitCode = 1;
  console.error(error instanceof StartProblem ? error.message : error);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
