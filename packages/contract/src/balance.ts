import { bodyOf, replyOf } from "@coffer/domain/definition/kind";
import { replyMoney } from "@coffer/domain/definition/values";
import { settlement } from "@coffer/domain/share/definition";
import * as v from "valibot";
import { allow } from "./endpoint.ts";
import { created } from "./fields.ts";

/** `credit` is the part that exceeds the debt: the recipient owes it back. */
const settledReply = replyOf(settlement, { credit: replyMoney });

export const balance = {
  get: allow("read").get("/api/balance", {
    summary: "List who owes whom in the household, with at most one debt between two people",
    reply: v.array(v.object({ from: v.number(), to: v.number(), amount: replyMoney })),
  }),
  settle: allow("transactions").post("/api/settlements", {
    summary: "Record a payment from one member to another; an amount above the debt is owed back",
    ...created(bodyOf(settlement), settledReply),
  }),
};
