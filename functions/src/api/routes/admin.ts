import { admin, MISSING_CONTENT } from "@coffer/contract/admin";
import { NOBODY } from "@coffer/core/admin/admin-store";
import type { Core } from "@coffer/core/core";
import { invalid } from "@coffer/core/refusal";
import { isVisible } from "@coffer/domain/text/clean-name";
import { pairNoun, withCursor } from "../route.ts";

const NOT_COUNTED = { ...NOBODY, leftOut: undefined, countedAt: null };

export const adminRoutes = (core: Core) =>
  pairNoun("admin", admin, {
    async stats() {
      const { total, active, joined, withSummary, budgets, transactions, leftOut, countedAt } =
        (await core.admin.stats()) ?? NOT_COUNTED;
      return {
        totalUsers: total,
        activeUsers: active,
        newUsers: joined,
        totalBudgets: budgets,
        totalTransactions: transactions,
        averageTransactionsPerUser: total === 0 ? 0 : Math.round((transactions * 10) / total) / 10,
        emailsNotificationsEnabled: withSummary,
        ...(leftOut !== undefined && { leftOut }),
        countedAt,
      };
    },

    async users({ query, http }) {
      const { users, cursor } = await core.admin.users(query);
      return withCursor(http, users, cursor);
    },
    setAdmin: ({ caller, body }) => core.admin.setAdmin(caller, body.userId, body.isAdmin),

    removeUser: async ({ caller, params }) => ({ goesAt: await core.leaving.removeUser(caller, params.id) }),

    async sendEmail({ caller, body, idempotencyKey }) {
      // Loaded here: the largest part of the API, and administrators write seldom.
      const { sanitizeMail, textOf } = await import("../../email/sanitize.ts");
      const html = sanitizeMail(body.htmlContent);
      if (!isVisible(textOf(html)) && !html.includes("<img src="))
        throw invalid("htmlContent", MISSING_CONTENT);
      const to = body.test ? "me" : body.sendToAll ? "all" : (body.userId ?? "me");
      return core.campaigns.start(caller, { subject: body.subject, html, to }, idempotencyKey);
    },

    emailProgress: ({ params }) => core.campaigns.progress(params.id),
    async failedMail({ query, http }) {
      const { mails, cursor } = await core.admin.failedMail(query.cursor);
      return withCursor(http, mails, cursor);
    },
    retryMail: ({ params }) => core.admin.retryMail(params.id),
  });
