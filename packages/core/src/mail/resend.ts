import { FAILED_MAIL_PAGE } from "@coffer/domain/mail/failed-mail";
import type { OutboxStore } from "./outbox.ts";

/**
 * Queues mail again that was given up since an instant (milliseconds), and returns how many. Skips mail that waits or
 * was queued again already, so that nothing is sent twice.
 */
export async function resendGivenUp(
  outbox: Pick<OutboxStore, "failed" | "retry">,
  since: number,
  now: number,
): Promise<number> {
  let queued = 0;
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await outbox.failed(cursor, FAILED_MAIL_PAGE);
    if (!page) break;
    const failedSince = page.mails.filter(({ failedAt }) => failedAt >= since);
    for (const { id, waiting } of failedSince) if (!waiting && (await outbox.retry(id, now))) queued += 1;
    cursor = failedSince.length < page.mails.length ? null : page.cursor;
  }
  return queued;
}
