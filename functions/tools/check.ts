import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { parseArgs, stripVTControlCharacters } from "node:util";
import * as v from "valibot";
import { PROJECT } from "../src/local/settings.ts";

/** `pnpm test`: every check of the project, and one summary at the end. */
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

/** The steps of a group run at once, the groups one after the other. */
const all: Step[][] = [
  [
    { name: "Types", program: bin("tsc"), parameters: ["-p", "."] },
    { name: "Types of the web", program: bin("tsc"), parameters: ["-p", "web"] },
    { name: "Lint and format", program: bin("biome"), parameters: ["ci", "--error-on-warnings", "."] },
    {
      name: "Build of the web",
      program: process.execPath,
      parameters: ["functions/src/local/web-build.ts"],
    },
  ],
  // Both wait for other processes now and then, and leave a core idle by themselves.
  [
    tests("Tests in the browser", ["browser"], ["--maxWorkers=3"]),
    tests("Tests", ["pure", "rules", "engine", "infra"]),
  ],
];

const groups = parsedEngine() === "embedded" ? all : [[overDynamoDbLocal()]];

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

const Report = v.object({
  numPassedTests: v.number(),
  testResults: v.array(
    v.object({
      name: v.string(),
      status: v.string(),
      message: v.string(),
      assertionResults: v.array(
        v.object({ status: v.string(), fullName: v.string(), failureMessages: v.array(v.string()) }),
      ),
    }),
  ),
});

/** Each leads a process group, so that what it has started ends with it. */
const running = new Set<number>();
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => {
    for (const pid of running) process.kill(-pid, signal);
    rmSync(scratch, { recursive: true, force: true });
    process.exit(1);
  });

const began = performance.now();
const results: { name: string; ok: boolean; seconds: number }[] = [];
for (const group of groups) results.push(...(await Promise.all(group.map(result))));

/** The first step of a group prints its output as it comes, the others when they have ended. */
async function result(step: Step, index: number) {
  const start = performance.now();
  if (index === 0) console.log(`\n── ${step.name}`);
  const { ok, output } = await run(step, index === 0 ? "inherit" : "pipe");
  if (index > 0) console.log(`\n── ${step.name}\n${output}`);
  return { name: step.name, ok, seconds: (performance.now() - start) / 1000 };
}

const outcomes = groups.flat().flatMap(({ report }) => (report ? [testOutcome(report)] : []));
const passed = outcomes.reduce((sum, { passed }) => sum + passed, 0);
const failures = outcomes.flatMap(({ failures }) => failures);
rmSync(scratch, { recursive: true, force: true });
console.log("\n── Summary");
for (const { name, ok, seconds } of results)
  console.log(`${ok ? "✓" : "✗"} ${name.padEnd(24)} ${seconds.toFixed(1).padStart(6)} s`);
const total = (performance.now() - began) / 1000;
console.log(`  ${"In all".padEnd(24)} ${total.toFixed(1).padStart(6)} s`);
console.log(`${passed} passed, ${failures.length} failed`);
for (const failure of failures) console.log(`✗ ${failure}`);
for (const first of outcomes.flatMap(({ secondTries }) => secondTries))
  console.log(`! Passed at a later try only: ${first}`);
process.exitCode = results.every((result) => result.ok) && passed > 0 && failures.length === 0 ? 0 : 1;

type Run = { ok: boolean; output: string };

function run({ program, parameters, environment }: Step, streams: "inherit" | "pipe"): Promise<Run> {
  return new Promise((resolve) => {
    const child = spawn(program, parameters, {
      cwd: PROJECT,
      env: { ...process.env, NODE_COMPILE_CACHE: COMPILED, ...environment },
      stdio: ["ignore", streams, streams],
      detached: true,
    });
    const { pid = 0 } = child;
    if (pid > 0) running.add(pid);
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding("utf8").on("data", (text: string) => {
        output += text;
      });
    child.once("error", ({ message }) => resolve({ ok: false, output: message }));
    child.once("close", (code) => {
      running.delete(pid);
      resolve({ ok: code === 0, output });
    });
  });
}

type Outcome = { passed: number; failures: string[]; secondTries: string[] };

/** Each failure in one line: a log that is cut to its end still says what failed, and why. */
function testOutcome(report: string): Outcome {
  try {
    const { numPassedTests, testResults } = v.parse(Report, JSON.parse(readFileSync(report, "utf8")));
    return {
      passed: numPassedTests,
      failures: testResults.flatMap((file) => [...failuresOutsideTests(file), ...errorsOf(file, "failed")]),
      secondTries: testResults.flatMap((file) => errorsOf(file, "passed")),
    };
  } catch (error) {
    return { passed: 0, failures: [`No result of the tests: ${error}`], secondTries: [] };
  }
}

type TestFile = v.InferOutput<typeof Report>["testResults"][number];

function failuresOutsideTests({ name, status, message, assertionResults }: TestFile): string[] {
  const isOutside = status === "failed" && !assertionResults.some((test) => test.status === "failed");
  return isOutside ? [oneLine(relative(PROJECT, name), message)] : [];
}

/** The first error of each test with this status; one that passed may have failed before. */
function errorsOf({ name, assertionResults }: TestFile, status: "failed" | "passed"): string[] {
  return assertionResults
    .filter((test) => test.status === status && (status === "failed" || test.failureMessages.length > 0))
    .map(({ fullName, failureMessages }) =>
      oneLine(`${relative(PROJECT, name)}: ${fullName}`, failureMessages[0]),
    );
}

function oneLine(subject: string, error = ""): string {
  const [message = ""] = stripVTControlCharacters(error).split(/\n\s+at /);
  return `${subject}: ${message.replaceAll(/\s+/g, " ").slice(0, 300)}`;
}
