import type { SESClient } from "@aws-sdk/client-ses";
import type { Clock } from "@coffer/core/env";
import { MINUTE_MS } from "@coffer/domain/time/duration";
import { cachedFor } from "./secrets.ts";
import { TIMEOUTS } from "./timeouts.ts";

/** AWS raises a quota by itself when mail is well received; what others send shows at the next reading. */
const CACHED_MS = 2 * MINUTE_MS;
/** The part of the daily quota that bulk mail may use; the rest is for mail that one person waits for. */
const BULK_SHARE = 0.9;
/** The limits where SES names none: the rate of its sandbox, and no daily limit, as what is too much is postponed. */
const UNKNOWN = { MaxSendRate: 1, Max24HourSend: -1, SentLast24Hours: 0 };

/** `share` is the part of the account's sending rate that this caller may use. */
export function createSendQuota(clock: Clock, share: number, endpoint?: string) {
  let client: SESClient | undefined;
  let sentSince = 0;
  const read = cachedFor(CACHED_MS, clock, async () => {
    const { GetSendQuotaCommand, SESClient } = await import("@aws-sdk/client-ses");
    client ??= new SESClient({ requestHandler: TIMEOUTS, ...(endpoint && { endpoint }) });
    const answer = await client.send(new GetSendQuotaCommand());
    sentSince = 0;
    return { ...UNKNOWN, ...answer };
  });
  const quota = () => read().catch(() => UNKNOWN);
  return {
    rate: async (): Promise<number> => Math.max(1, share * (await quota()).MaxSendRate),

    count(): void {
      sentSince += 1;
    },

    /** 1 where all is used up. Since the last reading others are taken to have sent as fast as this caller. */
    async used(): Promise<number> {
      const { Max24HourSend, SentLast24Hours } = await quota();
      if (Max24HourSend <= 0) return 0;
      return (SentLast24Hours + sentSince / share) / (Max24HourSend * BULK_SHARE);
    },
  };
}
