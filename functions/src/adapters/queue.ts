import type { SQSClient } from "@aws-sdk/client-sqs";
import { TIMEOUTS } from "./timeouts.ts";

/** Sends JSON to one of our functions. The SDK's client is loaded with the first message: most ticks send none. */
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
