import { createSuppression } from "@coffer/core/mail/suppression";
import { createSuppressionStore } from "@coffer/dynamo/mail/suppression";
import { clock, table } from "./environment.ts";
import { suppressedIn } from "./events/ses.ts";

const { suppress } = createSuppression({ suppression: createSuppressionStore(table) }, { clock });

export async function handler(event: unknown): Promise<void> {
  for (const { address, reason } of suppressedIn(event)) await suppress(address, reason);
}
