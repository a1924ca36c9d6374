import { coreWith } from "./environment.ts";
import { suppressedIn } from "./events/ses.ts";

const { suppression } = coreWith(null);

/** Suppresses the addresses of bounces and complaints. */
export async function handler(event: unknown): Promise<void> {
  for (const { address, reason } of suppressedIn(event)) await suppression.suppress(address, reason);
}
