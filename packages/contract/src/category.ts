import { plan } from "@coffer/domain/budget/definition";
import { CATEGORY_KINDS } from "@coffer/domain/category/choices";
import { category } from "@coffer/domain/category/definition";
import { bodyOf, replyOf } from "@coffer/domain/definition/kind";
import { fields, NAME_MAX, optionalText } from "@coffer/domain/definition/values";
import * as v from "valibot";
import { allow } from "./endpoint.ts";
import {
  categoryId,
  changed,
  created,
  idParams,
  monthNumber,
  pathId,
  removed,
  yearNumber,
} from "./fields.ts";

export const categoryBody = bodyOf(category);
const categoryReply = replyOf(category, { kindNow: v.optional(v.picklist(CATEGORY_KINDS)) });

const newCategoryBody = v.pipe(
  fields({
    ...categoryBody.entries,
    projected: v.optional(plan.fields.projected.body),
    month: v.optional(monthNumber),
    year: v.optional(yearNumber),
    /** Returns the existing category with this name, type and group, if there is one. */
    unlessThere: v.optional(v.boolean("unlessThere must be true or false")),
  }),
  v.forward(
    v.partialCheck(
      [["projected"], ["month"], ["year"]],
      ({ projected, month, year }) => projected === undefined || (month !== undefined && year !== undefined),
      "Month is required",
    ),
    ["month"],
  ),
);

/** More than any budget can have. */
const MAX_CATEGORIES = 1_000;
const order = v.pipe(
  v.array(
    fields({
      id: categoryId,
      group: optionalText(NAME_MAX),
      archived: v.optional(v.boolean("Archived must be true or false"), false),
    }),
    "Send the categories in their order",
  ),
  v.maxLength(MAX_CATEGORIES, "These are more categories than a budget can have"),
);

export const categories = {
  list: allow("read").get("/api/categories", {
    summary: "List the budget's categories",
    reply: v.array(categoryReply),
    inParts: true,
  }),
  kinds: allow("read").get("/api/categories/kinds", {
    summary: "List each category's kind, chosen or inferred from its transactions",
    reply: v.array(v.object({ categoryId: v.number(), kindNow: v.picklist(CATEGORY_KINDS) })),
    inParts: true,
  }),
  add: allow("categories").post("/api/categories", {
    summary: "Create a category, optionally with its plan for a month",
    ...created(newCategoryBody, categoryReply),
  }),
  order: allow("categories").put("/api/categories/order", {
    summary: "Set the order, groups and archived state of all categories",
    body: order,
    reply: v.array(categoryReply),
  }),
  update: allow("categories").put("/api/categories/:id", {
    summary: "Update a category; its type can change only while it has no transactions and no subscriptions",
    ...changed(categoryBody, categoryReply),
  }),
  usage: allow("read").get("/api/categories/:id/usage", {
    summary:
      "Count the things that a deletion of the category would affect; with `soFar` the counts are minimums",
    params: idParams,
    reply: v.object({
      ...v.entriesFromList(["transactions", "budgets", "subscriptions", "goals"], v.number()),
      soFar: v.optional(v.literal(true)),
    }),
  }),
  remove: allow("categories").delete("/api/categories/:id", {
    summary:
      "Delete a category with its budgets and transactions, or move them to another category of its type",
    ...removed,
    query: fields({ moveTo: v.optional(pathId) }),
  }),
};
