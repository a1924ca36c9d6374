import { bodyOf, replyOf } from "@coffer/domain/definition/kind";
import { day, fields, replyMoney } from "@coffer/domain/definition/values";
import { SHOWN_POINTS } from "@coffer/domain/money-account/account";
import { account, balancePoint } from "@coffer/domain/money-account/definition";
import * as v from "valibot";
import { allow } from "./endpoint.ts";
import { changed, created, idParams, noContent, pathId, removed } from "./fields.ts";

const pointReply = replyOf(balancePoint);
/** The latest points, by day. */
const accountReply = replyOf(account, { points: v.array(pointReply), latest: v.nullable(pointReply) });
const accountBody = bodyOf(account);
const pointParams = v.object({ id: pathId, date: day() });

export const moneyAccounts = {
  list: allow("manage").get("/api/accounts", {
    summary: `List the accounts with their latest ${SHOWN_POINTS} balances`,
    reply: v.array(accountReply),
    inParts: true,
  }),
  add: allow("manage").post("/api/accounts", {
    summary: "Add an account",
    ...created(accountBody, accountReply),
  }),
  update: allow("manage").put("/api/accounts/:id", {
    summary: "Change, close or reopen an account",
    ...changed(accountBody, accountReply),
  }),
  remove: allow("manage").delete("/api/accounts/:id", {
    summary: "Delete an account with its balances",
    ...removed,
  }),
  setPoint: allow("manage").put("/api/accounts/:id/points/:date", {
    summary: "Set an account's balance at the end of a day",
    params: pointParams,
    body: bodyOf(balancePoint),
    reply: accountReply,
    idempotent: true,
  }),
  agreement: allow("manage").get("/api/accounts/:id/agreement", {
    summary:
      "Compare each balance with the previous one and the imported rows in between; by default in the latest quarter",
    params: idParams,
    query: v.object({ from: v.optional(day()), to: v.optional(day()) }),
    reply: v.array(
      v.object({
        from: day(),
        to: day(),
        expected: replyMoney,
        stated: replyMoney,
        /** The amounts that are likely missing, by day; negative if money left the account. */
        days: v.array(v.object({ date: day(), amount: replyMoney })),
        explained: v.boolean(),
      }),
    ),
  }),
  explain: allow("manage").post("/api/accounts/:id/agreement", {
    summary: "Mark the difference between two balances as explained until it changes",
    params: idParams,
    body: fields({ from: day(), to: day(), explained: v.boolean("Explained must be true or false") }),
    ...noContent,
    idempotent: true,
  }),
  removePoint: allow("manage").delete("/api/accounts/:id/points/:date", {
    summary: "Delete an account's balance of a day",
    params: pointParams,
    reply: accountReply,
    idempotent: true,
  }),
};
