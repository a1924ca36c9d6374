import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { SHOWN_BY_TESTS } from "./specification.ts";
import { nameOf, STATES } from "./states.ts";
import { ENTRIES } from "./words.ts";

const root = join(import.meta.dirname, "../..");

test("every word of the specification has a state to be seen in", () => {
  const known = STATES.map(nameOf);
  expect(ENTRIES.filter((entry) => !known.includes(entry.in))).toEqual([]);
});

test("docs/decisions/002 lists each width that shows a word differently", () => {
  const decisions = readFileSync(
    join(root, "docs/decisions/002-where-we-differ-from-the-specification.md"),
    "utf8",
  );
  const reasons = [...new Set(ENTRIES.flatMap(({ except }) => except ?? []))];
  expect(reasons.filter((reason) => !decisions.includes(reason))).toEqual([]);
  expect(ENTRIES.filter(({ at, menu, except }) => at && !menu && !except)).toEqual([]);
});

test("every toast and message of the specification is waited for by a test of its screen", () => {
  const files = execFileSync("git", ["ls-files", "web/*.test.ts"], { cwd: root, encoding: "utf8" }).trim();
  const tests = files
    .split("\n")
    .map((file) => readFileSync(join(root, file), "utf8"))
    .join("\n")
    .replaceAll('\\"', '"');
  const texts = Object.values(SHOWN_BY_TESTS).flat();
  expect(texts.filter((text) => !tests.includes(text))).toEqual([]);
});
