import type { SQSClient } from "@aws-sdk/client-sqs";
import { TIMEOUTS } from "./timeouts.ts";

/** Messages to a function of ours, as JSON. The SDK's client is loaded with the first: most ticks send none. */
export function createQueue<Message>(url: string): { send(message: Message): Promise<void> } {
  let client: SQSClient | undefined;
  return {
    async send(message) {
      const { SendMessageCommand, SQSClient } = await import("@aws-sdk/client-sqs");
      client ??= new SQSClient({ requestHandler: TIMEOUTS });
      await client.send(new SendMessageCommand({ QueueUrl: url, MessageBody: JSON.stringify(message) }));
    },
  };
}
