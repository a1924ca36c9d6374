import {
  ItemCollectionSizeLimitExceededException,
  TransactionCanceledException,
} from "@aws-sdk/client-dynamodb";
import { expect, test } from "vitest";
import { withRetries } from "./retries.ts";

const about = { $metadata: {}, message: "Collection size exceeded" };

test.each([
  ["a single write", new ItemCollectionSizeLimitExceededException(about)],
  [
    "a transaction",
    new TransactionCanceledException({
      ...about,
      CancellationReasons: [{ Code: "None" }, { Code: "ItemCollectionSizeLimitExceeded" }],
    }),
  ],
])("refuses a write to a full budget, in %s", async (_where, error) => {
  const writing = withRetries(() => Promise.reject(error));
  await expect(writing).rejects.toMatchObject({
    reason: "tooLarge",
    message: "This budget is full. Please delete what you no longer need.",
  });
});
