import { user } from "@coffer/domain/account/definition";
import { isShortEnough } from "@coffer/domain/account/email-address";
import { MIN_PASSWORD, MIN_PHONE } from "@coffer/domain/account/user";
import { fields, text } from "@coffer/domain/definition/values";
import { isCurrency } from "@coffer/domain/money/money";
import { timeZoneNamed } from "@coffer/domain/time/timezone";
import * as v from "valibot";
import { allow } from "./endpoint.ts";
import { EMAIL_MAX, email, noContent, personName, plainEmail } from "./fields.ts";

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

/** Separate from the other calls of a user, so that the sign-in loads only these. */
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

export const password = (message: string) =>
  v.pipe(
    v.string(message),
    v.minLength(MIN_PASSWORD, message),
    v.maxLength(PASSWORD_MAX, "Use a shorter password"),
  );
const ZONE_MESSAGE = "Choose one of the offered time zones";
export const timeZone = v.pipe(v.string(ZONE_MESSAGE), v.transform(timeZoneNamed), v.string(ZONE_MESSAGE));
const CURRENCY_MESSAGE = "Choose one of the offered currencies";
export const currency = v.pipe(v.string(CURRENCY_MESSAGE), v.check(isCurrency, CURRENCY_MESSAGE));
export const phone = v.pipe(
  text("Phone number is required", 40),
  v.minLength(MIN_PHONE, "Phone number is required"),
);

export const registerBody = v.pipe(
  fields({
    firstName: personName("First name is required"),
    lastName: personName("Last name is required"),
    // The specification asks for no format, but an email's recipient must be one line.
    email: plainEmail(
      v.pipe(
        text("Email is required", EMAIL_MAX),
        v.check(isShortEnough, `Use at most ${EMAIL_MAX} characters`),
        v.regex(/^\P{Cc}*$/u, "Please enter a valid email address"),
      ),
    ),
    phone,
    password: password(`Password must be at least ${MIN_PASSWORD} characters`),
    confirmPassword: v.optional(password("Please confirm your password")),
    timeZone: v.optional(timeZone),
    currency: v.optional(currency),
    rememberMe,
  }),
  v.forward(
    v.partialCheck(
      [["password"], ["confirmPassword"]],
      (input) => input.confirmPassword === undefined || input.password === input.confirmPassword,
      "Passwords do not match",
    ),
    ["confirmPassword"],
  ),
);

export const forgotPasswordBody = fields({ email: email("Please enter a valid email address") });

/** Separate, since the sign-in page does not need it. */
export const registration = {
  register: allow("anyone").post("/api/register", {
    summary: "Create an account and sign in",
    body: registerBody,
    reply: userReply,
    status: 201,
  }),
  forgotPassword: allow("anyone").post("/api/forgot-password", {
    summary: "Request a password reset link; the response is the same for known and unknown addresses",
    body: forgotPasswordBody,
    reply: v.object({ message: v.string() }),
  }),
};
