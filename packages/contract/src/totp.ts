import { fields, text } from "@coffer/domain/definition/values";
import * as v from "valibot";
import { allow } from "./endpoint.ts";
import { deletedOnce, idParams } from "./fields.ts";

export const totpCode = text("Enter the code", 40);

/** Codes of an authenticator app (RFC 6238), which signing in with a password then takes besides. */
export const totp = {
  status: allow("user").get("/api/totp", {
    summary: "Whether signing in takes a code, and how many recovery codes are left",
    /** `goesAt` in milliseconds, where an administrator takes the codes away. */
    reply: v.object({ on: v.boolean(), recoveryCodes: v.number(), goesAt: v.nullable(v.number()) }),
  }),
  begin: allow("user").post("/api/totp", {
    summary:
      "What an authenticator app reads; takes a recent password. Nothing changes until a code confirms it",
    reply: v.object({ uri: v.string() }),
  }),
  confirm: allow("user").post("/api/totp/confirm", {
    summary: "Turn the codes on with one of them; the recovery codes are told this once",
    body: fields({ code: totpCode }),
    reply: v.object({ recoveryCodes: v.array(v.string()) }),
  }),
  remove: allow("user").delete("/api/totp", {
    summary: "Turn the codes off; takes a recent password",
    ...deletedOnce,
  }),
  removeOf: allow("admin").delete("/api/admin/users/:id/second-factor", {
    summary: "Take the codes of somebody who lost their phone away in three days; the person is told",
    params: idParams,
    /** An instant in milliseconds. */
    reply: v.object({ goesAt: v.number() }),
    status: 202,
  }),
};
