import { RESTORE_TIMES } from "@coffer/domain/ceilings";
import { bodyOf, replyOf, withRules } from "@coffer/domain/definition/kind";
import { fields, id } from "@coffer/domain/definition/values";
import { rule } from "@coffer/domain/rule/definition";
import { MAX_RULES } from "@coffer/domain/rule/rule";
import { MAX_TOGETHER } from "@coffer/domain/transaction/transaction";
import * as v from "valibot";
import { allow } from "./endpoint.ts";
import { created, deletedOnce, idParams } from "./fields.ts";
import { transactionReply } from "./transaction.ts";

const ruleBody = bodyOf(rule);
const ruleReply = replyOf(rule);

export const rules = {
  list: allow("read").get("/api/rules", {
    summary: "List the rules that assign categories by description; the first match applies",
    reply: v.array(ruleReply),
    inParts: true,
  }),
  add: allow("categories").post("/api/rules", {
    summary: "Add a rule at the end",
    ...created(ruleBody, ruleReply),
  }),
  replace: allow("categories").put("/api/rules", {
    summary: "Replace all rules in their order; rules without an id are created",
    body: v.pipe(
      v.array(
        withRules(fields({ ...ruleBody.entries, id: v.optional(id()) }), rule.rules),
        "Send the rules as a list in their order",
      ),
      v.maxLength(MAX_RULES * RESTORE_TIMES, `Keep at most ${MAX_RULES} rules`),
    ),
    reply: v.array(ruleReply),
    maxBody: 512 * 1024,
  }),
  apply: allow("transactions").post("/api/rules/apply", {
    summary: `Apply a rule to existing transactions, the newest ${MAX_TOGETHER} in one write; with \`preview\`, only list them. \`after\` is null for money moved between own accounts`,
    body: fields({
      ruleId: id("Rule is required"),
      preview: v.optional(v.boolean("Preview must be true or false"), false),
    }),
    reply: v.object({
      changes: v.array(
        v.object({ id: v.number(), before: transactionReply, after: v.nullable(transactionReply) }),
      ),
      /** The number of further transactions that it applies to. */
      more: v.number(),
    }),
    idempotent: true,
  }),
  remove: allow("categories").delete("/api/rules/:id", {
    summary: "Delete a rule",
    params: idParams,
    ...deletedOnce,
  }),
};
