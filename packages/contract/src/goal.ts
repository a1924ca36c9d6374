import { bodyOf, replyOf } from "@coffer/domain/definition/kind";
import { fields } from "@coffer/domain/definition/values";
import { contribution, goal, milestone } from "@coffer/domain/goal/definition";
import * as v from "valibot";
import { endpoint } from "./endpoint.ts";
import { created, idParams, noContent, pathId } from "./fields.ts";

export const goalBody = bodyOf(goal);
const goalReply = replyOf(goal);
export const milestoneBody = bodyOf(milestone);
const milestoneReply = replyOf(milestone, { isReached: v.boolean() });
const { goalId: _, ...contributionReply } = replyOf(contribution).entries;

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
    ...created(goalReply),
  }),
  update: endpoint.put("/api/financial-goals/:id", {
    access: "manage",
    summary: "Change a goal",
    params: idParams,
    body: goalBody,
    reply: goalReply,
    versioned: true,
    idempotent: true,
  }),
  remove: endpoint.delete("/api/financial-goals/:id", {
    access: "manage",
    summary: "Delete a goal with its milestones",
    params: idParams,
    ...noContent,
    idempotent: true,
  }),
  setStatus: endpoint.put("/api/financial-goals/:id/status", {
    access: "manage",
    summary: "Mark complete, cancel or reopen",
    params: idParams,
    body: fields({ status: goal.fields.status.portable }),
    reply: goalReply,
    idempotent: true,
  }),
  contribute: endpoint.post("/api/financial-goals/:id/contributions", {
    access: "manage",
    summary: "Add to a goal's current amount, or take from it with a negative amount",
    params: idParams,
    body: bodyOf(contribution),
    reply: goalReply,
    idempotent: true,
    waits: true,
  }),
  contributions: endpoint.get("/api/financial-goals/:id/contributions", {
    access: "read",
    summary: "What changed a goal's current amount, newest first, fifty at a time",
    params: idParams,
    /** The last of the page before. */
    query: fields({ before: v.optional(pathId) }),
    reply: v.array(v.object(contributionReply)),
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
    ...created(milestoneReply),
  }),
  updateMilestone: endpoint.put("/api/financial-goals/:id/milestones/:milestoneId", {
    access: "manage",
    summary: "Change a milestone",
    params: milestoneParams,
    body: milestoneBody,
    reply: milestoneReply,
    versioned: true,
    idempotent: true,
  }),
  removeMilestone: endpoint.delete("/api/financial-goals/:id/milestones/:milestoneId", {
    access: "manage",
    summary: "Delete a milestone",
    params: milestoneParams,
    ...noContent,
    idempotent: true,
  }),
};
