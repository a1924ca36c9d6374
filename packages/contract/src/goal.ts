import { bodyOf, replyOf } from "@coffer/domain/definition/kind";
import { fields } from "@coffer/domain/definition/values";
import { contribution, goal, milestone } from "@coffer/domain/goal/definition";
import { CONTRIBUTIONS_PAGE } from "@coffer/domain/goal/goal";
import * as v from "valibot";
import { allow } from "./endpoint.ts";
import { changed, created, idParams, pathId, removed } from "./fields.ts";

export const goalBody = bodyOf(goal);
const goalReply = replyOf(goal);
export const milestoneBody = bodyOf(milestone);
const milestoneReply = replyOf(milestone, { isReached: v.boolean() });
const { goalId: _, ...contributionReply } = replyOf(contribution).entries;

const milestoneParams = v.object({ id: pathId, milestoneId: pathId });

export const goals = {
  list: allow("read").get("/api/financial-goals", {
    summary: "List the budget's goals",
    reply: v.array(goalReply),
    inParts: true,
  }),
  add: allow("manage").post("/api/financial-goals", {
    summary: "Create a goal",
    ...created(goalBody, goalReply),
  }),
  update: allow("manage").put("/api/financial-goals/:id", {
    summary: "Update a goal",
    ...changed(goalBody, goalReply),
  }),
  remove: allow("manage").delete("/api/financial-goals/:id", {
    summary: "Delete a goal with its milestones",
    ...removed,
  }),
  setStatus: allow("manage").put("/api/financial-goals/:id/status", {
    summary: "Complete, cancel or reopen a goal",
    params: idParams,
    body: fields({ status: goal.fields.status.portable }),
    reply: goalReply,
    idempotent: true,
  }),
  contribute: allow("manage").post("/api/financial-goals/:id/contributions", {
    summary: "Add to a goal's current amount, or withdraw with a negative amount",
    params: idParams,
    body: bodyOf(contribution),
    reply: goalReply,
    idempotent: true,
    waits: true,
  }),
  contributions: allow("read").get("/api/financial-goals/:id/contributions", {
    summary: `List a goal's contributions, newest first, ${CONTRIBUTIONS_PAGE} at a time`,
    params: idParams,
    query: fields({ before: v.optional(pathId) }),
    reply: v.array(v.object(contributionReply)),
  }),
  milestones: allow("read").get("/api/financial-goals/:id/milestones", {
    summary: "List a goal's milestones, smallest amount first",
    params: idParams,
    reply: v.array(milestoneReply),
    inParts: true,
  }),
  addMilestone: allow("manage").post("/api/financial-goals/:id/milestones", {
    summary: "Add a milestone",
    params: idParams,
    ...created(milestoneBody, milestoneReply),
  }),
  updateMilestone: allow("manage").put("/api/financial-goals/:id/milestones/:milestoneId", {
    summary: "Update a milestone",
    ...changed(milestoneBody, milestoneReply),
    params: milestoneParams,
  }),
  removeMilestone: allow("manage").delete("/api/financial-goals/:id/milestones/:milestoneId", {
    summary: "Delete a milestone",
    ...removed,
    params: milestoneParams,
  }),
};
