import type { BedrockRuntimeClient } from "@aws-sdk/client-bedrock-runtime";
import { tipsAnswer } from "@coffer/contract/tips";
import type { Advisor } from "@coffer/core/env";
import * as v from "valibot";
import { isPlain, promptOf, SYSTEM } from "./prompt.ts";

type BedrockOptions = {
  modelId: string;
  /** Another endpoint than the region's own, for tests. */
  endpoint?: string;
};

const TOOL = "budget_tips";

/** Tips worded by a model of Bedrock through the Converse API: it has to answer through a tool with our schema. */
export function createBedrockAdvisor({ modelId, endpoint }: BedrockOptions): Advisor {
  let client: BedrockRuntimeClient | undefined;
  return {
    async word(facts, currency, signal) {
      // Loaded with the first question: most requests ask none.
      const [{ BedrockRuntimeClient, ConverseCommand }, { tipsAnswerSchema }] = await Promise.all([
        import("@aws-sdk/client-bedrock-runtime"),
        import("@coffer/contract/tips-schema"),
      ]);
      const json = JSON.parse(JSON.stringify(tipsAnswerSchema));
      client ??= new BedrockRuntimeClient({ maxAttempts: 1, ...(endpoint && { endpoint }) });
      const answer = await client.send(
        new ConverseCommand({
          modelId,
          system: [{ text: SYSTEM }],
          messages: [{ role: "user", content: [{ text: promptOf(facts, currency) }] }],
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
      return parsed.success && isPlainAnswer(parsed.output) ? parsed.output : undefined;
    },
  };
}

/** Names of categories are compared elsewhere; whatever people call them, they are shown as text. */
const isPlainAnswer = ({ summary, tips, forecasts }: v.InferOutput<typeof tipsAnswer>): boolean =>
  [summary, ...tips, ...forecasts.map(({ forecast }) => forecast)].every(isPlain);
