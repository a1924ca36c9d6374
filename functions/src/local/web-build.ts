import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildEnvironment, PROJECT, StartProblem } from "./settings.ts";

const WEB = join(PROJECT, "web");
export const WEB_DIST = join(WEB, "dist");
const STAMP = join(WEB_DIST, ".built-from");
const SOURCES = [
  "web/src",
  "web/public",
  "web/index.html",
  "web/vite.config.ts",
  "web/common-passwords.ts",
  "web/service-worker.ts",
  "packages/domain/src",
  "packages/contract/src",
  "pnpm-lock.yaml",
];

export async function ensureWebBuilt(say: (line: string) => void): Promise<void> {
  const sources = fingerprint();
  if (existsSync(STAMP) && readFileSync(STAMP, "utf8") === sources) return;
  say("Building the web app (about ten seconds, once) …");
  const began = performance.now();
  await run(
    process.execPath,
    [join(WEB, "node_modules/vite/bin/vite.js"), "build", "--logLevel", "warn"],
    WEB,
  );
  writeFileSync(STAMP, sources);
  say(`Built the web app in ${((performance.now() - began) / 1000).toFixed(1)} s.`);
}

function run(program: string, parameters: string[], cwd: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, parameters, {
      cwd,
      env: buildEnvironment(),
      stdio: ["ignore", "inherit", "inherit"],
    });
    child.once("error", reject);
    child.once("exit", (code) =>
      code === 0 ? resolve() : reject(new StartProblem("The web app could not be built; see above.")),
    );
  });
}

function fingerprint(): string {
  const hash = createHash("sha256");
  const visit = (path: string) => {
    if (statSync(path).isDirectory()) for (const name of readdirSync(path).sort()) visit(join(path, name));
    else hash.update(path.slice(PROJECT.length)).update(readFileSync(path));
  };
  for (const source of SOURCES) visit(join(PROJECT, source));
  return hash.digest("hex");
}

if (import.meta.main) await ensureWebBuilt((line) => console.log(line));
