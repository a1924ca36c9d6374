import { SECOND_FACTOR_REMOVAL_DAYS } from "@coffer/domain/account/user";
import { fields, text } from "@coffer/domain/definition/values";
import * as v from "valibot";
import { allow } from "./endpoint.ts";
import { deletedOnce, idParams } from "./fields.ts";

export const totpCode = text("Enter the code", 40);

/** Two-factor authentication with an authenticator app (RFC 6238). */
export const totp = {
  status: allow("user").get("/api/totp", {
    summary: "Status of two-factor authentication, with the number of recovery codes left",
    /** `goesAt`: when an administrator's removal of the second factor takes effect, in milliseconds. */
    reply: v.object({ on: v.boolean(), recoveryCodes: v.number(), goesAt: v.nullable(v.number()) }),
  }),
  begin: allow("user").post("/api/totp", {
    summary:
      "Begin the setup of two-factor authentication: returns the authenticator app's URI. Takes effect once a code confirms it; requires recent authentication",
    reply: v.object({ uri: v.string() }),
  }),
  confirm: allow("user").post("/api/totp/confirm", {
    summary:
      "Turn on two-factor authentication with a first code; returns the recovery codes, which are shown only once",
    body: fields({ code: totpCode }),
    reply: v.object({ recoveryCodes: v.array(v.string()) }),
  }),
  remove: allow("user").delete("/api/totp", {
    summary: "Turn off two-factor authentication; requires recent authentication",
    ...deletedOnce,
  }),
  removeOf: allow("admin").delete("/api/admin/users/:id/second-factor", {
    summary: `Schedule the removal of a user's second factor in ${SECOND_FACTOR_REMOVAL_DAYS} days; the user is notified`,
    params: idParams,
    /** An instant in milliseconds. */
    reply: v.object({ goesAt: v.number() }),
    status: 202,
  }),
};
