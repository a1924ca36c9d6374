import { BedrockRuntimeClient, ConverseCommand } from "@aws-sdk/client-bedrock-runtime";
import type { Advisor } from "@coffer/core/env";
import * as v from "valibot";
import { SYSTEM } from "./prompt.ts";
import { TIMEOUTS } from "./timeouts.ts";
import { tipsAnswer, tipsAnswerSchema } from "./tips-answer.ts";

type BedrockOptions = {
  modelId: string;
  /** Another endpoint than the region's own, for tests. */
  endpoint?: string;
};

const TOOL = "budget_tips";

/** Asks a model of Bedrock through the Converse API; it has to answer through a tool with our schema. */
export function createBedrockAdvisor({ modelId, endpoint }: BedrockOptions): Advisor {
  const json = JSON.parse(JSON.stringify(tipsAnswerSchema));
  const client = new BedrockRuntimeClient({
    maxAttempts: 1,
    requestHandler: TIMEOUTS,
    ...(endpoint && { endpoint }),
  });
  return {
    async word(facts, signal) {
      const answer = await client.send(
        new ConverseCommand({
          modelId,
          system: [{ text: SYSTEM }],
          messages: [{ role: "user", content: [{ text: JSON.stringify(facts) }] }],
          inferenceConfig: { maxTokens: 1200, temperature: 0.2 },
          toolConfig: {
            tools: [
              {
                toolSpec: {
                  name: TOOL,
                  description: "Shows the tips.",
                  inputSchema: { json },
                },
              },
            ],
            toolChoice: { tool: { name: TOOL } },
          },
        }),
        { abortSignal: signal },
      );
      const use = answer.output?.message?.content?.find((block) => block.toolUse?.name === TOOL);
      const parsed = v.safeParse(tipsAnswer, use?.toolUse?.input);
      return parsed.success ? parsed.output : undefined;
    },
  };
}
