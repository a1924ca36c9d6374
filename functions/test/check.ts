import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import * as v from "valibot";
import { LEFT_OUT } from "../../web/test/left-out.ts";
import { readOrEnd, wrongUse } from "../src/cli/command-line.ts";
import { PROJECT } from "../src/local/settings.ts";

const USAGE = {
  use: [
    "pnpm test [--engine embedded|dynamodb-local] [--browser chromium|firefox|webkit] [--widths] [--long]",
  ],
  about: "Runs every check: types, lint, builds and tests.",
  options: {
    engine: {
      type: "string",
      default: "embedded",
      takes: "NAME",
      help: "dynamodb-local: the tests of the store and the API alone, over AWS's own engine",
    },
    browser: {
      type: "string",
      default: "chromium",
      takes: "NAME",
      help: "firefox or webkit: the tests of the browser alone, in an installed one",
    },
    widths: {
      type: "boolean",
      default: false,
      help: "each state of each screen at every width, in light and dark, at both sizes of text, and nothing else",
    },
    long: {
      type: "boolean",
      default: false,
      help: "the tests that have sizes, random runs or cases that take minutes, with all of them, and no others",
    },
  },
} as const;
const { engine, browser, widths, long } = readOrEnd(USAGE).options;

const scratch = mkdtempSync(join(tmpdir(), "coffer-check-"));
/** Many tests start the product or a command as a process of its own: each module is compiled once for all. */
const COMPILED = join(scratch, "compiled");
const bin = (name: string) => join(PROJECT, "node_modules/.bin", name);

type Step = {
  name: string;
  program: string;
  parameters: string[];
  environment?: Record<string, string>;
  report?: string;
  /** Runs those files alone, or all if there are none. */
  again?: (files: readonly string[]) => Step;
};

type TestStep = Pick<Step, "name" | "environment"> & {
  /** Names of vitest.workspace.ts. */
  projects: readonly string[];
  options?: readonly string[];
};

function tests({ projects, options = [], ...named }: TestStep): Step {
  const report = join(scratch, `${projects.join("-")}.json`);
  const parameters = ["run", "--config", "vitest.workspace.ts", "--reporter=dot", "--reporter=json"];
  const chosen = [`--outputFile.json=${report}`, ...projects.map((project) => `--project=${project}`)];
  const step = { ...named, program: bin("vitest"), report };
  return {
    ...step,
    parameters: [...parameters, ...chosen, ...options],
    again: (files) => ({ ...step, parameters: [...parameters, ...chosen, "--maxWorkers=1", ...files] }),
  };
}

/** The compiler's other threads would check again what the first has. */
function types(name: string, project: string): Step {
  return { name, program: bin("tsc"), parameters: ["-p", project, "--singleThreaded"] };
}

/** The steps of a group run at once, the groups one after the other. */
const all: Step[][] = [
  [
    types("Types", "."),
    types("Types of the web", "web"),
    { name: "Lint and format", program: bin("biome"), parameters: ["ci", "--error-on-warnings", "."] },
    {
      name: "Build of the web",
      program: process.execPath,
      parameters: ["functions/src/local/web-build.ts"],
    },
    // Each worker would load the whole CDK.
    tests({ name: "Tests of the stacks", projects: ["infra"], options: ["--maxWorkers=1"] }),
  ],
  // Both wait for other processes now and then and leave a core idle, so they run together.
  [
    tests({ name: "Tests in the browser", projects: ["browser"], options: ["--maxWorkers=3"] }),
    tests({ name: "Tests", projects: ["pure", "rules", "engine"], options: ["--maxWorkers=3"] }),
  ],
];

const groups = chosenGroups();

function chosenGroups(): Step[][] {
  if (widths) return [[atAllWidths()]];
  if (long) return [[atLength()]];
  if (engine === "dynamodb-local") return [[overDynamoDbLocal()]];
  if (browser === "firefox" || browser === "webkit") return [[inBrowser(browser)]];
  if (engine === "embedded" && browser === "chromium") return all;
  console.error(wrongUse(USAGE).message);
  process.exit(1);
}

function inBrowser(name: "firefox" | "webkit"): Step {
  const environment = { COFFER_TEST_BROWSER: name };
  // The windows of one Firefox take the focus from each other, and one that has it not is left by no field.
  const workers = name === "firefox" ? 1 : 2;
  // The pages weigh the same in every browser.
  const options = [`--maxWorkers=${workers}`, "--exclude=web/test/bytes.test.ts"];
  return tests({ name: `Tests in ${name}`, projects: ["browser"], options, environment });
}

function atAllWidths(): Step {
  const environment = { COFFER_TEST_WIDTHS: "all" };
  const options = ["--maxWorkers=2", "web/test/screens.test.ts"];
  return tests({ name: "Tests at all widths", projects: ["browser"], options, environment });
}

function atLength(): Step {
  const environment = { COFFER_SOAK: "1" };
  const options = filesWith("atLength(");
  return tests({ name: "Tests at length", projects: ["engine", "browser"], options, environment });
}

/** Tests that have that text. */
function filesWith(text: string): string[] {
  const named = ["grep", "--files-with-matches", "--fixed-strings", text, "--", "*.test.ts"];
  return execFileSync("git", named, { cwd: PROJECT, encoding: "utf8" }).trim().split("\n");
}

function overDynamoDbLocal(): Step {
  const environment = { COFFER_TEST_ENGINE: "dynamodb-local" };
  return tests({ name: "Tests over DynamoDB Local", projects: ["engine"], environment });
}

const Report = v.object({
  testResults: v.array(
    v.object({
      name: v.string(),
      status: v.string(),
      message: v.string(),
      assertionResults: v.array(
        v.object({
          status: v.string(),
          fullName: v.string(),
          failureMessages: v.array(v.string()),
          /** What the browser's driver lacks to run the test. */
          meta: v.optional(v.object({ lacks: v.optional(v.string()) })),
        }),
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

/** Codes for colours make up nine tenths of a log of dots. */
const plain = process.stdout.isTTY ? {} : { NO_COLOR: "1" };
/** For the processes that tests start, too. */
const quiet = { NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ""} --disable-warning=ExperimentalWarning` };

type Result = { step: Step; ok: boolean; seconds: number };

const began = performance.now();
const results: Result[] = [];
for (const group of groups) results.push(...(await Promise.all(group.map(result))));

/** The first step of a group prints its output as it comes, the others when they have ended. */
async function result(step: Step, index: number): Promise<Result> {
  const start = performance.now();
  if (index === 0) console.log(`\n── ${step.name}`);
  const { ok, output } = await run(step, index === 0 ? "inherit" : "pipe");
  if (index > 0) console.log(`\n── ${step.name}\n${output}`);
  return { step, ok, seconds: (performance.now() - start) / 1000 };
}

const files: TestFile[] = [];
const laterTries: string[] = [];
for (const result of results) {
  const first = filesOf(result.step);
  if (result.ok || !result.step.again) {
    files.push(...first);
    continue;
  }
  // A busy machine can stop a test for longer than any limit: what failed has another run, with nothing beside it.
  const failed = first.filter(({ status }) => status === "failed");
  const second = result.step.again(failed.map(({ name }) => relative(PROJECT, name)));
  console.log(`\n── ${second.name}, again`);
  result.ok = (await run(second, "inherit")).ok;
  // If no file failed, the error came from outside the tests, and all of them have run again.
  files.push(
    ...(failed.length > 0 ? first.filter((file) => !failed.includes(file)) : []),
    ...filesOf(second),
  );
  if (result.ok) laterTries.push(...failed.flatMap(failuresOf));
}

const passed = files.flatMap((file) =>
  file.assertionResults.filter(({ status }) => status === "passed"),
).length;
const skipped = files.flatMap(skippedOf);
const failures = [...files.flatMap(failuresOf), ...otherLeftOut()];
laterTries.push(...files.flatMap((file) => errorsOf(file, "passed")));
rmSync(scratch, { recursive: true, force: true });
console.log("\n── Summary");
for (const { step, ok, seconds } of results)
  console.log(`${ok ? "✓" : "✗"} ${step.name.padEnd(24)} ${seconds.toFixed(1).padStart(6)} s`);
const total = (performance.now() - began) / 1000;
console.log(`  ${"In all".padEnd(24)} ${total.toFixed(1).padStart(6)} s`);
console.log(`${passed} passed, ${failures.length} failed`);
for (const one of skipped) console.log(`- Not run: ${one}`);
for (const failure of failures) console.log(`✗ ${failure}`);
for (const first of laterTries) console.log(`! Passed at a later try only: ${first}`);
process.exitCode = results.every((result) => result.ok) && passed > 0 && failures.length === 0 ? 0 : 1;

type Run = { ok: boolean; output: string };

function run({ program, parameters, environment }: Step, streams: "inherit" | "pipe"): Promise<Run> {
  return new Promise((resolve) => {
    const child = spawn(program, parameters, {
      cwd: PROJECT,
      env: { ...process.env, ...plain, ...quiet, NODE_COMPILE_CACHE: COMPILED, ...environment },
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

type TestFile = v.InferOutput<typeof Report>["testResults"][number];

/** None if the run ended without a report. */
function filesOf({ report }: Step): TestFile[] {
  if (report === undefined || !existsSync(report)) return [];
  return v.parse(Report, JSON.parse(readFileSync(report, "utf8"))).testResults;
}

/** Each failure in one line: a log that is cut to its end still says what failed, and why. */
function failuresOf(file: TestFile): string[] {
  const errors = errorsOf(file, "failed");
  const isOutsideTests = file.status === "failed" && errors.length === 0;
  return isOutsideTests ? [oneLine(relative(PROJECT, file.name), file.message)] : errors;
}

/** A driver that has learned more, or a test of another name, makes the list out of date. */
function otherLeftOut(): string[] {
  if (browser !== "firefox" && browser !== "webkit") return [];
  const listed = LEFT_OUT[browser];
  return [
    ...skipped.filter((one) => !listed.includes(one)).map((one) => `Not in web/test/left-out.ts: ${one}`),
    ...listed.filter((one) => !skipped.includes(one)).map((one) => `Not left out any more: ${one}`),
  ];
}

/** Tests of what a browser's driver lacks. */
function skippedOf({ name, assertionResults }: TestFile): string[] {
  return assertionResults
    .filter(({ status }) => status === "skipped" || status === "pending")
    .map(
      ({ fullName, meta }) =>
        `${relative(PROJECT, name)}: ${fullName}${meta?.lacks ? ` (${meta.lacks})` : ""}`,
    );
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
