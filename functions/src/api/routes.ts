import { createHash } from "node:crypto";
import { activity } from "@coffer/contract/activity";
import { categories } from "@coffer/contract/category";
import { type Endpoints, health } from "@coffer/contract/endpoints";
import { goals } from "@coffer/contract/goal";
import { lines } from "@coffer/contract/line";
import { moneyAccounts } from "@coffer/contract/money-account";
import { notifications } from "@coffer/contract/notification";
import { portability, unreadable } from "@coffer/contract/portability";
import { subscriptions } from "@coffer/contract/subscription";
import type { Core } from "@coffer/core/core";
import { type Account, latestPoint, SHOWN_POINTS } from "@coffer/domain/money-account/account";
import type { Context } from "hono";
import { encoded, encodingFor } from "./compression.ts";
import { type Paired, pairNoun, withCursor } from "./route.ts";
import { adminRoutes } from "./routes/admin.ts";
import {
  balanceRoutes,
  budgetRoutes,
  explainRoutes,
  figureRoutes,
  monthRoutes,
  requestedMonth,
  tipsRoutes,
} from "./routes/figures.ts";
import { importRoutes, reviewRoutes } from "./routes/imports.ts";
import { pageErrorRoutes } from "./routes/page-errors.ts";
import { ledgerRoutes, sharingRoutes } from "./routes/sharing.ts";
import { bulkRoutes, paymentRoutes, ruleRoutes, transactionRoutes } from "./routes/transactions.ts";
import { deviceRoutes, passkeyRoutes, totpRoutes, userRoutes } from "./routes/users.ts";
import type { SessionCookies } from "./session.ts";

/** If two paths match, the first one answers: /api/categories/order comes before /api/categories/:id. */
export function createRoutes(
  core: Core,
  sessions: SessionCookies,
  options: Parameters<typeof pageErrorRoutes>[0] & { commit?: string },
): Paired[] {
  const byNoun: Record<keyof Endpoints, Paired[]> = {
    health: healthRoutes(options.commit),
    pageErrors: pageErrorRoutes(options),
    users: userRoutes(core, sessions),
    devices: deviceRoutes(core),
    passkeys: passkeyRoutes(core, sessions),
    totp: totpRoutes(core),
    categories: categoryRoutes(core),
    transactions: transactionRoutes(core),
    payments: paymentRoutes(core),
    bulk: bulkRoutes(core),
    rules: ruleRoutes(core),
    imports: importRoutes(core),
    review: reviewRoutes(core),
    portability: portabilityRoutes(core),
    unreadable: unreadableRoutes(core),
    budgets: budgetRoutes(core),
    months: monthRoutes(core),
    explain: explainRoutes(core),
    balance: balanceRoutes(core),
    figures: figureRoutes(core),
    activity: activityRoutes(core),
    goals: goalRoutes(core),
    moneyAccounts: moneyAccountRoutes(core),
    lines: lineRoutes(core),
    ledger: ledgerRoutes(core),
    tips: tipsRoutes(core),
    admin: adminRoutes(core),
    subscriptions: subscriptionRoutes(core),
    sharing: sharingRoutes(core),
    notifications: notificationRoutes(core),
  };
  return Object.values(byNoun).flat();
}

const categoryRoutes = (core: Core) =>
  pairNoun("categories", categories, {
    list: ({ ledger }) => core.categories.list(ledger),
    kinds: async ({ ledger }) => {
      const kinded = await core.figures.withKinds(ledger, await core.categories.list(ledger));
      return kinded.map(({ id, kindNow }) => ({ categoryId: id, kindNow }));
    },
    add: async ({ ledger, body }) => {
      const { projected, month, year, unlessThere, ...draft } = body;
      const isPlanned = projected !== undefined && month !== undefined && year !== undefined;
      const plan = isPlanned ? { month: requestedMonth({ month, year }), projected } : undefined;
      return core.figures.withKind(ledger, await core.categories.add(ledger, draft, { plan, unlessThere }));
    },
    order: ({ ledger, body }) => core.categories.arrange(ledger, body),
    update: async ({ ledger, params, body }) =>
      core.figures.withKind(ledger, await core.categories.update(ledger, params.id, body)),
    usage: ({ ledger, params }) => core.categories.usage(ledger, params.id),
    remove: ({ ledger, params, query }) => core.categories.remove(ledger, params.id, query.moveTo),
  });

const goalRoutes = ({ goals: own }: Core) =>
  pairNoun("goals", goals, {
    list: ({ ledger }) => own.list(ledger),
    add: ({ ledger, body }) => own.add(ledger, body),
    update: ({ ledger, params, body }) => own.update(ledger, params.id, body),
    remove: ({ ledger, params }) => own.remove(ledger, params.id),
    setStatus: ({ ledger, params, body }) => own.setStatus(ledger, params.id, body.status),
    contribute: ({ ledger, params, body }) => own.contribute(ledger, params.id, body.amount),
    contributions: ({ ledger, params, query }) => own.contributions(ledger, params.id, query.before),
    milestones: ({ ledger, params }) => own.milestones(ledger, params.id),
    addMilestone: ({ ledger, params, body }) => own.addMilestone(ledger, params.id, body),
    updateMilestone: ({ ledger, params, body }) =>
      own.updateMilestone(ledger, params.id, params.milestoneId, body),
    removeMilestone: ({ ledger, params }) => own.removeMilestone(ledger, params.id, params.milestoneId),
  });

const shown = (account: Account) => ({
  ...account,
  points: account.points.slice(-SHOWN_POINTS),
  latest: latestPoint(account),
});

const moneyAccountRoutes = ({ moneyAccounts: own }: Core) =>
  pairNoun("moneyAccounts", moneyAccounts, {
    list: async ({ ledger }) => (await own.list(ledger)).map(shown),
    add: async ({ ledger, body }) => shown(await own.add(ledger, body)),
    update: async ({ ledger, params, body }) => shown(await own.update(ledger, params.id, body)),
    remove: ({ ledger, params }) => own.remove(ledger, params.id),
    setPoint: async ({ ledger, params, body }) =>
      shown(await own.setPoint(ledger, params.id, params.date, body.amount)),
    agreement: ({ ledger, params, query }) => own.agreement(ledger, params.id, query),
    explain: ({ ledger, params, body: { explained, ...pair } }) =>
      own.explain(ledger, params.id, pair, explained),
    removePoint: async ({ ledger, params }) => shown(await own.removePoint(ledger, params.id, params.date)),
  });

const lineRoutes = ({ lines: own }: Core) =>
  pairNoun("lines", lines, {
    get: ({ ledger, query }) => own.line(ledger, query.from, query.months),
    afford: ({ ledger, body }) => own.afford(ledger, body),
  });

const subscriptionRoutes = ({ subscriptions: own, suggestions }: Core) =>
  pairNoun("subscriptions", subscriptions, {
    list: ({ ledger }) => own.list(ledger),
    add: ({ ledger, body }) => own.add(ledger, body),
    update: ({ ledger, params, body }) => own.update(ledger, params.id, body),
    remove: ({ ledger, params }) => own.remove(ledger, params.id),
    suggestions: ({ ledger }) => suggestions.list(ledger),
    take: ({ ledger, params }) => suggestions.take(ledger, params.id),
    dismiss: ({ ledger, params }) => suggestions.dismiss(ledger, params.id),
    pay: ({ ledger, params, body }) => own.pay(ledger, params.id, body.dueDate, body.transactionId),
    skip: ({ ledger, params, body }) => own.skip(ledger, params.id, body.dueDate),
  });

const notificationRoutes = (core: Core) =>
  pairNoun("notifications", notifications, {
    list: ({ caller }) => core.notifications.list(caller.user),
    read: ({ caller, body }) => core.notifications.markRead(caller.user, "all" in body ? "all" : body),
  });

const activityRoutes = (core: Core) =>
  pairNoun("activity", activity, {
    list: async ({ ledger, query, http }) => {
      const { rows, next } = await core.activity.list(ledger, query);
      return withCursor(
        http,
        rows.map(({ entry, by }) => ({ ...entry, by })),
        next,
      );
    },
    people: ({ ledger }) => core.activity.people(ledger),
    undo: async ({ ledger, params, query }) => {
      const entry = await core.undo(ledger, params.id, query.overwrite !== undefined);
      return { ...entry, by: ledger.user };
    },
  });

const portabilityRoutes = (core: Core) =>
  pairNoun("portability", portability, {
    export: ({ caller, ledger, query }) => core.portability.export(caller, ledger, query.cursor),
    async restore({ caller, ledger, body }) {
      const { restored, untied } = await core.portability.restore(caller, ledger, body);
      return { restored, ...(untied > 0 && { untied }) };
    },
  });

const unreadableRoutes = (core: Core) =>
  pairNoun("unreadable", unreadable, {
    remove: ({ ledger, query }) => core.portability.removeUnreadable(ledger, query.cursor),
  });

/** Built on first use, once per process: only this call needs the schema converter. */
function createOpenapi() {
  let document: ReturnType<typeof build> | undefined;
  async function build() {
    const text = JSON.stringify((await import("@coffer/contract/openapi")).openapi());
    return {
      text,
      encodings: new Map<string, ReturnType<typeof encoded>>(),
      tag: `"${createHash("sha256").update(text).digest("base64url")}"`,
    };
  }
  return async (http: Context): Promise<Response> => {
    document ??= build();
    const { text, encodings, tag } = await document;
    http.header("etag", tag);
    http.header("cache-control", "public, no-cache");
    const known = http.req.header("if-none-match") ?? "";
    if (known.split(",").some((one) => one.trim().replace(/^W\//, "") === tag)) return http.body(null, 304);
    const encoding = encodingFor(http.req.header("accept-encoding") ?? "") ?? "";
    const answer = encodings.get(encoding) ?? encoded(text, encoding);
    encodings.set(encoding, answer);
    const { body, headers } = await answer;
    return http.body(body, 200, { "content-type": "application/json", ...headers });
  };
}

const healthRoutes = (commit: string | undefined) => {
  const openapi = createOpenapi();
  return pairNoun("health", health, {
    check: async () => ({ status: "ok", ...(commit && { commit }) }),
    openapi: ({ http }) => openapi(http),
  });
};
