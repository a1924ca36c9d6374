import { fields, text } from "@coffer/domain/definition/values";
import * as v from "valibot";
import { endpoint } from "./endpoint.ts";
import { idParams, noContent } from "./fields.ts";

export const totpCode = text("Enter the code", 40);

/** Codes of an authenticator app (RFC 6238), which signing in with a password then takes besides. */
export const totp = {
  status: endpoint.get("/api/totp", {
    access: "user",
    summary: "Whether signing in takes a code, and how many recovery codes are left",
    /** `goesAt` in milliseconds, where an administrator takes the codes away. */
    reply: v.object({ on: v.boolean(), recoveryCodes: v.number(), goesAt: v.nullable(v.number()) }),
  }),
  begin: endpoint.post("/api/totp", {
    access: "user",
    summary:
      "What an authenticator app reads; takes a recent password. Nothing changes until a code confirms it",
    reply: v.object({ uri: v.string() }),
  }),
  confirm: endpoint.post("/api/totp/confirm", {
    access: "user",
    summary: "Turn the codes on with one of them; the recovery codes are told this once",
    body: fields({ code: totpCode }),
    reply: v.object({ recoveryCodes: v.array(v.string()) }),
  }),
  remove: endpoint.delete("/api/totp", {
    access: "user",
    summary: "Turn the codes off; takes a recent password",
    ...noContent,
  }),
  removeOf: endpoint.delete("/api/admin/users/:id/second-factor", {
    access: "admin",
    summary: "Take the codes of somebody who lost their phone away in three days; the person is told",
    params: idParams,
    /** An instant in milliseconds. */
    reply: v.object({ goesAt: v.number() }),
    status: 202,
  }),
};
