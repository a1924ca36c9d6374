import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import * as v from "valibot";
import { PROJECT, StartProblem } from "./settings.ts";

/** The engine's version, as npm installs it on Linux. */
const manifest = v.object({ optionalDependencies: v.object({ "@dynoxide/linux-x64": v.string() }) });
const ofVersion = v.object({ version: v.string() });
const version = (): string =>
  v.parse(manifest, JSON.parse(readFileSync(join(PROJECT, "functions/package.json"), "utf8")))
    .optionalDependencies["@dynoxide/linux-x64"];
/** Platforms whose engine is downloaded from the public registry, because some mirrors lack it as a dependency. */
const INSTALLABLE = ["darwin-arm64", "darwin-x64", "linux-arm64"];

type Npm = (parameters: string[]) => boolean;
const npm: Npm = (parameters) =>
  spawnSync("npm", parameters, { stdio: ["ignore", "ignore", "inherit"] }).status === 0;

const packageOf = (platform: string) => `@dynoxide/${platform}`;
const thisPlatform = `${process.platform}-${process.arch}`;
const installedIn = (dataDir: string) => join(dataDir, "engine", "package.json");

export function engineProgram(platform = thisPlatform, dataDir?: string): string {
  const name = packageOf(platform);
  const installed = dataDir === undefined ? undefined : manifestFrom(installedIn(dataDir), name);
  // An upgrade of Coffer may need a later engine than the installed one.
  const found =
    manifestFrom(import.meta.url, name) ?? (installed?.version === version() ? installed : undefined);
  if (found) return join(dirname(found.path), platform.startsWith("win32") ? "dynoxide.exe" : "dynoxide");
  throw new StartProblem(
    `There is no embedded database engine for this platform: install ${name}, ` +
      "or set DYNAMODB_ENDPOINT to DynamoDB Local or another DynamoDB-compatible endpoint.",
  );
}

function manifestFrom(from: string, name: string): { path: string; version: string } | undefined {
  try {
    const path = createRequire(from).resolve(`${name}/package.json`);
    return { path, ...v.parse(ofVersion, JSON.parse(readFileSync(path, "utf8"))) };
  } catch {
    return undefined;
  }
}

export function ensureEngine(
  dataDir: string,
  say: (line: string) => void,
  { platform = thisPlatform, run = npm }: { platform?: string; run?: Npm } = {},
): void {
  try {
    engineProgram(platform, dataDir);
    return;
  } catch (error) {
    if (!INSTALLABLE.includes(platform)) throw error;
  }
  const folder = dirname(installedIn(dataDir));
  const wanted = `${packageOf(platform)}@${version()}`;
  say(`Installing the database engine of this platform, ${wanted}, into ${folder} (once) …`);
  mkdirSync(folder, { recursive: true });
  run(["install", "--prefix", folder, "--no-save", "--no-audit", "--no-fund", "--ignore-scripts", wanted]);
  engineProgram(platform, dataDir);
}
