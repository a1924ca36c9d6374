import { fields } from "@coffer/domain/definition/values";
import * as v from "valibot";
import { monthQuery } from "./budget.ts";
import { allow } from "./endpoint.ts";

/** `about[i]` is the subject of `tips[i]`: a category's id, a total or a list. `source` is who wrote the texts. */
export const tipsReply = v.object({
  summary: v.string(),
  tips: v.array(v.string()),
  about: v.array(v.union([v.number(), v.picklist(["left", "to-spend", "income", "subscriptions", "goals"])])),
  forecasts: v.array(v.object({ category: v.string(), forecast: v.string(), categoryId: v.number() })),
  source: v.picklist(["model", "templates"]),
});

export const tips = {
  get: allow("read").get("/api/budget-tips", {
    summary: "A month's summary, tips and forecasts by category",
    query: fields(monthQuery),
    reply: tipsReply,
  }),
};
