import * as v from "valibot";
import { endpoint } from "./endpoint.ts";
import { monthNumber, yearNumber } from "./fields.ts";

/** A model is shown so many categories, those with the largest overruns. */
export const MOST_FORECASTS = 30;

/** What a model must answer: plain text only; the figures in it are checked against the facts. */
export const tipsAnswer = v.object({
  summary: v.pipe(v.string(), v.minLength(1), v.maxLength(600)),
  tips: v.pipe(v.array(v.pipe(v.string(), v.minLength(1), v.maxLength(300))), v.maxLength(6)),
  forecasts: v.pipe(
    v.array(
      v.object({
        category: v.pipe(v.string(), v.maxLength(100)),
        forecast: v.pipe(v.string(), v.maxLength(300)),
      }),
    ),
    v.maxLength(MOST_FORECASTS),
  ),
});

/** `source` says who worded the facts: the model, or the product's own templates. */
export const tipsReply = v.object({
  summary: v.string(),
  tips: v.array(v.string()),
  forecasts: v.array(v.object({ category: v.string(), forecast: v.string() })),
  source: v.picklist(["model", "templates"]),
});

export const tips = {
  get: endpoint({
    method: "GET",
    path: "/api/budget-tips",
    access: "read",
    summary: "A summary, tips and per-category forecasts of a month",
    query: v.object({ month: monthNumber, year: yearNumber }),
    reply: tipsReply,
  }),
};
