import { fields, optionalText } from "@coffer/domain/definition/values";
import { PERMISSIONS } from "@coffer/domain/share/sharing";
import { mentionsLink } from "@coffer/domain/text/link-text";
import * as v from "valibot";
import { allow } from "./endpoint.ts";
import { deletedOnce, email, idParams, pathId, plainEmail, token } from "./fields.ts";

export const shareBody = fields({
  email: plainEmail(email("Please enter a valid email address")),
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
  /** `invited` until the recipient accepts; until then only the address is shown. */
  status: v.picklist(["active", "invited"]),
  /** True while the invitation waits for its sender to verify their own address. */
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
  /** False for an offer, which the user accepts by opening the budget and declines by leaving it. */
  opened: v.boolean(),
});

export const sharing = {
  list: allow("owner").get("/api/shared-users", {
    summary: "List the budget's shares",
    reply: v.array(shareReply),
    inParts: true,
  }),
  share: allow("owner").post("/api/share-budget", {
    summary: "Share the budget with an email address, or change its permission",
    body: shareBody,
    reply: shareReply,
    status: 201,
  }),
  remove: allow("owner").delete("/api/shared-users/:id", {
    summary: "Revoke a share; takes effect at the recipient's next request",
    params: idParams,
    ...deletedOnce,
  }),
  sharedWithMe: allow("user").get("/api/shared-with-me", {
    summary: "List other users' budgets that the user may open or is offered",
    reply: v.array(openLedgerReply),
    inParts: true,
  }),
  leave: allow("user").delete("/api/shared-with-me/:ownerId", {
    summary: "Leave another user's budget, or decline an offer",
    params: v.object({ ownerId: pathId }),
    ...deletedOnce,
  }),
  invitation: allow("anyone").get("/api/invitations/:token", {
    summary: "Read an invitation; `valid` is false if it is used, expired or unknown",
    params: v.object({ token: v.string() }),
    reply: v.object({
      valid: v.boolean(),
      ownerName: v.nullable(v.string()),
      email: v.nullable(v.string()),
      permissionType: v.nullable(v.picklist(PERMISSIONS)),
    }),
  }),
  accept: allow("user").post("/api/invitations/accept", {
    summary: "Accept an invitation",
    body: fields({ token }),
    reply: openLedgerReply,
  }),
};
