import { FLOWS } from "@coffer/domain/category";
import * as v from "valibot";
import { endpoint } from "./endpoint.ts";
import {
  DESCRIPTION_MAX,
  day,
  fields,
  id,
  money,
  NOTES_MAX,
  nothing,
  optionalText,
  pathId,
  replyMoney,
  text,
} from "./fields.ts";

export const transactionAmount = {
  required: "Amount is required",
  invalid: "Amount must be a positive number",
};

export const transactionBody = v.pipe(
  fields({
    description: text("Description is required", DESCRIPTION_MAX),
    date: day("Date is required"),
    type: v.picklist(FLOWS, "Type must be income or expense"),
    notes: optionalText(NOTES_MAX),
    amount: money(transactionAmount),
    categoryId: id("Category is required"),
    /** Takes the amount, which stays positive, off its category's actual. */
    refund: v.optional(v.boolean("Refund must be true or false")),
  }),
  v.forward(
    v.partialCheck(
      [["type"], ["refund"]],
      ({ type, refund }) => type === "expense" || !refund,
      "Only an expense can be a refund",
    ),
    ["refund"],
  ),
);

const transactionReply = v.object({
  id: v.number(),
  description: v.string(),
  amount: replyMoney,
  date: day(),
  type: v.picklist(FLOWS),
  categoryId: v.number(),
  notes: v.nullable(v.string()),
  createdAt: v.number(),
  refund: v.optional(v.boolean()),
  /** The user who entered it. */
  createdBy: v.optional(v.number()),
});

const params = v.object({ id: pathId });

export const transactions = {
  list: endpoint({
    method: "GET",
    path: "/api/transactions",
    access: "read",
    summary: "Transactions from startDate to endDate, newest first; the current month without a range",
    // Plain dates or ISO instants: which day an instant is depends on the user's time zone, so core reads them.
    query: v.object({ startDate: v.optional(v.string()), endDate: v.optional(v.string()) }),
    reply: v.array(transactionReply),
  }),
  add: endpoint({
    method: "POST",
    path: "/api/transactions",
    access: "transactions",
    summary: "Record a transaction",
    body: transactionBody,
    reply: transactionReply,
    status: 201,
    idempotent: true,
  }),
  update: endpoint({
    method: "PUT",
    path: "/api/transactions/:id",
    access: "transactions",
    summary: "Change a transaction",
    params,
    body: transactionBody,
    reply: transactionReply,
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/api/transactions/:id",
    access: "transactions",
    summary: "Delete a transaction",
    params,
    reply: nothing,
    status: 204,
  }),
};
