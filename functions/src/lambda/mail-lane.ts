import { createDelivery } from "@coffer/core/mail/delivery";
import type { Lane } from "@coffer/core/mail/outbox";
import { logged, paced } from "../adapters/mailers.ts";
import { createSendRate } from "../adapters/send-rate.ts";
import { createSesMailer } from "../adapters/ses.ts";
import { renderEmail } from "../email/render.ts";
import { metricsLine } from "../metrics.ts";
import { createOutboxJob } from "../schedules.ts";
import { coreWith, store } from "./core.ts";
import { clock, environment, ids, log, securityLog, writeLine } from "./environment.ts";
import { createOutboxHandler } from "./events/outbox.ts";

const AGES = { account: "oldestAccountMailSeconds", bulk: "oldestBulkMailSeconds" } as const;

/** Sends a lane's email jobs as they appear in the table's stream, and those that are due again on each tick. */
export function mailLane(lane: Lane) {
  const { mailFrom: from, sesConfigurationSet, origin, mailRateShare: share, functionName } = environment;
  const ses = createSesMailer({ from, configurationSet: sesConfigurationSet || undefined });
  const mailer = logged(paced(ses, createSendRate({ clock, share })), log);
  const delivery = createDelivery(store, { clock, ids, origin, securityLog, mailer, renderEmail });
  const sweep = createOutboxJob(coreWith(null), delivery, [lane]);
  const job = async (at: number) => {
    const oldest = await store.outbox.oldestDue(lane, clock());
    const age = oldest === null ? 0 : Math.round((clock() - oldest) / 1_000);
    writeLine(metricsLine(functionName, clock(), { [AGES[lane]]: age }));
    return sweep(at);
  };
  return createOutboxHandler(lane, job, delivery, log);
}
