import { listedUser } from "@coffer/domain/account/definition";
import { isPlaceholder, placeholdersIn } from "@coffer/domain/campaign/announcement";
import { fields, id } from "@coffer/domain/definition/values";
import { failedMail } from "@coffer/domain/mail/failed-mail";
import * as v from "valibot";
import { allow } from "./endpoint.ts";
import { idParams, noContent } from "./fields.ts";

export const MISSING_CONTENT = "Missing information: Please provide both subject and content.";

const unknownIn = (text: string) => placeholdersIn(text).find((name) => !isPlaceholder(name));

const requiredText = (max: number) =>
  v.pipe(
    v.string(MISSING_CONTENT),
    v.trim(),
    v.minLength(1, MISSING_CONTENT),
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
  /** The number that a mail to all would not go to; absent until that was counted. */
  leftOut: v.optional(v.number()),
  /** In milliseconds: up to a day ago where there are many users. Null, with zeros, until these were first counted. */
  countedAt: v.nullable(v.number()),
});

const cursor = v.optional(v.pipe(v.string(), v.maxLength(1_000, "This cursor is not valid")));

/** Progress of a mail to many, in recipients. `done` once every recipient is sent, suppressed or failed. */
export const campaignReply = v.object({
  id: v.number(),
  subject: v.string(),
  ...v.entriesFromList(["total", "sent", "suppressed", "failed"], v.number()),
  done: v.boolean(),
});

export const admin = {
  stats: allow("admin").get("/api/admin/stats", {
    summary: "Usage of the whole installation",
    reply: adminStatsReply,
  }),
  users: allow("admin").get("/api/admin/users", {
    summary:
      "Users, the newest first, or those whose address, name or surname begins with `search`. 50 at a time: the header x-next-cursor says where the next page starts",
    query: fields({
      search: v.optional(v.pipe(v.string(), v.maxLength(200, "Use at most 200 characters"))),
      cursor,
    }),
    reply: v.array(listedUser),
  }),
  setAdmin: allow("admin").post("/api/admin/set-admin", {
    summary: "Make or unmake an administrator; never oneself, never the last one",
    body: fields({ userId: id("User is required"), isAdmin: v.boolean("isAdmin must be true or false") }),
    reply: listedUser,
  }),
  removeUser: allow("admin").delete("/api/admin/users/:id", {
    summary: "Delete a user's account, seven days from now; the user is told, and signing in takes it back",
    params: idParams,
    /** An instant in milliseconds. */
    reply: v.object({ goesAt: v.number() }),
    status: 202,
  }),
  sendEmail: allow("admin").post("/api/admin/email", {
    summary: "Queue an HTML email to one user, to all, or to oneself as a test",
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
    summary:
      "Messages that were given up after every retry, or wait for an operator, the newest first; 50 at a time, with x-next-cursor",
    query: fields({ cursor }),
    reply: v.array(failedMail),
  }),
  retryMail: allow("admin").post("/api/admin/failed-mail/:id/retry", {
    summary: "Try a given-up message again",
    params: v.object({ id: v.pipe(v.string(), v.maxLength(100)) }),
    ...noContent,
  }),
};
