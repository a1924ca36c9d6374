import { addDays, parseDay } from "@coffer/domain/time/day";
import { liveThrough } from "../../../packages/test/digest-simulation.ts";
import { startEngine } from "../../src/local/database.ts";

/**
 * docs/promises.md R6 in full: daily summaries for people in the ten zones, with every clock change, events delivered
 * one to three times, and `kills` of a hundred workers killed on the way.
 */
export async function soakSummaries(given: { users: number; days: number; kills: number }): Promise<void> {
  const { users, days, kills } = given;
  const first = parseDay("2026-02-01");
  if (!first) throw new Error("no such day");
  const span = [first, addDays(first, days - 1)] as const;
  const engine = await startEngine();
  try {
    const began = performance.now();
    console.log(`${users} people, ${days} days, ${kills} of 100 workers killed`);
    const { expected, killed, ...found } = await liveThrough(engine.endpoint, {
      users,
      spans: [span],
      pause: [10, 110],
      kills,
      onDay: (day) => {
        if (process.stderr.isTTY) process.stderr.write(`\r${day}`);
        else if (day.endsWith("-01")) console.error(day);
      },
    });
    if (process.stderr.isTTY) process.stderr.write("\r\x1b[K");
    console.table({
      "summaries expected": expected,
      "workers killed": killed,
      missing: found.missing.length,
      "too early": found.early.length,
      "too late": found.late.length,
      "of no person and day": found.strange.length,
      "sent again after a kill, the same message": found.repeated.length,
      seconds: Math.round((performance.now() - began) / 1_000),
    });
    const { missing, early, late, strange, repeated } = found;
    const wrong = [...missing, ...early, ...late, ...strange, ...(killed === 0 ? repeated : [])];
    for (const one of wrong.slice(0, 10)) console.error(one);
    if (wrong.length > 0) process.exitCode = 1;
  } finally {
    await engine.stop();
  }
}
