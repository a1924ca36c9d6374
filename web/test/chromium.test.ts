import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { unpackedBrowser } from "./chromium.ts";

// An installed browser needs no unpacking.
test.runIf(process.platform === "linux" && process.arch === "x64")(
  "the browser is unpacked into a folder of its version, whatever else lies in the temporary folder",
  async () => {
    const parent = mkdtempSync(join(tmpdir(), "coffer-unpacked-"));
    onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
    writeFileSync(join(parent, "chromium"), "another program's");
    const folder = await unpackedBrowser(parent);
    expect(dirname(folder)).toBe(parent);
    expect(folder).toMatch(/-\d+\.\d+\.\d+$/);
    expect(statSync(join(folder, "chromium")).size).toBeGreaterThan(1_000_000);
    expect(readFileSync(join(folder, "fonts/fonts.conf"), "utf8")).toContain(`<dir>${folder}/fonts</dir>`);
    expect(await unpackedBrowser(parent)).toBe(folder);
    expect(readdirSync(parent).sort()).toEqual(["chromium", basename(folder)].sort());
  },
);
