import type { SESClient } from "@aws-sdk/client-ses";
import type { Clock } from "@coffer/core/env";
import { MINUTE_MS } from "@coffer/domain/time/duration";
import { cachedFor } from "./secrets.ts";
import { TIMEOUTS } from "./timeouts.ts";

/** AWS raises a quota by itself when mail is well received. */
const CACHED_MS = 10 * MINUTE_MS;

type SendRateOptions = {
  clock: Clock;
  /** Of the account's rate: what this caller may use. */
  share: number;
  /** For tests. */
  endpoint?: string;
};

/**
 * Messages a second by the account's quota in SES; one at least, which is also the rate of the sandbox. Where SES does
 * not say it, one: what is too fast is postponed.
 */
export function createSendRate({ clock, share, endpoint }: SendRateOptions): () => Promise<number> {
  let client: SESClient | undefined;
  const quota = cachedFor(CACHED_MS, clock, async () => {
    const { GetSendQuotaCommand, SESClient } = await import("@aws-sdk/client-ses");
    client ??= new SESClient({ requestHandler: TIMEOUTS, ...(endpoint && { endpoint }) });
    const { MaxSendRate = 1 } = await client.send(new GetSendQuotaCommand());
    return MaxSendRate;
  });
  return async () => Math.max(1, share * (await quota().catch(() => 1)));
}
