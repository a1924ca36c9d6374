import { createDelivery } from "@coffer/core/delivery";
import { paced } from "../adapters/mailers.ts";
import { createSesMailer } from "../adapters/ses.ts";
import { renderEmail } from "../email/render.ts";
import { createOutboxJob } from "../schedules.ts";
import { coreWith, store } from "./core.ts";
import { clock, environment, ids, log } from "./environment.ts";
import { createOutboxHandler } from "./events/outbox.ts";

/** A new account of SES may send 14 a second, and several instances may run at once. */
const PER_SECOND = 4;

const { mailFrom: from, sesConfigurationSet: configurationSet, origin } = environment;
const mailer = paced(createSesMailer({ from, configurationSet: configurationSet || undefined }), PER_SECOND);
const delivery = createDelivery(store, { clock, ids, origin, mailer, renderEmail });

/** Sends email jobs as they appear in the table's stream, and on the schedule's tick those that are due again. */
export const handler = createOutboxHandler(createOutboxJob(coreWith(null), delivery), delivery, log);
