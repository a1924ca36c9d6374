import {
  amountRule,
  DESCRIPTION_MAX,
  day,
  fields,
  id,
  money,
  optionalText,
  replyMoney,
  text,
} from "@coffer/domain/definition/values";
import { GOAL_COLORS, GOAL_ICONS, GOAL_STATUSES } from "@coffer/domain/goal/goal";
import * as v from "valibot";
import { endpoint } from "./endpoint.ts";
import { idParams, noContent, pathId } from "./fields.ts";

export const targetAmount = amountRule("Target amount must be greater than 0");
export const currentAmount = amountRule("Current amount cannot be negative", { allowZero: true });
/** Of a milestone, or of what is put in or taken out. */
export const stepAmount = amountRule("Amount must be greater than 0");

const goalStatus = v.picklist(GOAL_STATUSES, "Status must be in-progress, completed or cancelled");
export const TARGET_BEFORE_START = "Target date must not be before the start date";

export const goalBody = v.pipe(
  fields({
    name: text("Name is required"),
    description: optionalText(DESCRIPTION_MAX),
    startDate: day("Start date is required"),
    targetDate: day("Target date is required"),
    icon: v.optional(v.picklist(GOAL_ICONS, "Choose one of the offered icons"), "savings"),
    color: v.optional(v.picklist(GOAL_COLORS, "Choose one of the offered colors"), "green"),
    targetAmount: money(targetAmount),
    /** Where it is left out of a change, it stays as it is, so that a contribution made meanwhile is not undone. */
    currentAmount: v.optional(money(currentAmount)),
    categoryId: v.nullish(id(), null),
    status: v.optional(goalStatus),
  }),
  v.forward(
    v.partialCheck(
      [["startDate"], ["targetDate"]],
      (goal) => goal.startDate <= goal.targetDate,
      TARGET_BEFORE_START,
    ),
    ["targetDate"],
  ),
);

export const goalReply = v.object({
  id: v.number(),
  name: v.string(),
  description: v.nullable(v.string()),
  targetAmount: replyMoney,
  currentAmount: replyMoney,
  startDate: day(),
  targetDate: day(),
  categoryId: v.nullable(v.number()),
  icon: v.picklist(GOAL_ICONS),
  color: v.picklist(GOAL_COLORS),
  status: v.picklist(GOAL_STATUSES),
});

export const milestoneBody = fields({
  name: text("Name is required"),
  description: optionalText(DESCRIPTION_MAX),
  amount: money(stepAmount),
});
export const milestoneSnapshot = v.object({
  id: v.number(),
  goalId: v.number(),
  name: v.string(),
  amount: replyMoney,
  description: v.nullable(v.string()),
});
const milestoneReply = v.object({ ...milestoneSnapshot.entries, isReached: v.boolean() });

/** A negative amount is a withdrawal. */
const contributionBody = fields({
  amount: money({ ...stepAmount, invalid: "Amount must not be 0", allowNegative: true }),
});
const contributionReply = v.object({
  id: v.number(),
  amount: replyMoney,
  /** What the goal held after it. */
  balance: replyMoney,
  /** An instant in milliseconds. */
  at: v.number(),
  /** The user who made it. */
  createdBy: v.optional(v.number()),
});

const milestoneParams = v.object({ id: pathId, milestoneId: pathId });

export const goals = {
  list: endpoint.get("/api/financial-goals", {
    access: "read",
    summary: "The budget's goals",
    reply: v.array(goalReply),
  }),
  add: endpoint.post("/api/financial-goals", {
    access: "manage",
    summary: "Create a goal",
    body: goalBody,
    reply: goalReply,
    status: 201,
    idempotent: true,
  }),
  update: endpoint.put("/api/financial-goals/:id", {
    access: "manage",
    summary: "Change a goal",
    params: idParams,
    body: goalBody,
    reply: goalReply,
    versioned: true,
  }),
  remove: endpoint.delete("/api/financial-goals/:id", {
    access: "manage",
    summary: "Delete a goal with its milestones",
    params: idParams,
    ...noContent,
  }),
  setStatus: endpoint.put("/api/financial-goals/:id/status", {
    access: "manage",
    summary: "Mark complete, cancel or reopen",
    params: idParams,
    body: fields({ status: goalStatus }),
    reply: goalReply,
  }),
  contribute: endpoint.post("/api/financial-goals/:id/contributions", {
    access: "manage",
    summary: "Add to a goal's current amount, or take from it with a negative amount",
    params: idParams,
    body: contributionBody,
    reply: goalReply,
    idempotent: true,
  }),
  contributions: endpoint.get("/api/financial-goals/:id/contributions", {
    access: "read",
    summary: "What changed a goal's current amount, newest first, fifty at a time",
    params: idParams,
    /** The last of the page before. */
    query: fields({ before: v.optional(pathId) }),
    reply: v.array(contributionReply),
  }),
  milestones: endpoint.get("/api/financial-goals/:id/milestones", {
    access: "read",
    summary: "A goal's milestones, smallest amount first",
    params: idParams,
    reply: v.array(milestoneReply),
  }),
  addMilestone: endpoint.post("/api/financial-goals/:id/milestones", {
    access: "manage",
    summary: "Add a milestone",
    params: idParams,
    body: milestoneBody,
    reply: milestoneReply,
    status: 201,
    idempotent: true,
  }),
  updateMilestone: endpoint.put("/api/financial-goals/:id/milestones/:milestoneId", {
    access: "manage",
    summary: "Change a milestone",
    params: milestoneParams,
    body: milestoneBody,
    reply: milestoneReply,
    versioned: true,
  }),
  removeMilestone: endpoint.delete("/api/financial-goals/:id/milestones/:milestoneId", {
    access: "manage",
    summary: "Delete a milestone",
    params: milestoneParams,
    ...noContent,
  }),
};
