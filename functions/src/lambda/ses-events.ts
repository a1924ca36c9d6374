import { createReturnedMail } from "@coffer/core/mail/suppression";
import { createThrottleStore } from "@coffer/dynamo/account/throttles";
import { createSuppressionStore } from "@coffer/dynamo/mail/suppression";
import { clock, table } from "./environment.ts";
import { suppressedIn } from "./events/ses.ts";

const stores = { suppression: createSuppressionStore(table), throttles: createThrottleStore(table) };
const { suppress } = createReturnedMail(stores, { clock, throttle: true });

export async function handler(event: unknown): Promise<void> {
  for (const returned of suppressedIn(event)) await suppress(returned);
}
