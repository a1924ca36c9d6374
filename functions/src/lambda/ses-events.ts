import { coreWith } from "./environment.ts";
import { suppressedIn } from "./events/ses.ts";

const { suppression } = coreWith(null);

/** Bounces and complaints: no more mail to those addresses. */
export async function handler(event: unknown): Promise<void> {
  for (const { address, reason } of suppressedIn(event)) await suppression.suppress(address, reason);
}
