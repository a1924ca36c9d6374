import { createCampaigns } from "@coffer/core/campaign/campaigns";
import { createTasks } from "@coffer/core/jobs";
import { createDelivery } from "@coffer/core/mail/delivery";
import type { EmailData } from "@coffer/core/mail/email";
import type { Lane } from "@coffer/core/mail/email-kinds";
import { logged, paced } from "../adapters/mailers.ts";
import { createSendQuota, createSesMailer } from "../adapters/ses.ts";
import { metricsLine, waitingMetrics } from "../metrics.ts";
import { createOutboxJob } from "../schedules.ts";
import { env } from "./core.ts";
import { clock, countTick, environment, log, writeLine } from "./environment.ts";
import { createOutboxHandler } from "./events/outbox.ts";
import { countingTicks } from "./events/schedule.ts";
import { store } from "./store.ts";

export function mailLane(lane: Lane) {
  const { mailFrom: from, sesConfigurationSet, origin, mailRateShare: share, functionName } = environment;
  const quota = createSendQuota(clock, share);
  const mailer = logged(paced(createSesMailer(from, sesConfigurationSet), quota), log);
  // Transactional mail may use the whole daily quota.
  const hasRoom = async (of: Lane) => of === "account" || (await quota.used()) < 1;
  // Loaded with the first mail: most ticks send none.
  const renderEmail = async (data: EmailData, language: string | null) =>
    (await import("../email/render.ts")).renderEmail(data, language);
  const onHeld = (why: string) =>
    writeLine(metricsLine(functionName, clock(), { heldMail: 1 }, { message: "mail held", why }));
  const onGivenUp = (kind: string) =>
    writeLine(metricsLine(functionName, clock(), { givenUpMail: 1 }, { message: "mail given up", kind }));
  const delivery = createDelivery(store, {
    clock,
    origin,
    mailer,
    renderEmail,
    hasRoom,
    onHeld,
    onGivenUp,
    unprovenMailPerHour: environment.unprovenMailPerHour,
  });
  const tasks = createTasks(store, env);
  const sweep = createOutboxJob({ campaigns: createCampaigns(store, env), tasks }, delivery, [lane]);
  const job = async (at: number) => {
    const done = await sweep(at);
    // Mail sent in this run does not count as waiting.
    const metrics = await waitingMetrics(store, lane, clock());
    if (lane === "account") {
      writeLine(metricsLine(functionName, clock(), metrics));
      return done;
    }
    const bulkQuotaPercent = Math.round((await quota.used()) * 100);
    writeLine(metricsLine(functionName, clock(), { ...metrics, bulkQuotaPercent }));
    if (bulkQuotaPercent >= 100) return `${done}; the rest waits for SES's daily quota`;
    return done;
  };
  const handle = createOutboxHandler(lane, job, { ...delivery, runTask: tasks.run }, log);
  return countingTicks(handle, countTick);
}
