import type { EmailJob } from "@coffer/core/mail/outbox";
import type { Id } from "@coffer/domain/id";
import { idText, type Key, shardOf, type WriteInput } from "../table/item.ts";

const PREFIX = "CAMPAIGN#";
/** The beginning of the sort keys of all counts of a campaign. */
export const COUNTS = "COUNTS";
/** Mails that end at the same moment would turn each other's transactions away on one item. */
const SHARDS = 16;
export const campaignPartition = (id: Id): string => `${PREFIX}${idText(id)}`;
/** True where an item that appeared in the table says that there is a new campaign. */
export const isNewCampaign = ({ pk, sk }: Key): boolean => pk.startsWith(PREFIX) && !sk.startsWith(COUNTS);

/**
 * The part of a campaign that changes with every mail; apart from its text, since writing that anew would cost 200
 * units.
 */
export const countsKey = (id: Id): Key => ({ pk: campaignPartition(id), sk: COUNTS });

type Ended = "sent" | "suppressed" | "failed";

type Counted = Pick<EmailJob, "id" | "mail">;

/** The write that counts how a campaign's mail ended, for the transaction that ends it; none for other mail. */
export const countDelivery = (job: Counted, what: Ended): WriteInput[] => add(job, what, 1);

/** For a failed mail that is tried again. */
export const uncountFailure = (job: Counted): WriteInput[] => add(job, "failed", -1);

function add({ id, mail }: Counted, what: Ended, by: number): WriteInput[] {
  if (mail.kind !== "announcement") return [];
  return [
    {
      Update: {
        Key: { pk: campaignPartition(mail.campaignId), sk: `${COUNTS}#${shardOf(id, SHARDS)}` },
        UpdateExpression: "ADD #what :by",
        ExpressionAttributeNames: { "#what": what },
        ExpressionAttributeValues: { ":by": by },
      },
    },
  ];
}
