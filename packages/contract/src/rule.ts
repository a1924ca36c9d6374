import { bodyOf, replyOf, withRules } from "@coffer/domain/definition/kind";
import { fields, id } from "@coffer/domain/definition/values";
import { rule } from "@coffer/domain/rule/definition";
import { MAX_RULES } from "@coffer/domain/rule/rule";
import * as v from "valibot";
import { endpoint } from "./endpoint.ts";
import { created, idParams, noContent } from "./fields.ts";

const ruleBody = bodyOf(rule);
const ruleReply = replyOf(rule);

export const rules = {
  list: endpoint.get("/api/rules", {
    access: "read",
    summary: "The rules by which descriptions find their categories; the first that applies wins",
    reply: v.array(ruleReply),
  }),
  add: endpoint.post("/api/rules", {
    access: "categories",
    summary: "Add a rule at the end",
    body: ruleBody,
    ...created(ruleReply),
  }),
  replace: endpoint.put("/api/rules", {
    access: "categories",
    summary: "Set all rules in their order; those without an id are new",
    body: v.pipe(
      v.array(
        withRules(fields({ ...ruleBody.entries, id: v.optional(id()) }), rule.rules),
        "Send the rules as a list in their order",
      ),
      v.maxLength(MAX_RULES, `Keep at most ${MAX_RULES} rules`),
    ),
    reply: v.array(ruleReply),
    maxBody: 128 * 1024,
  }),
  remove: endpoint.delete("/api/rules/:id", {
    access: "categories",
    summary: "Delete a rule",
    params: idParams,
    ...noContent,
  }),
};
