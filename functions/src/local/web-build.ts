import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
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
  "web/oldest-browsers.ts",
  "web/common-passwords.ts",
  "web/service-worker.ts",
  "packages/domain/src",
  "packages/contract/src",
  "packages/bank-files/src",
  "pnpm-lock.yaml",
];

export async function ensureWebBuilt(say: (line: string) => void): Promise<void> {
  const sources = fingerprint();
  if (existsSync(STAMP) && readFileSync(STAMP, "utf8") === sources) return;
  say("Building the web app (about ten seconds, once) …");
  const began = performance.now();
  const vite = join(WEB, "node_modules/vite/bin/vite.js");
  const child = spawn(process.execPath, [vite, "build", "--logLevel", "warn"], {
    cwd: WEB,
    env: buildEnvironment(),
    stdio: ["ignore", "inherit", "inherit"],
  });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new StartProblem("The web app could not be built; see above.");
  writeFileSync(STAMP, sources);
  say(`Built the web app in ${((performance.now() - began) / 1000).toFixed(1)} s.`);
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
