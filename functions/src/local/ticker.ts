import { LANES } from "@coffer/core/outbox";
import {
  createDigestsJob,
  createHousekeepingJob,
  createOutboxJob,
  createSubscriptionsJob,
  type Job,
} from "../schedules.ts";
import type { LocalProduct } from "./compose.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** What EventBridge's schedules do on AWS. Each job runs again some time after it ended, never beside itself. */
export function startTicker({ core, delivery, log }: LocalProduct): { close(): Promise<void> } {
  const schedules = [
    ...LANES.map((lane) => every(SECOND, createOutboxJob(core, delivery, [lane]))),
    every(MINUTE, createDigestsJob(core)),
    every(MINUTE, createSubscriptionsJob(core)),
    every(HOUR, createHousekeepingJob(core)),
  ];

  function every(pause: number, job: Job) {
    let stopped = false;
    let timer: NodeJS.Timeout | undefined;
    let running: Promise<unknown> = Promise.resolve();
    const turn = () => {
      running = job(Date.now())
        .catch((error) => log.error("schedule failed", { error }))
        .then(() => {
          if (!stopped) timer = setTimeout(turn, pause);
        });
    };
    timer = setTimeout(turn, Math.min(pause, SECOND));
    return async () => {
      stopped = true;
      clearTimeout(timer);
      await running;
    };
  }

  return {
    async close() {
      await Promise.all(schedules.map((stop) => stop()));
    },
  };
}
