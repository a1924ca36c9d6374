import { toJsonSchema } from "@valibot/to-json-schema";
import { tipsAnswer } from "./tips.ts";

/** What a model must answer, as JSON Schema; apart from the endpoint, since the page has no use for it. */
export const tipsAnswerSchema = toJsonSchema(tipsAnswer);
