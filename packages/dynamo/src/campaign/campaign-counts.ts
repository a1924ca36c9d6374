import type { EmailJob } from "@coffer/core/mail/outbox";
import type { Id } from "@coffer/domain/id";
import { idText, type Key, shardOf, type WriteInput } from "../table/item.ts";
import { change } from "../table/writes.ts";

const PREFIX = "CAMPAIGN#";
export const COUNTS = "COUNTS";
/** Sharded, as the transactions of mails that end at the same moment would conflict on a single item. */
const SHARDS = 16;
export const campaignPartition = (id: Id): string => `${PREFIX}${idText(id)}`;
export const isNewCampaign = ({ pk, sk }: Key): boolean => pk.startsWith(PREFIX) && !sk.startsWith(COUNTS);

type Counted = Pick<EmailJob, "id" | "mail">;
type Ended = "sent" | "suppressed" | "failed";

/** Counts the outcome of a campaign's mail, in the transaction that ends it; no write for other mail. */
export const countDelivery = (job: Counted, ended: Ended): WriteInput[] => add(job, ended, 1);

export const uncountFailure = (job: Counted): WriteInput[] => add(job, "failed", -1);

function add({ id, mail }: Counted, ended: Ended, by: number): WriteInput[] {
  if (mail.kind !== "announcement") return [];
  const key = { pk: campaignPartition(mail.campaignId), sk: `${COUNTS}#${shardOf(id, SHARDS)}` };
  return [{ Update: change(key, `ADD #${ended} :by`, { by }) }];
}
