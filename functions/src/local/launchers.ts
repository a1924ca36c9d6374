import { existsSync, readFileSync } from "node:fs";

/**
 * Calls `end` when npx or pnpm, through which the start was typed, is gone: told to end, npx ends its own shell and
 * leaves what that has started behind. Linux alone says who started whom; elsewhere nothing is watched.
 */
export function endWithLaunchers(end: () => void): void {
  const watched = launchers(process.ppid);
  if (watched.length === 0) return;
  setInterval(() => {
    if (!watched.every((pid) => existsSync(`/proc/${pid}`))) end();
  }, 500).unref();
}

/** npx, pnpm and the shells between them and us. A shell above them may end and leave the product running. */
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
