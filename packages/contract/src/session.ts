import { isShortEnough } from "@coffer/domain/account/email-address";
import { MIN_PASSWORD, MIN_PHONE } from "@coffer/domain/account/user";
import { fields, text } from "@coffer/domain/definition/values";
import { isCurrency } from "@coffer/domain/money/money";
import { timeZoneNamed } from "@coffer/domain/time/timezone";
import * as v from "valibot";
import { endpoint } from "./endpoint.ts";
import { EMAIL_MAX, email, noContent, ownEmail, personName } from "./fields.ts";

const PASSWORD_MAX = 1_000;
/** A new password; `message` refuses one that is too short. */
export const password = (message: string) =>
  v.pipe(
    v.string(message),
    v.minLength(MIN_PASSWORD, message),
    v.maxLength(PASSWORD_MAX, "Use a shorter password"),
  );
/** A password that an account has. */
export const knownPassword = (message: string) =>
  v.pipe(v.string(message), v.minLength(1, message), v.maxLength(PASSWORD_MAX, "Use a shorter password"));
const ZONE_MESSAGE = "Choose one of the offered time zones";
export const timeZone = v.pipe(v.string(ZONE_MESSAGE), v.transform(timeZoneNamed), v.string(ZONE_MESSAGE));
const CURRENCY_MESSAGE = "Choose one of the offered currencies";
export const currency = v.pipe(v.string(CURRENCY_MESSAGE), v.check(isCurrency, CURRENCY_MESSAGE));
export const phone = v.pipe(
  v.string("Phone number is required"),
  v.trim(),
  v.minLength(MIN_PHONE, "Phone number is required"),
  v.maxLength(40, "Use at most 40 characters"),
);

export const userReply = v.object({
  id: v.number(),
  firstName: v.string(),
  lastName: v.string(),
  email: v.string(),
  phone: v.string(),
  isAdmin: v.boolean(),
  emailVerified: v.boolean(),
  emailNotifications: v.boolean(),
  notificationTime: v.string(),
  timeZone: v.string(),
  currency: v.string(),
  aiRecommendations: v.boolean(),
  notifications: v.boolean(),
  /** By kind of notification; one that is left out is wanted. */
  notify: v.record(v.string(), v.boolean()),
  notifyBy: v.picklist(["product", "mail", "summary"]),
  /** False for who lives in another's budget alone. */
  hasLedger: v.boolean(),
  /** The owner whose budget opens first; null for one's own. */
  homeBudget: v.nullable(v.number()),
  spendUntil: v.picklist(["month-end", "pay-day"]),
});

export const loginBody = fields({
  email: v.pipe(
    text("Email is required", EMAIL_MAX),
    v.check(isShortEnough, `Use at most ${EMAIL_MAX} characters`),
  ),
  password: knownPassword("Password is required"),
  rememberMe: v.optional(v.boolean("Remember me must be true or false"), false),
  /** Of the authenticator app, or a recovery code: where the first answer is 401 with "second-factor". */
  code: v.optional(v.pipe(v.string("Enter the code"), v.maxLength(40, "Use at most 40 characters"))),
});

/** `confirmPassword` may be sent; when it is, it must match. */
export const registerBody = v.pipe(
  fields({
    firstName: personName("First name is required"),
    lastName: personName("Last name is required"),
    // Any format is taken, but only one line: it becomes the recipient of a mail.
    email: ownEmail(
      v.pipe(
        text("Email is required", EMAIL_MAX),
        v.check(isShortEnough, `Use at most ${EMAIL_MAX} characters`),
        v.regex(/^\P{Cc}*$/u, "Please enter a valid email address"),
      ),
    ),
    phone,
    password: password("Password must be at least 6 characters"),
    confirmPassword: v.optional(password("Please confirm your password")),
    timeZone: v.optional(timeZone),
    currency: v.optional(currency),
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

/** Apart from the rest of the account, so that a signed-out page loads only these. */
export const session = {
  current: endpoint.get("/api/user", {
    access: "user",
    summary: "The signed-in user",
    reply: userReply,
  }),
  login: endpoint.post("/api/login", {
    access: "anyone",
    summary: "Sign in",
    body: loginBody,
    reply: userReply,
  }),
  register: endpoint.post("/api/register", {
    access: "anyone",
    summary: "Create an account and sign in",
    body: registerBody,
    reply: userReply,
    status: 201,
  }),
  logout: endpoint.post("/api/logout", {
    access: "anyone",
    summary: "Sign out of this session",
    ...noContent,
  }),
  forgotPassword: endpoint.post("/api/forgot-password", {
    access: "anyone",
    summary: "Ask for a password reset link; the same answer for known and unknown addresses",
    body: forgotPasswordBody,
    reply: v.object({ message: v.string() }),
  }),
  resendVerification: endpoint.post("/api/verify-email/resend", {
    access: "user",
    summary: "Mail the verification link again",
    reply: v.object({ message: v.string() }),
    status: 202,
  }),
};
