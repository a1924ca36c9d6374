import { fields, optionalText } from "@coffer/domain/definition/values";
import { PERMISSIONS } from "@coffer/domain/share/sharing";
import { mentionsLink } from "@coffer/domain/text/link-text";
import * as v from "valibot";
import { allow } from "./endpoint.ts";
import { deletedOnce, email, idParams, pathId, token } from "./fields.ts";

export const shareBody = fields({
  email: email("Please enter a valid email address"),
  permissionType: v.picklist(PERMISSIONS, "Choose a permission"),
  note: v.pipe(
    optionalText(500),
    v.check((note) => note === null || !mentionsLink(note), "Write the note without a link"),
  ),
  isHousehold: v.optional(v.boolean("isHousehold must be true or false"), false),
});

export const shareReply = v.object({
  id: v.number(),
  permissionType: v.picklist(PERMISSIONS),
  note: v.nullable(v.string()),
  /** `invited` until the recipient has accepted; until then only the address is shown. */
  status: v.picklist(["active", "invited"]),
  /** True while the invitation is not mailed, because its sender's own address is not verified yet. */
  waitsForSender: v.optional(v.boolean()),
  sharedWithUser: v.nullable(
    v.object({ email: v.string(), firstName: v.nullable(v.string()), lastName: v.nullable(v.string()) }),
  ),
});

const openLedgerReply = v.object({
  ownerId: v.number(),
  firstName: v.string(),
  lastName: v.string(),
  name: v.string(),
  currency: v.string(),
  permissionType: v.picklist(PERMISSIONS),
  /** False for an offer: the budget is accepted by opening it, and declined by leaving it. */
  opened: v.boolean(),
});

export const sharing = {
  list: allow("owner").get("/api/shared-users", {
    summary: "Whom the budget is shared with",
    reply: v.array(shareReply),
  }),
  share: allow("owner").post("/api/share-budget", {
    summary: "Share the budget with an address, or change its permission",
    body: shareBody,
    reply: shareReply,
    status: 201,
  }),
  remove: allow("owner").delete("/api/shared-users/:id", {
    summary: "End a share; takes effect at the recipient's next request",
    params: idParams,
    ...deletedOnce,
  }),
  sharedWithMe: allow("user").get("/api/shared-with-me", {
    summary: "The budgets of others that one may open, and those that one is offered",
    reply: v.array(openLedgerReply),
  }),
  leave: allow("user").delete("/api/shared-with-me/:ownerId", {
    summary: "Leave somebody's budget, or decline it",
    params: v.object({ ownerId: pathId }),
    ...deletedOnce,
  }),
  invitation: allow("anyone").get("/api/invitations/:token", {
    summary:
      "Whose budget an invitation link opens, and how; valid false when it is used, expired or unknown",
    params: v.object({ token: v.string() }),
    reply: v.object({
      valid: v.boolean(),
      ownerName: v.nullable(v.string()),
      email: v.nullable(v.string()),
      permissionType: v.nullable(v.picklist(PERMISSIONS)),
    }),
  }),
  accept: allow("user").post("/api/invitations/accept", {
    summary: "Accept an invitation with its link",
    body: fields({ token }),
    reply: openLedgerReply,
  }),
};
