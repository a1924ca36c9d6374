import { digestFrequency, digestWeekday, SPEND_UNTIL } from "@coffer/domain/account/definition";
import { LEAVING_DAYS, MIN_PASSWORD, RECENT_MINUTES } from "@coffer/domain/account/user";
import { fields, id } from "@coffer/domain/definition/values";
import { NOTIFICATION_KINDS, NOTIFY_BY } from "@coffer/domain/notification/choices";
import { isTime } from "@coffer/domain/time/timezone";
import * as v from "valibot";
import { allow } from "./endpoint.ts";
import { email, noContent, personName, plainEmail, token } from "./fields.ts";
import {
  currency,
  knownPassword,
  password,
  phone,
  registration,
  session,
  timeZone,
  userReply,
} from "./session.ts";

export const resetPasswordBody = fields({
  token,
  password: password(`Password must be at least ${MIN_PASSWORD} characters`),
});

export const profileBody = fields({
  firstName: personName("First name is required"),
  lastName: personName("Last name is required"),
  email: plainEmail(email("Please enter a valid email address")),
  phone,
});

export const changePasswordBody = fields({
  currentPassword: knownPassword("Current password is required"),
  newPassword: password(`New password must be at least ${MIN_PASSWORD} characters`),
  endShares: v.optional(v.boolean("endShares must be true or false"), false),
  endPasskeys: v.optional(v.boolean("endPasskeys must be true or false"), false),
});

export const reauthenticateBody = fields({ password: knownPassword("Password is required") });

export const notificationPreferencesBody = fields({
  emailNotifications: v.boolean("Daily summary is on or off"),
  notificationTime: v.pipe(v.string("Choose a time"), v.check(isTime, "Use a time as HH:MM")),
  timeZone,
  /** If absent, they are not changed. */
  frequency: v.optional(digestFrequency),
  weekday: v.optional(digestWeekday),
});

const preferencesBody = fields({
  currency: v.optional(currency),
  aiRecommendations: v.optional(v.boolean("AI recommendations are on or off")),
  notifications: v.optional(v.boolean("Notifications are on or off")),
  notify: v.optional(
    fields(v.entriesFromList(NOTIFICATION_KINDS, v.optional(v.boolean("A kind is on or off")))),
  ),
  notifyBy: v.optional(v.picklist(NOTIFY_BY, "Choose how to be notified")),
  homeBudget: v.optional(v.nullable(id("Choose a budget that you may open"))),
  spendUntil: v.optional(v.picklist(SPEND_UNTIL, "Spend until month-end or pay-day")),
});

const tokenParams = v.object({ token: v.string() });

export const users = {
  ...session,
  ...registration,
  validateResetToken: allow("anyone").get("/api/validate-reset-token/:token", {
    summary: "Check that a password reset link is still valid",
    params: tokenParams,
    reply: v.object({ valid: v.boolean() }),
  }),
  resetPassword: allow("anyone").post("/api/reset-password", {
    summary: "Set a new password with a reset link; revokes every session",
    body: resetPasswordBody,
    reply: v.object({ message: v.string() }),
  }),
  update: allow("user").put("/api/user", {
    summary: "Update the profile",
    body: profileBody,
    reply: userReply,
  }),
  leave: allow("user").delete("/api/user", {
    summary: `Delete the user's account in ${LEAVING_DAYS} days; signing in before then cancels the deletion`,
    body: reauthenticateBody,
    /** An instant in milliseconds. */
    reply: v.object({ goesAt: v.number() }),
    status: 202,
  }),
  reauthenticate: allow("user").post("/api/reauthenticate", {
    summary: `Re-authenticate with the password: for ${RECENT_MINUTES} minutes this session may make changes that a stolen session must not`,
    body: reauthenticateBody,
    ...noContent,
  }),
  emailChange: allow("anyone").get("/api/email-change/:token", {
    summary: "Read an email change that a link can undo; `valid` is false if it is used, expired or unknown",
    params: tokenParams,
    reply: v.object({
      valid: v.boolean(),
      email: v.nullable(v.string()),
      newEmail: v.nullable(v.string()),
    }),
  }),
  takeBackEmail: allow("anyone").post("/api/email-change/take-back", {
    summary: "Undo an email change; revokes every session and emails a reset link to the old address",
    body: fields({ token }),
    reply: v.object({ message: v.string() }),
  }),
  changePassword: allow("user").post("/api/user/change-password", {
    summary: "Change the password; revokes every other session",
    body: changePasswordBody,
    reply: v.object({ message: v.string() }),
  }),
  notificationPreferences: allow("user").put("/api/notification-preferences", {
    summary: "Set whether, how often and when the summary is sent, and the user's time zone",
    body: notificationPreferencesBody,
    reply: userReply,
  }),
  previewDigest: allow("user").post("/api/notification-preferences/preview", {
    summary: "Email today's summary to the user now",
    reply: v.object({ message: v.string() }),
    status: 202,
  }),
  preferences: allow("user").put("/api/preferences", {
    summary:
      "Set currency, AI recommendations, notifications, home budget, or the period of the amount to spend",
    body: preferencesBody,
    reply: userReply,
  }),
  endShares: allow("anyone").post("/api/leaving/end-shares", {
    summary: "Revoke all shares of an account that will be deleted, with the link in its email",
    body: fields({ token }),
    reply: v.object({ message: v.string() }),
  }),
  emailToVerify: allow("anyone").get("/api/verify-email/:token", {
    summary: "Read an email verification; `valid` is false if it is used, expired or unknown",
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
      "Report that an account uses somebody else's address: deletes it, or restores its earlier address",
    body: fields({ token }),
    reply: v.object({ message: v.string() }),
  }),
  verifyEmail: allow("anyone").post("/api/verify-email", {
    summary: "Verify an email address with the link that was sent to it",
    body: fields({ token }),
    reply: v.object({ message: v.string() }),
  }),
  unsubscribe: allow("anyone").post("/api/unsubscribe/:token", {
    summary: "Stop daily summaries and announcements (RFC 8058 one-click; no cookie, any content type)",
    params: tokenParams,
    reply: v.object({ message: v.string() }),
  }),
};
