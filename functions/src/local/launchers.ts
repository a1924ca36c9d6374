import { existsSync, readFileSync } from "node:fs";

/**
 * Calls `end` when the npx or pnpm that ran the start command is gone: npx, when it is told to end, leaves running
 * what it started (docs/decisions/006-one-process-per-data-folder.md). Only Linux tells a process its ancestors;
 * elsewhere nothing is watched.
 */
export function endWithLaunchers(end: () => void): void {
  const watched = launchers(process.ppid);
  if (watched.length === 0) return;
  setInterval(() => {
    if (!watched.every((pid) => existsSync(`/proc/${pid}`))) end();
  }, 500).unref();
}

/** Process ids of npx, pnpm and the shells between them and `pid`. A shell above them may end by itself. */
function launchers(pid: number): number[] {
  try {
    const [program = "", ...rest] = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
    const ours = /(^|[\s/'])(npm|npx|pnpm)(-cli\.js|\.[cm]?js)?([\s']|$)|local\/start\.ts/;
    if (!ours.test([program, ...rest].join(" "))) return [];
    const [, parent = ""] = /\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, "utf8")) ?? [];
    const above = launchers(Number(parent));
    const isShell = /(^|\/)\w*sh$/.test(program);
    return above.length === 0 && isShell ? [] : [pid, ...above];
  } catch {
    return [];
  }
}
