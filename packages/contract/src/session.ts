import { user } from "@coffer/domain/account/definition";
import { isShortEnough } from "@coffer/domain/account/email-address";
import { fields, text } from "@coffer/domain/definition/values";
import * as v from "valibot";
import { allow } from "./endpoint.ts";
import { EMAIL_MAX, noContent } from "./fields.ts";

export const PASSWORD_MAX = 1_000;
export const knownPassword = (message: string) =>
  v.pipe(v.string(message), v.minLength(1, message), v.maxLength(PASSWORD_MAX, "Use a shorter password"));

export const rememberMe = v.optional(v.boolean("Remember me must be true or false"), false);

export const loginBody = fields({
  email: v.pipe(
    text("Email is required", EMAIL_MAX),
    v.check(isShortEnough, `Use at most ${EMAIL_MAX} characters`),
  ),
  password: knownPassword("Password is required"),
  rememberMe,
  /** A code of the authenticator app, or a recovery code, after a 401 with "second-factor". */
  code: v.optional(v.pipe(v.string("Enter the code"), v.maxLength(40, "Use at most 40 characters"))),
});

export const userReply = v.object({
  ...user.entries,
  /** An email bounced (nothing is sent) or was reported as spam (only account emails are sent). */
  mailSuppressed: v.optional(v.boolean()),
});

/** Apart from the rest of the account, so that the sign-in loads only these. */
export const session = {
  current: allow("user").get("/api/user", { summary: "The signed-in user", reply: userReply }),
  login: allow("anyone").post("/api/login", { summary: "Sign in", body: loginBody, reply: userReply }),
  logout: allow("anyone").post("/api/logout", { summary: "Sign out of this session", ...noContent }),
  offlineKey: allow("user").get("/api/offline-key", {
    summary: "The key that encrypts what a browser stores for offline use; the same at every sign-in",
    /** 32 bytes in base64url. */
    reply: v.object({ key: v.string() }),
  }),
  resendVerification: allow("user").post("/api/verify-email/resend", {
    summary: "Send the verification link again",
    reply: v.object({ message: v.string() }),
    status: 202,
  }),
  mailAgain: allow("user").post("/api/user/mail-again", {
    summary: "Resume email to the user's address after it bounced or was reported as spam",
    ...noContent,
  }),
};
