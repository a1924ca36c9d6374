import type { Advisor, Clock } from "@coffer/core/env";
import { MINUTE_MS } from "@coffer/domain/time/day";
import type { Log } from "../log.ts";

/** After this many failures in a row the model is not called for a while. */
const FAILURES = 5;
const REST_MS = 10 * MINUTE_MS;

type CarefulOptions = {
  clock: Clock;
  log: Pick<Log, "error">;
  count?: () => void;
};

export function careful(advisor: Advisor, { clock, log, count = () => undefined }: CarefulOptions): Advisor {
  let failures = 0;
  let restsUntil = 0;

  function failed(error: unknown): undefined {
    failures += 1;
    if (failures % FAILURES === 0) restsUntil = clock() + REST_MS;
    count();
    log.error("model failed", { error });
  }

  return {
    async word(facts, signal) {
      if (clock() < restsUntil) return undefined;
      try {
        const answer = await Promise.race([advisor.word(facts, signal), aborted(signal)]);
        if (!answer) return failed(new Error("The model gave no answer"));
        failures = 0;
        return answer;
      } catch (error) {
        return failed(error);
      }
    },

    refused: () => failed(new Error("The model's answer broke the rules")),
  };
}

/** A model of Bedrock. Its client is loaded with the first call, which most instances never make. */
export function bedrockAdvisor(modelId: string, options: CarefulOptions): Advisor {
  let loading: Promise<Advisor> | undefined;
  async function load() {
    const { createBedrockAdvisor } = await import("./bedrock.ts");
    return createBedrockAdvisor(modelId);
  }
  const onFirstCall: Advisor = {
    async word(facts, signal) {
      loading ??= load();
      return (await loading).word(facts, signal);
    },
  };
  return careful(onFirstCall, options);
}

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) =>
    signal.addEventListener("abort", () => reject(new Error("The model did not answer in time")), {
      once: true,
    }),
  );
