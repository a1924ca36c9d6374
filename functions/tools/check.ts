import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import * as v from "valibot";
import { PROJECT } from "../src/local/settings.ts";

/** `pnpm test`: every check of the project, one after the other, and one summary at the end. */
const scratch = mkdtempSync(join(tmpdir(), "coffer-check-"));
/** Many tests start the product or a command as a process of its own: each module is compiled once for all. */
const COMPILED = join(scratch, "compiled");
const bin = (name: string) => join(PROJECT, "node_modules/.bin", name);

type Step = {
  name: string;
  program: string;
  parameters: string[];
  report?: string;
  environment?: Record<string, string>;
};

/** `projects` are names of vitest.workspace.ts. */
function tests(name: string, projects: readonly string[], options: readonly string[] = []): Step {
  const report = join(scratch, `${projects.join("-")}.json`);
  const parameters = ["run", "--config", "vitest.workspace.ts", "--reporter=dot", "--reporter=json"];
  const chosen = projects.map((project) => `--project=${project}`);
  return {
    name,
    program: bin("vitest"),
    parameters: [...parameters, `--outputFile.json=${report}`, ...chosen, ...options],
    report,
  };
}

const all: Step[] = [
  { name: "Types", program: bin("tsc"), parameters: ["-p", "."] },
  { name: "Types of the web", program: bin("tsc"), parameters: ["-p", "web"] },
  { name: "Lint and format", program: bin("biome"), parameters: ["ci", "--error-on-warnings", "."] },
  { name: "Build of the web", program: process.execPath, parameters: ["functions/src/local/web-build.ts"] },
  { name: "Build of the functions", program: process.execPath, parameters: ["functions/build.ts"] },
  tests("Tests", ["pure", "rules", "engine", "infra"]),
  // By themselves: a browser that shares two cores with everything else is slow, and slow is flaky.
  // Three files at once keep it busy: each page is a process of its own.
  tests("Tests in the browser", ["browser"], ["--maxWorkers=3"]),
];

const steps = parsedEngine() === "embedded" ? all : [overDynamoDbLocal()];

/** `--engine dynamodb-local` runs the tests of the store and the API alone, over AWS's own engine. */
function parsedEngine(): "embedded" | "dynamodb-local" {
  const { engine } = parseArgs({ options: { engine: { type: "string", default: "embedded" } } }).values;
  if (engine !== "embedded" && engine !== "dynamodb-local")
    throw new Error("Use: pnpm test [--engine embedded|dynamodb-local]");
  return engine;
}

function overDynamoDbLocal(): Step {
  return {
    ...tests("Tests over DynamoDB Local", ["engine"]),
    environment: { COFFER_TEST_ENGINE: "dynamodb-local" },
  };
}

const results: { name: string; ok: boolean; seconds: number }[] = [];
for (const step of steps) {
  console.log(`\n── ${step.name}`);
  const began = performance.now();
  const ok = await run(step);
  results.push({ name: step.name, ok, seconds: (performance.now() - began) / 1000 });
}

const counts = steps.flatMap(({ report }) => (report ? [testCounts(report)] : []));
const passed = counts.reduce((sum, { passed }) => sum + passed, 0);
const failed = counts.reduce((sum, { failed }) => sum + failed, 0);
rmSync(scratch, { recursive: true, force: true });
console.log("\n── Summary");
for (const { name, ok, seconds } of results)
  console.log(`${ok ? "✓" : "✗"} ${name.padEnd(24)} ${seconds.toFixed(1).padStart(6)} s`);
const total = results.reduce((seconds, result) => seconds + result.seconds, 0);
console.log(`  ${"In all".padEnd(24)} ${total.toFixed(1).padStart(6)} s`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = results.every((result) => result.ok) && passed > 0 && failed === 0 ? 0 : 1;

function run({ program, parameters, environment }: Step): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(program, parameters, {
      cwd: PROJECT,
      env: { ...process.env, NODE_COMPILE_CACHE: COMPILED, ...environment },
      stdio: ["ignore", "inherit", "inherit"],
    });
    child.once("error", () => resolve(false));
    child.once("exit", (code) => resolve(code === 0));
  });
}

function testCounts(report: string): { passed: number; failed: number } {
  const shape = v.object({ numPassedTests: v.number(), numFailedTests: v.number() });
  try {
    const { numPassedTests, numFailedTests } = v.parse(shape, JSON.parse(readFileSync(report, "utf8")));
    return { passed: numPassedTests, failed: numFailedTests };
  } catch {
    return { passed: 0, failed: 0 };
  }
}
