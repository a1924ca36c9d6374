import { device } from "@coffer/domain/account/definition";
import * as v from "valibot";
import { allow } from "./endpoint.ts";
import { deletedOnce } from "./fields.ts";

const deviceReply = v.object({
  /** Identifies the session; cannot be used to sign in. */
  id: v.string(),
  /** In milliseconds; `lastUsedAt` is accurate to an hour. */
  signedInAt: v.number(),
  lastUsedAt: v.number(),
  ...device.entries,
  current: v.boolean(),
});

export const devices = {
  list: allow("user").get("/api/sessions", {
    summary: "List the user's sessions: this one first, then by last use",
    reply: v.array(deviceReply),
  }),
  signOut: allow("user").delete("/api/sessions/:id", {
    summary: "Revoke a session",
    params: v.object({ id: v.string() }),
    ...deletedOnce,
  }),
  signOutOthers: allow("user").delete("/api/sessions", {
    summary: "Revoke all other sessions",
    ...deletedOnce,
  }),
};
