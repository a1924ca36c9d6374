import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { engineProgram, ensureEngine } from "./database.ts";
import { StartProblem } from "./settings.ts";

function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "coffer-engine-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

const MAC = "darwin-arm64";
const VERSION = manifest.optionalDependencies["@dynoxide/linux-x64"];

/** A data folder on a Mac, the npm calls made for it, and the lines printed. npm installs the wanted version. */
function mac() {
  const dataDir = freshFolder();
  const said: string[] = [];
  const calls: string[][] = [];
  const install = (version: string) => {
    const home = join(dataDir, "engine/node_modules/@dynoxide", MAC);
    mkdirSync(home, { recursive: true });
    writeFileSync(join(home, "package.json"), JSON.stringify({ version }));
  };
  const run = (parameters: string[]) => {
    calls.push(parameters);
    install(parameters.at(-1)?.split("@").at(-1) ?? "");
    return true;
  };
  const ensure = () => ensureEngine(dataDir, (line) => said.push(line), { platform: MAC, run });
  return { dataDir, said, calls, install, ensure };
}

test("a Mac installs its own engine into the data folder", () => {
  const { dataDir, said, calls, ensure } = mac();
  ensure();
  ensure();

  const wanted = `@dynoxide/${MAC}@${VERSION}`;
  expect(calls).toEqual([expect.arrayContaining(["install", "--prefix", join(dataDir, "engine"), wanted])]);
  expect(said).toEqual([expect.stringContaining(wanted)]);
  expect(engineProgram(MAC, dataDir)).toBe(join(dataDir, "engine/node_modules/@dynoxide", MAC, "dynoxide"));
});

test("an engine of another version than the product's is replaced", () => {
  const { calls, install, ensure } = mac();
  install("0.0.1");
  ensure();
  expect(calls).toHaveLength(1);
});

test("the start names the setting to use if the package cannot be installed", () => {
  const options = { platform: "linux-arm64", run: () => false };
  expect(() => ensureEngine(freshFolder(), () => undefined, options)).toThrow(
    new StartProblem(
      "There is no embedded database engine for this platform: install @dynoxide/linux-arm64, " +
        "or set DYNAMODB_ENDPOINT to DynamoDB Local or another DynamoDB-compatible endpoint.",
    ),
  );
});

test("installs nothing if the engine is a dependency or does not exist", () => {
  const run = () => expect.unreachable("nothing is to be installed");
  const silent = () => undefined;
  if (process.platform === "linux" && process.arch === "x64")
    ensureEngine(freshFolder(), silent, { platform: "linux-x64", run });
  expect(() => ensureEngine(freshFolder(), silent, { platform: "plan9-mips", run })).toThrow(StartProblem);
});
