import { MAX_NAMED_CATEGORIES } from "@coffer/domain/tips/named-facts";
import { toJsonSchema } from "@valibot/to-json-schema";
import * as v from "valibot";

const text = (maxLength: number) => v.pipe(v.string(), v.minLength(1), v.maxLength(maxLength));

/** The shape of a model's answer; what its texts may hold is checked where they are filled in. */
export const tipsAnswer = v.object({
  summary: text(600),
  tips: v.pipe(v.array(text(300)), v.maxLength(6)),
  forecasts: v.pipe(
    v.array(v.object({ category: text(10), forecast: text(300) })),
    v.maxLength(MAX_NAMED_CATEGORIES),
  ),
});

export const tipsAnswerSchema = toJsonSchema(tipsAnswer);
