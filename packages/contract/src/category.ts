import { CATEGORY_COLORS, CATEGORY_ICON_NAMES, FLOWS } from "@coffer/domain/category";
import * as v from "valibot";
import { endpoint } from "./endpoint.ts";
import { DESCRIPTION_MAX, fields, nothing, optionalText, pathId, text } from "./fields.ts";

export const categoryBody = fields({
  name: text("Name is required"),
  description: optionalText(DESCRIPTION_MAX),
  icon: v.picklist(CATEGORY_ICON_NAMES, "Icon is required"),
  color: v.picklist(CATEGORY_COLORS, "Color is required"),
  type: v.picklist(FLOWS, "Type must be income or expense"),
});

const categoryReply = v.object({
  id: v.number(),
  name: v.string(),
  description: v.nullable(v.string()),
  icon: v.picklist(CATEGORY_ICON_NAMES),
  color: v.picklist(CATEGORY_COLORS),
  type: v.picklist(FLOWS),
});

const params = v.object({ id: pathId });

export const categories = {
  list: endpoint({
    method: "GET",
    path: "/api/categories",
    access: "read",
    summary: "The budget's categories",
    reply: v.array(categoryReply),
  }),
  add: endpoint({
    method: "POST",
    path: "/api/categories",
    access: "categories",
    summary: "Create a category",
    body: categoryBody,
    reply: categoryReply,
    status: 201,
    idempotent: true,
  }),
  update: endpoint({
    method: "PUT",
    path: "/api/categories/:id",
    access: "categories",
    summary: "Change a category; its type can change only while it has no transactions",
    params,
    body: categoryBody,
    reply: categoryReply,
  }),
  usage: endpoint({
    method: "GET",
    path: "/api/categories/:id/usage",
    access: "read",
    summary: "How much a deletion of the category would touch",
    params,
    reply: v.object({
      transactions: v.number(),
      budgets: v.number(),
      subscriptions: v.number(),
      goals: v.number(),
    }),
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/api/categories/:id",
    access: "categories",
    summary: "Delete a category with its budgets and transactions, or move them to another of its type",
    params,
    query: v.object({ moveTo: v.optional(pathId) }),
    reply: nothing,
    status: 204,
  }),
};
