import { SPEND_UNTIL } from "@coffer/domain/account/definition";
import { fields, id } from "@coffer/domain/definition/values";
import { NOTIFICATION_KINDS, NOTIFY_BY } from "@coffer/domain/notification/choices";
import { isTime } from "@coffer/domain/time/timezone";
import * as v from "valibot";
import { allow } from "./endpoint.ts";
import { email, noContent, ownEmail, personName, token } from "./fields.ts";
import { currency, password, phone, registration, timeZone } from "./registration.ts";
import { knownPassword, session, userReply } from "./session.ts";

export const resetPasswordBody = fields({
  token,
  password: password("Password must be at least 6 characters"),
});

export const profileBody = fields({
  firstName: personName("First name is required"),
  lastName: personName("Last name is required"),
  email: ownEmail(email("Please enter a valid email address")),
  phone,
});

export const changePasswordBody = fields({
  currentPassword: knownPassword("Current password is required"),
  newPassword: password("New password must be at least 6 characters"),
  endShares: v.optional(v.boolean("endShares must be true or false"), false),
  endPasskeys: v.optional(v.boolean("endPasskeys must be true or false"), false),
});

export const reauthenticateBody = fields({ password: knownPassword("Password is required") });

export const notificationPreferencesBody = fields({
  emailNotifications: v.boolean("Daily summary is on or off"),
  notificationTime: v.pipe(v.string("Choose a time"), v.check(isTime, "Use a time as HH:MM")),
  timeZone,
});

const preferencesBody = fields({
  currency: v.optional(currency),
  aiRecommendations: v.optional(v.boolean("AI recommendations are on or off")),
  notifications: v.optional(v.boolean("Notifications are on or off")),
  notify: v.optional(
    fields(v.entriesFromList(NOTIFICATION_KINDS, v.optional(v.boolean("A kind is on or off")))),
  ),
  notifyBy: v.optional(v.picklist(NOTIFY_BY, "Choose one of the ways to be told")),
  homeBudget: v.optional(v.nullable(id("Choose a budget that you may open"))),
  spendUntil: v.optional(v.picklist(SPEND_UNTIL, "Spend until month-end or pay-day")),
});

const tokenParams = v.object({ token: v.string() });

export const users = {
  ...session,
  ...registration,
  validateResetToken: allow("anyone").get("/api/validate-reset-token/:token", {
    summary: "Whether a reset link is still good",
    params: tokenParams,
    reply: v.object({ valid: v.boolean() }),
  }),
  resetPassword: allow("anyone").post("/api/reset-password", {
    summary: "Set a new password with a reset link; ends every session",
    body: resetPasswordBody,
    reply: v.object({ message: v.string() }),
  }),
  update: allow("user").put("/api/user", {
    summary: "Change the profile",
    body: profileBody,
    reply: userReply,
  }),
  leave: allow("user").delete("/api/user", {
    summary: "Delete one's account, seven days from now; signing in until then takes it back",
    body: reauthenticateBody,
    /** An instant in milliseconds. */
    reply: v.object({ goesAt: v.number() }),
    status: 202,
  }),
  reauthenticate: allow("user").post("/api/reauthenticate", {
    summary: "Give the password again: for ten minutes this session may do what a stolen one must not",
    body: reauthenticateBody,
    ...noContent,
  }),
  emailChange: allow("anyone").get("/api/email-change/:token", {
    summary:
      "Which change of address a mailed link takes back; valid false when it is used, expired or unknown",
    params: tokenParams,
    reply: v.object({
      valid: v.boolean(),
      email: v.nullable(v.string()),
      newEmail: v.nullable(v.string()),
    }),
  }),
  takeBackEmail: allow("anyone").post("/api/email-change/take-back", {
    summary: "Take a change of address back; signs everybody out and mails a reset link to the old address",
    body: fields({ token }),
    reply: v.object({ message: v.string() }),
  }),
  changePassword: allow("user").post("/api/user/change-password", {
    summary: "Change the password; ends every other session",
    body: changePasswordBody,
    reply: v.object({ message: v.string() }),
  }),
  notificationPreferences: allow("user").put("/api/notification-preferences", {
    summary: "Daily summary: whether, when, and the time zone of everything",
    body: notificationPreferencesBody,
    reply: userReply,
  }),
  previewDigest: allow("user").post("/api/notification-preferences/preview", {
    summary: "Mail today's summary to oneself now",
    reply: v.object({ message: v.string() }),
    status: 202,
  }),
  preferences: allow("user").put("/api/preferences", {
    summary: "Currency, AI recommendations, notifications, home budget",
    body: preferencesBody,
    reply: userReply,
  }),
  endShares: allow("anyone").post("/api/leaving/end-shares", {
    summary: "End all shares of an account that is to be deleted, by the link in the mail about that",
    body: fields({ token }),
    reply: v.object({ message: v.string() }),
  }),
  emailToVerify: allow("anyone").get("/api/verify-email/:token", {
    summary: "Whose address a mailed link proves; valid false when it is used, expired or unknown",
    params: tokenParams,
    reply: v.object({
      valid: v.boolean(),
      name: v.nullable(v.string()),
      email: v.nullable(v.string()),
      verified: v.optional(v.boolean()),
    }),
  }),
  disownEmail: allow("anyone").post("/api/verify-email/disown", {
    summary:
      "Say that an account is not one's own: it is deleted, or returns to the address that it had before",
    body: fields({ token }),
    reply: v.object({ message: v.string() }),
  }),
  verifyEmail: allow("anyone").post("/api/verify-email", {
    summary: "Prove an address with the link that was mailed to it",
    body: fields({ token }),
    reply: v.object({ message: v.string() }),
  }),
  unsubscribe: allow("anyone").post("/api/unsubscribe/:token", {
    summary: "Stop daily summaries and announcements (RFC 8058 one-click; no cookie, any content type)",
    params: tokenParams,
    reply: v.object({ message: v.string() }),
  }),
};
