import { bodyOf, replyOf } from "@coffer/domain/definition/kind";
import { replyMoney } from "@coffer/domain/definition/values";
import { settlement } from "@coffer/domain/share/definition";
import * as v from "valibot";
import { allow } from "./endpoint.ts";

export const balance = {
  get: allow("read").get("/api/balance", {
    summary: "Who owes whom in the household, at most one line between two people",
    reply: v.array(v.object({ from: v.number(), to: v.number(), amount: replyMoney })),
  }),
  settle: allow("transactions").post("/api/settlements", {
    summary: "Record what one member paid another; what is above the debt is owed back",
    body: bodyOf(settlement),
    reply: v.object({
      ...replyOf(settlement).entries,
      /** The part that was above the debt, which is owed back from then on. */
      credit: replyMoney,
    }),
    status: 201,
    idempotent: true,
  }),
};
