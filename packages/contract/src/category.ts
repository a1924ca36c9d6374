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

/** Beyond what any budget has. */
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
    summary: "The budget's categories",
    reply: v.array(categoryReply),
  }),
  kinds: allow("read").get("/api/categories/kinds", {
    summary: "What each category is now: as somebody chose it, or worked out from its rows",
    reply: v.array(v.object({ categoryId: v.number(), kindNow: v.picklist(CATEGORY_KINDS) })),
  }),
  add: allow("categories").post("/api/categories", {
    summary: "Create a category, with its plan for a month where one is given",
    ...created(newCategoryBody, categoryReply),
  }),
  order: allow("categories").put("/api/categories/order", {
    summary: "Put the categories in order, in their groups and in or out of the archive",
    body: order,
    reply: v.array(categoryReply),
  }),
  update: allow("categories").put("/api/categories/:id", {
    summary: "Change a category; its type can change only while it has no transactions and no subscriptions",
    ...changed(categoryBody, categoryReply),
  }),
  usage: allow("read").get("/api/categories/:id/usage", {
    summary: "How much a deletion of the category would touch; with soFar at least that",
    params: idParams,
    reply: v.object({
      ...v.entriesFromList(["transactions", "budgets", "subscriptions", "goals"], v.number()),
      soFar: v.optional(v.literal(true)),
    }),
  }),
  remove: allow("categories").delete("/api/categories/:id", {
    summary: "Delete a category with its budgets and transactions, or move them to another of its type",
    ...removed,
    query: fields({ moveTo: v.optional(pathId) }),
  }),
};
