import { listedUser, USERS_PAGE } from "@coffer/domain/account/definition";
import { LEAVING_DAYS } from "@coffer/domain/account/user";
import { isPlaceholder, placeholdersIn } from "@coffer/domain/campaign/announcement";
import { fields, id } from "@coffer/domain/definition/values";
import { FAILED_MAIL_PAGE, failedMail } from "@coffer/domain/mail/failed-mail";
import { isVisible } from "@coffer/domain/text/clean-name";
import * as v from "valibot";
import { allow } from "./endpoint.ts";
import { idParams, noContent } from "./fields.ts";

export const MISSING_CONTENT = "Missing information: Please provide both subject and content.";

const unknownIn = (text: string) => placeholdersIn(text).find((name) => !isPlaceholder(name));

const requiredText = (max: number) =>
  v.pipe(
    v.string(MISSING_CONTENT),
    v.trim(),
    v.check(isVisible, MISSING_CONTENT),
    v.maxLength(max, "This is too long"),
    v.check(
      (text) => unknownIn(text) === undefined,
      (issue) => `There is no placeholder {{${unknownIn(issue.input)}}}`,
    ),
  );
const oneLine = v.check((text: string) => !/\p{Cc}/u.test(text), "The subject must be one line");

export const adminEmailBody = v.pipe(
  fields({
    userId: v.nullish(id()),
    subject: v.pipe(requiredText(200), oneLine),
    htmlContent: requiredText(200_000),
    sendToAll: v.optional(v.boolean("sendToAll must be true or false"), false),
    /** Sends to the signed-in administrator only. */
    test: v.optional(v.boolean("test must be true or false"), false),
  }),
  v.check((mail) => mail.test || mail.sendToAll !== Boolean(mail.userId), "Choose who receives the email"),
);

const adminStatsReply = v.object({
  totalUsers: v.number(),
  activeUsers: v.number(),
  newUsers: v.number(),
  totalBudgets: v.number(),
  totalTransactions: v.number(),
  averageTransactionsPerUser: v.number(),
  emailsNotificationsEnabled: v.number(),
  /** Users whom an email to all would skip; absent until counted. */
  leftOut: v.optional(v.number()),
  /** In milliseconds; up to a day old when there are many users. Null, with all counts 0, before the first count. */
  countedAt: v.nullable(v.number()),
});

const cursor = v.optional(v.pipe(v.string(), v.maxLength(1_000, "This cursor is not valid")));

/** Progress in recipients. `done` once each is sent, suppressed or failed. */
export const campaignReply = v.object({
  id: v.number(),
  subject: v.string(),
  ...v.entriesFromList(["total", "sent", "suppressed", "failed"], v.number()),
  done: v.boolean(),
});

export const admin = {
  stats: allow("admin").get("/api/admin/stats", {
    summary: "Usage statistics of the whole installation",
    reply: adminStatsReply,
  }),
  users: allow("admin").get("/api/admin/users", {
    summary: `List users, newest first, ${USERS_PAGE} at a time; \`search\` matches the beginning of the address, name or surname. The header x-next-cursor is the cursor of the next page`,
    query: fields({
      search: v.optional(v.pipe(v.string(), v.maxLength(200, "Use at most 200 characters"))),
      cursor,
    }),
    reply: v.array(listedUser),
  }),
  setAdmin: allow("admin").post("/api/admin/set-admin", {
    summary: "Grant or revoke administrator rights; refused for oneself and for the last administrator",
    body: fields({ userId: id("User is required"), isAdmin: v.boolean("isAdmin must be true or false") }),
    reply: listedUser,
  }),
  removeUser: allow("admin").delete("/api/admin/users/:id", {
    summary: `Delete a user's account in ${LEAVING_DAYS} days; the user is notified and cancels the deletion by signing in`,
    params: idParams,
    /** An instant in milliseconds. */
    reply: v.object({ goesAt: v.number() }),
    status: 202,
  }),
  sendEmail: allow("admin").post("/api/admin/email", {
    summary: "Queue an HTML email to one user, to all users, or to oneself as a test",
    body: adminEmailBody,
    reply: campaignReply,
    status: 202,
    maxBody: 256 * 1024,
    idempotent: true,
  }),
  emailProgress: allow("admin").get("/api/admin/email/:id", {
    summary: "Progress of a queued email",
    params: idParams,
    reply: campaignReply,
  }),
  failedMail: allow("admin").get("/api/admin/failed-mail", {
    summary: `List messages that failed after every retry or wait for an operator, newest first, ${FAILED_MAIL_PAGE} at a time; the header x-next-cursor is the cursor of the next page`,
    query: fields({ cursor }),
    reply: v.array(failedMail),
  }),
  retryMail: allow("admin").post("/api/admin/failed-mail/:id/retry", {
    summary: "Retry a failed message",
    params: v.object({ id: v.pipe(v.string(), v.maxLength(100)) }),
    ...noContent,
  }),
};
