import type { explain } from "@coffer/contract/explain";
import type { InferOutput } from "valibot";

export type Explanation = InferOutput<typeof explain.get.reply>;
