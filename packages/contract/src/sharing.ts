import { fields, optionalText } from "@coffer/domain/definition/values";
import { PERMISSIONS } from "@coffer/domain/share/sharing";
import { mentionsLink } from "@coffer/domain/text/link-text";
import * as v from "valibot";
import { endpoint } from "./endpoint.ts";
import { email, idParams, noContent, pathId, token } from "./fields.ts";

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
  sharedWithUser: v.nullable(
    v.object({ email: v.string(), firstName: v.nullable(v.string()), lastName: v.nullable(v.string()) }),
  ),
});

const openLedgerReply = v.object({
  ownerId: v.number(),
  firstName: v.string(),
  lastName: v.string(),
  /** The budget's name. */
  name: v.string(),
  permissionType: v.picklist(PERMISSIONS),
  /** False for an offer: the budget is accepted by opening it, and declined by leaving it. */
  opened: v.boolean(),
});

export const sharing = {
  list: endpoint.get("/api/shared-users", {
    access: "owner",
    summary: "Whom the budget is shared with",
    reply: v.array(shareReply),
  }),
  share: endpoint.post("/api/share-budget", {
    access: "owner",
    summary: "Share the budget with an address, or change its permission",
    body: shareBody,
    reply: shareReply,
    status: 201,
  }),
  remove: endpoint.delete("/api/shared-users/:id", {
    access: "owner",
    summary: "End a share; takes effect at the recipient's next request",
    params: idParams,
    ...noContent,
  }),
  sharedWithMe: endpoint.get("/api/shared-with-me", {
    access: "user",
    summary: "The budgets of others that one may open, and those that one is offered",
    reply: v.array(openLedgerReply),
  }),
  leave: endpoint.delete("/api/shared-with-me/:ownerId", {
    access: "user",
    summary: "Leave somebody's budget, or decline it",
    params: v.object({ ownerId: pathId }),
    ...noContent,
  }),
  invitation: endpoint.get("/api/invitations/:token", {
    access: "anyone",
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
  accept: endpoint.post("/api/invitations/accept", {
    access: "user",
    summary: "Accept an invitation with its link",
    body: fields({ token }),
    reply: openLedgerReply,
  }),
};
