import type { QueuedEmail } from "@coffer/core/outbox";
import type { Id } from "@coffer/domain/id";
import type { Key, WriteInput } from "./item.ts";
import { idText } from "./keys.ts";

const PREFIX = "CAMPAIGN#";
export const campaignPartition = (id: Id): string => `${PREFIX}${idText(id)}`;
/** Whether a partition is a campaign's. */
export const isCampaign = (pk: string): boolean => pk.startsWith(PREFIX);

/** What changes of a campaign with every mail; apart from its text, since writing that anew would cost 200 units. */
export const countsKey = (id: Id): Key => ({ pk: campaignPartition(id), sk: "COUNTS" });

type Ended = "sent" | "suppressed" | "failed";

/** The write that counts how a campaign's mail ended, for the transaction that ends it; none for other mail. */
export const countDelivery = (mail: QueuedEmail, what: Ended): WriteInput[] => add(mail, what, 1);

/** For a failed mail that is tried again. */
export const uncountFailure = (mail: QueuedEmail): WriteInput[] => add(mail, "failed", -1);

function add(mail: QueuedEmail, what: Ended, by: number): WriteInput[] {
  if (mail.kind !== "announcement") return [];
  return [
    {
      Update: {
        Key: countsKey(mail.campaignId),
        UpdateExpression: "ADD #what :by",
        ExpressionAttributeNames: { "#what": what },
        ExpressionAttributeValues: { ":by": by },
      },
    },
  ];
}
