import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test, vi } from "vitest";
import { PROJECT } from "../local/settings.ts";
import { COUNT, readCommandLine, runCommand } from "./command-line.ts";

const USAGE = {
  use: ["pnpm sow FIELD [--rows N]", "pnpm sow --all"],
  about: "Sows.",
  words: [0, 1],
  options: {
    rows: { ...COUNT, default: "3", help: "how many rows" },
    all: { type: "boolean", default: false, help: "every field" },
  },
} as const;
const USE = "Use: pnpm sow FIELD [--rows N], or pnpm sow --all";

test("options have their defaults", () => {
  expect(readCommandLine(USAGE, ["north", "--all"])).toEqual({
    words: ["north"],
    options: { rows: "3", all: true },
  });
});

test.each([
  [["--deep"], `Unknown option '--deep'. ${USE}`],
  [["north", "south"], USE],
  [[""], USE],
  [["--rows", "many"], `--rows takes N, not "many". ${USE}`],
  [["--rows", "0"], `--rows takes N, not "0". ${USE}`],
  [["--rows"], `Option '--rows <value>' argument missing. ${USE}`],
  [["--all=yes"], `Option '--all' does not take an argument. ${USE}`],
])("%j is refused with the command's usage", (args, message) => {
  expect(() => readCommandLine(USAGE, args)).toThrow(expect.objectContaining({ message }));
});

test("a refusal of AWS and a network that is down end a command with a sentence", async () => {
  const said = vi.spyOn(console, "error").mockImplementation(() => undefined);
  onTestFinished(() => {
    said.mockRestore();
    process.exitCode = undefined;
  });
  const expired = Object.assign(new Error("The token is expired"), { name: "ExpiredTokenException" });
  const system = { code: "ENOTFOUND", syscall: "getaddrinfo", hostname: "sqs.example" };
  for (const error of [expired, Object.assign(new Error(), system)])
    await runCommand(() => Promise.reject(error));
  expect(said.mock.calls).toEqual([
    ["AWS refused the credentials or a right of theirs: The token is expired"],
    ["sqs.example cannot be reached (ENOTFOUND)."],
  ]);
});

/** The commands that package.json runs. */
const { scripts } = JSON.parse(readFileSync(join(PROJECT, "package.json"), "utf8"));
const commands = Object.entries<string>(scripts).flatMap(([name, line]) => {
  const file = /^node (\S+\.ts)$/.exec(line)?.[1];
  return file === undefined ? [] : [{ name, file }];
});

test.each(commands)("pnpm $name --help prints its usage", async ({ name, file }) => {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [file, "--help"], { cwd: PROJECT });
  expect(stderr).toBe("");
  expect(stdout).toMatch(
    new RegExp(`^Use: pnpm (run )?${name}\\b[^]*\\n\\n[A-Z][^]*\\.\\n\\n[^]*--help +prints this\\n$`),
  );
});
