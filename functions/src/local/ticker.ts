import { setTimeout as wait } from "node:timers/promises";
import { LANES } from "@coffer/core/mail/email-kinds";
import { HOUR_MS, MINUTE_MS } from "@coffer/domain/time/day";
import { deleteOldMail } from "../adapters/folder-mailer.ts";
import {
  createDigestsJob,
  createHousekeepingJob,
  createNoticesJob,
  createOutboxJob,
  createPaymentsJob,
  type Job,
} from "../schedules.ts";
import type { LocalProduct } from "./compose.ts";

const SECOND_MS = 1_000;

/** Stands in for EventBridge's schedules. Each job runs again some time after it ended, never concurrently. */
export function startTicker({ core, delivery, log, outbox }: LocalProduct): { close(): Promise<void> } {
  const closing = new AbortController();
  const sleep = (ms: number) => wait(ms, undefined, { signal: closing.signal }).catch(() => undefined);
  const schedules = [
    ...LANES.map((lane) => every(SECOND_MS, createOutboxJob(core, delivery, [lane]))),
    every(MINUTE_MS, createDigestsJob(core)),
    every(MINUTE_MS, createPaymentsJob(core)),
    every(MINUTE_MS, createNoticesJob(core)),
    every(HOUR_MS, createHousekeepingJob(core)),
    every(HOUR_MS, async (at) => {
      await deleteOldMail(outbox, at);
      return "old mail: deleted";
    }),
  ];

  async function every(pause: number, job: Job): Promise<void> {
    await sleep(Math.min(pause, SECOND_MS));
    while (!closing.signal.aborted) {
      await job(Date.now(), closing.signal).catch((error) => log.error("schedule failed", { error }));
      await sleep(pause);
    }
  }

  return {
    async close() {
      closing.abort();
      await Promise.all(schedules);
    },
  };
}
