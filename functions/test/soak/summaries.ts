import { parseArgs } from "node:util";
import { addDays, parseDay } from "@coffer/domain/time/day";
import { liveThrough } from "../../../packages/test/digest-simulation.ts";
import { startEngine } from "../../src/local/engine.ts";

// docs/promises.md R6 in full: 400 days of daily summaries for 100 people in the ten zones, with every clock change,
// events delivered one to three times, and a tenth of the workers killed on the way. Part of `pnpm soak`.

const { values } = parseArgs({
  options: {
    users: { type: "string", default: "100" },
    days: { type: "string", default: "400" },
    kills: { type: "string", default: "10" },
  },
});
const first = parseDay("2026-02-01");
if (!first) throw new Error("no such day");
const span = [first, addDays(first, Number(values.days) - 1)] as const;

const engine = await startEngine();
try {
  const began = performance.now();
  console.log(`${values.users} people, ${values.days} days, ${values.kills} of 100 workers killed`);
  const { expected, killed, ...found } = await liveThrough(engine.endpoint, {
    users: Number(values.users),
    spans: [span],
    pause: [10, 110],
    kills: Number(values.kills),
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
    "left again after a kill, the same message": found.repeated.length,
    seconds: Math.round((performance.now() - began) / 1_000),
  });
  const { missing, early, late, strange, repeated } = found;
  const wrong = [...missing, ...early, ...late, ...strange, ...(killed === 0 ? repeated : [])];
  for (const one of wrong.slice(0, 10)) console.error(one);
  process.exitCode = wrong.length > 0 ? 1 : 0;
} finally {
  await engine.stop();
}
