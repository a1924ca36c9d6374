import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

const folder = join(import.meta.dirname, "../.github/workflows");

describe.each(readdirSync(folder))("%s", (file) => {
  const text = readFileSync(join(folder, file), "utf8");

  test("pins actions to commits", () => {
    const used = [...text.matchAll(/uses: (.+)/g)].map(([, action = ""]) => action);
    expect(used.filter((action) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v[\d.]+$/.test(action))).toEqual([]);
    expect(used).not.toEqual([]);
  });

  test("pins the version of pnpm", () => {
    const versions = [...text.matchAll(/pnpm@(\S+)/g)].map(([, version = ""]) => version);
    expect(versions.filter((version) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
    expect(versions).not.toEqual([]);
  });
});

test("runs `pnpm test` with every option", () => {
  const text = readFileSync(join(folder, "test.yml"), "utf8");
  for (const option of ["--widths", "--long", "--browser", "--engine"])
    expect(text).toContain(`test ${option}`);
});
