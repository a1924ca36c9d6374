import { device } from "@coffer/domain/account/device";
import * as v from "valibot";
import { allow } from "./endpoint.ts";
import { deletedOnce } from "./fields.ts";

const deviceReply = v.object({
  /** Names the session and opens nothing. */
  id: v.string(),
  /** In milliseconds; the last use to within an hour. */
  signedInAt: v.number(),
  lastUsedAt: v.number(),
  ...device.entries,
  current: v.boolean(),
});

export const devices = {
  list: allow("user").get("/api/sessions", {
    summary: "Where one is signed in, this session first, then the last used",
    reply: v.array(deviceReply),
  }),
  signOut: allow("user").delete("/api/sessions/:id", {
    summary: "End one of one's sessions",
    params: v.object({ id: v.string() }),
    ...deletedOnce,
  }),
  signOutOthers: allow("user").delete("/api/sessions", {
    summary: "End all of one's sessions but this one",
    ...deletedOnce,
  }),
};
