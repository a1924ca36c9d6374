import { bodyOf, replyOf } from "@coffer/domain/definition/kind";
import { replyMoney } from "@coffer/domain/definition/values";
import { settlement } from "@coffer/domain/share/definition";
import * as v from "valibot";
import { allow } from "./endpoint.ts";
import { created } from "./fields.ts";

/** `credit` is the part that was above the debt, which is owed back from then on. */
const settledReply = replyOf(settlement, { credit: replyMoney });

export const balance = {
  get: allow("read").get("/api/balance", {
    summary: "Who owes whom in the household, at most one line between two people",
    reply: v.array(v.object({ from: v.number(), to: v.number(), amount: replyMoney })),
  }),
  settle: allow("transactions").post("/api/settlements", {
    summary: "Record what one member paid another; what is above the debt is owed back",
    ...created(bodyOf(settlement), settledReply),
  }),
};
