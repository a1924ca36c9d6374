import type { Endpoint } from "@coffer/contract/endpoint";
import { type Endpoints, endpointList } from "@coffer/contract/endpoints";
import {
  ACCOUNT,
  ANNOUNCEMENT,
  budgetOf,
  CATEGORY,
  type Fixtures,
  freshAddress,
  GOAL,
  MILESTONE,
  type Person,
  paymentOf,
  ROW,
  shareWith,
  signIn,
  subscriptionOf,
  transactionOf,
} from "./fixtures.ts";
import { addPasskey, beginCodes, createPasskey, personWithCodes } from "./second-factors.ts";

type Noun = keyof Endpoints & string;
type CallName = { [N in Noun]: `${N}.${keyof Endpoints[N] & string}` }[Noun];

/** A valid call; `status` if it differs from the endpoint's. */
type Sample = {
  params?: Record<string, string | number>;
  query?: Record<string, string | number>;
  body?: object;
  status?: number;
};

const MONTH = { month: 11, year: 2026 };

/**
 * A valid call of each endpoint, by `caller` if it concerns the caller's account. A missing endpoint fails to compile.
 */
const SAMPLES: Record<CallName, (fixtures: Fixtures, caller: Person) => Sample | Promise<Sample>> = {
  "health.check": () => ({}),
  "health.openapi": () => ({}),

  "pageErrors.report": () => ({
    body: { route: "/budget", file: "/assets/app-Bw833onv.js", line: 1, column: 88_000 },
  }),
  "pageErrors.policy": () => ({
    body: {
      "csp-report": { "document-uri": "https://coffer.test/budget", "effective-directive": "script-src" },
    },
  }),

  "users.current": () => ({}),
  "users.login": ({ other }) => ({
    body: { email: other.email, password: other.password, rememberMe: true },
  }),
  "users.register": () => ({
    body: {
      firstName: "New",
      lastName: "Comer",
      email: freshAddress(),
      phone: "555 0102030",
      password: "correct horse",
      confirmPassword: "correct horse",
    },
  }),
  "users.logout": () => ({}),
  "users.forgotPassword": ({ other }) => ({ body: { email: other.email } }),
  "users.validateResetToken": async (fixtures) => ({ params: { token: await fixtures.resetLink() } }),
  "users.resetPassword": async (fixtures) => ({
    body: { token: await fixtures.resetLink(), password: fixtures.other.password },
  }),
  "users.update": (_, { email }) => ({
    body: { firstName: "Maya", lastName: "Stone", email, phone: "555 0102030" },
  }),
  "users.leave": (fixtures, { email, password }) =>
    // An administrator cannot.
    ({ body: { password }, ...(email === fixtures.admin.email && { status: 409 }) }),
  "users.reauthenticate": (_, { password }) => ({ body: { password } }),
  "users.offlineKey": () => ({}),
  "users.emailChange": async (fixtures) => ({ params: { token: await fixtures.takeBackLink() } }),
  "users.takeBackEmail": async (fixtures) => ({ body: { token: await fixtures.takeBackLink() } }),
  "users.endShares": async (fixtures) => ({ body: { token: await fixtures.endSharesLink() } }),
  "users.changePassword": (_, { password }) => ({
    body: { currentPassword: password, newPassword: password },
  }),
  "users.notificationPreferences": () => ({
    body: { emailNotifications: true, notificationTime: "07:30", timeZone: "Europe/Paris" },
  }),
  "users.mailAgain": () => ({}),
  "users.previewDigest": () => ({}),
  "users.preferences": () => ({
    body: { currency: "EUR", aiRecommendations: true, notifications: false, notify: { share: false } },
  }),
  "users.emailToVerify": async (fixtures) => ({ params: { token: await fixtures.verificationLink() } }),
  "users.disownEmail": async (fixtures) => ({ body: { token: await fixtures.verificationLink() } }),
  "users.verifyEmail": async (fixtures) => ({ body: { token: await fixtures.verificationLink() } }),
  "users.resendVerification": () => ({}),
  "users.unsubscribe": async (fixtures) => ({ params: { token: await fixtures.unsubscribeLink() } }),

  "devices.list": () => ({}),
  "devices.signOut": async (fixtures, caller) => ({ params: { id: await fixtures.otherDevice(caller) } }),
  "devices.signOutOthers": () => ({}),

  "passkeys.list": () => ({}),
  "passkeys.options": () => ({}),
  "passkeys.add": async (_, caller) => ({ body: { name: "Phone", ...(await createPasskey(caller)).answer } }),
  "passkeys.remove": async (_, caller) => ({ params: { id: (await addPasskey(caller)).id } }),
  "passkeys.keep": async (_, caller) => ({ params: { id: (await addPasskey(caller)).id } }),
  "passkeys.signInOptions": () => ({}),
  "passkeys.signIn": async ({ product }, caller) => ({
    body: await (await addPasskey(await signIn(caller))).signIn(product.visitor()),
  }),
  "passkeys.reauthenticate": async (_, caller) => ({
    body: await (await addPasskey(caller)).signIn(caller),
  }),
  "totp.status": () => ({}),
  "totp.begin": () => ({}),
  "totp.confirm": async (_, caller) => ({ body: { code: (await beginCodes(caller)).next() } }),
  "totp.remove": () => ({}),
  "totp.removeOf": async ({ product }) => ({ params: { id: (await personWithCodes(product)).id } }),

  "transactions.list": () => ({ query: { startDate: "2026-11-01", endDate: "2026-11-30" } }),
  "transactions.search": async (fixtures) => ({
    query: {
      text: "milk",
      amount: "12.50",
      from: "2026-01-01",
      to: "2026-12-31",
      categoryId: await fixtures.category(),
      type: "expense",
      by: fixtures.owner.id,
      sort: "-amount",
      cursor: "2026-11-05.1700000000000.1250.1234567890123456",
    },
  }),
  "transactions.add": async (fixtures) => ({
    body: { ...transactionOf(await fixtures.category()), notes: "cash" },
  }),
  "transactions.update": async (fixtures) => {
    const { id, categoryId } = await fixtures.transaction();
    return { params: { id }, body: { ...transactionOf(categoryId), notes: null } };
  },
  "transactions.remove": async (fixtures) => ({ params: { id: (await fixtures.transaction()).id } }),
  "payments.add": async (fixtures) => ({ body: paymentOf(await fixtures.category()) }),
  "payments.get": async (fixtures) => ({ params: { id: (await fixtures.payment()).id } }),
  "payments.update": async (fixtures) => {
    const { id, categoryId } = await fixtures.payment();
    return { params: { id }, body: { ...paymentOf(categoryId), notes: "cash" } };
  },
  "payments.remove": async (fixtures) => ({ params: { id: (await fixtures.payment()).id } }),
  "bulk.remove": async (fixtures) => ({
    body: {
      transactions: [{ id: (await fixtures.transaction()).id, version: "1a" }, { id: 7 }],
    },
  }),
  "bulk.change": async (fixtures) => ({
    body: {
      transactions: [{ id: (await fixtures.transaction()).id }, { id: 7 }],
      set: { date: "2026-11-03", description: "Market", categoryId: await fixtures.category() },
    },
  }),
  "bulk.move": async (fixtures) => ({
    body: {
      transactions: [{ id: (await fixtures.transaction()).id }, { id: 7 }],
      categoryId: await fixtures.category(),
    },
  }),

  "imports.room": () => ({}),
  "imports.match": async (fixtures) => ({
    body: { rows: [transactionOf(await fixtures.category()), { date: 7 }] },
  }),
  "imports.add": async (fixtures) => ({
    body: {
      // A batch belongs to the user who began it.
      batch: `batch-${await fixtures.category()}`,
      source: "Bank",
      rows: [
        { ...transactionOf(await fixtures.category()), notes: "cash", reference: "ofx:4711" },
        { date: 7 },
      ],
    },
  }),

  "review.list": () => ({}),
  "review.add": async (fixtures) => ({
    body: {
      batch: `review-${await fixtures.category()}`,
      source: "Bank",
      rows: [{ ...ROW, account: "DE12", reference: "4711", categoryId: await fixtures.category() }],
    },
  }),
  "review.accept": async (fixtures) => {
    const { id, categoryId } = await fixtures.reviewRow();
    return { body: { rows: [{ id, categoryId }] } };
  },
  "review.transfer": async (fixtures) => ({ body: { pairs: [{ ids: [(await fixtures.reviewRow()).id] }] } }),
  "review.dismiss": async (fixtures) => ({ body: { ids: [(await fixtures.reviewRow()).id] } }),

  "portability.export": () => ({}),
  "unreadable.remove": () => ({}),
  // The owner's budget is not empty.
  "portability.restore": async (fixtures) => ({
    body: { batch: "restore-1", version: 1, items: await fixtures.exported() },
    status: 409,
  }),

  "rules.list": () => ({}),
  "rules.add": async (fixtures) => ({
    body: { contains: "Market", categoryId: await fixtures.category() },
  }),
  "rules.replace": async (fixtures) => {
    const { id, categoryId } = await fixtures.rule();
    return {
      body: [
        { contains: "Cafe", categoryId },
        { id, contains: "Market", categoryId },
      ],
    };
  },
  "rules.apply": async (fixtures) => ({ body: { ruleId: (await fixtures.rule()).id, preview: true } }),
  "rules.remove": async (fixtures) => ({ params: { id: (await fixtures.rule()).id } }),

  "categories.list": () => ({}),
  "categories.add": () => ({
    body: { ...CATEGORY, description: "What we eat", group: "Daily", projected: 400, ...MONTH },
  }),
  "categories.order": async (fixtures) => ({
    body: [{ id: await fixtures.category(), group: "Home", archived: false }],
  }),
  "categories.update": async (fixtures) => ({
    params: { id: await fixtures.category() },
    body: { ...CATEGORY, description: null },
  }),
  "categories.usage": async (fixtures) => ({ params: { id: await fixtures.category() } }),
  "categories.remove": async (fixtures) => ({
    params: { id: await fixtures.category() },
    query: { moveTo: await fixtures.category() },
  }),

  "budgets.list": async (fixtures) => ({ query: { ...MONTH, categoryId: await fixtures.category() } }),
  "budgets.history": () => ({ query: { ...MONTH, months: 3 } }),
  "budgets.proposal": () => ({ query: { ...MONTH, from: "average" } }),
  "budgets.save": async (fixtures) => ({ body: budgetOf(await fixtures.category()) }),
  "budgets.planMonth": async (fixtures) => ({
    body: { ...MONTH, plans: [{ categoryId: await fixtures.category(), projected: 80 }] },
  }),
  "budgets.rebalance": async (fixtures) => ({
    body: {
      ...MONTH,
      plans: [
        { categoryId: await fixtures.category(), expected: 0, projected: 0 },
        { categoryId: await fixtures.category(), expected: 0, projected: 0 },
      ],
    },
  }),
  "budgets.update": async (fixtures) => ({
    params: { id: await fixtures.budget() },
    body: { projected: 120 },
  }),
  "budgets.resetMonth": () => ({ body: MONTH }),

  "activity.list": () => ({ query: { before: "9007199254740991", after: "0000000000000001", limit: 5 } }),
  "activity.people": () => ({}),
  "activity.undo": async (fixtures) => ({ params: { id: await fixtures.entry() } }),
  "categories.kinds": () => ({}),
  "figures.year": () => ({ query: { from: "2026-01" } }),
  "figures.toSpend": () => ({ query: MONTH }),
  "months.view": () => ({ query: MONTH }),
  "balance.get": () => ({}),
  "balance.settle": async (fixtures) => ({
    body: {
      from: fixtures.owner.id,
      to: await fixtures.participant({ permissionType: "member" }),
      amount: 20,
      date: "2026-11-20",
    },
  }),
  "explain.get": () => ({ query: { ...MONTH, card: "remaining" } }),

  "goals.list": () => ({}),
  "goals.add": async (fixtures) => ({
    body: { ...GOAL, currentAmount: 5, categoryId: await fixtures.category(), icon: "flag", color: "blue" },
  }),
  "goals.update": async (fixtures) => ({ params: { id: await fixtures.goal() }, body: GOAL }),
  "goals.remove": async (fixtures) => ({ params: { id: await fixtures.goal() } }),
  "goals.setStatus": async (fixtures) => ({
    params: { id: await fixtures.goal() },
    body: { status: "completed" },
  }),
  "goals.contribute": async (fixtures) => ({ params: { id: await fixtures.goal() }, body: { amount: 20 } }),
  "goals.contributions": async (fixtures) => ({
    params: { id: await fixtures.goal() },
    query: { before: "1700000000000001" },
  }),
  "goals.milestones": async (fixtures) => ({ params: { id: await fixtures.goal() } }),
  "goals.addMilestone": async (fixtures) => ({
    params: { id: await fixtures.goal() },
    body: { ...MILESTONE, description: "So far" },
  }),
  "goals.updateMilestone": async (fixtures) => ({ params: await fixtures.milestone(), body: MILESTONE }),
  "goals.removeMilestone": async (fixtures) => ({ params: await fixtures.milestone() }),

  "moneyAccounts.list": () => ({}),
  "moneyAccounts.add": () => ({
    body: { ...ACCOUNT, rate: 1.5, payment: 20, closed: false, accountInFile: `…${freshAddress()}` },
  }),
  "moneyAccounts.update": async (fixtures) => ({ params: { id: await fixtures.account() }, body: ACCOUNT }),
  "moneyAccounts.remove": async (fixtures) => ({ params: { id: await fixtures.account() } }),
  "moneyAccounts.setPoint": async (fixtures) => ({
    params: { id: await fixtures.account(), date: "2026-11-20" },
    body: { amount: -12.5 },
  }),
  "moneyAccounts.agreement": async (fixtures) => ({
    params: { id: await fixtures.account() },
    query: { from: "2026-10-01", to: "2026-11-20" },
  }),
  "moneyAccounts.explain": async (fixtures) => ({
    params: { id: await fixtures.agreedAccount() },
    body: { from: "2026-11-01", to: "2026-11-20", explained: true },
  }),
  "moneyAccounts.removePoint": async (fixtures) => ({
    params: { id: await fixtures.account(), date: "2026-11-01" },
  }),

  "lines.get": () => ({ query: { from: "2026-12", months: 2 } }),
  "lines.afford": () => ({ body: { amount: 900, date: "2027-01-14", every: null } }),

  "subscriptions.list": () => ({}),
  "subscriptions.add": async (fixtures) => ({
    body: {
      ...subscriptionOf(await fixtures.category()),
      endDate: "2027-12-01",
      notifyBeforeDays: 5,
      autoCreateTransaction: true,
      active: true,
      description: "Morning",
      website: "https://paper.example",
      notes: "quiet",
      type: "expense",
      trialEndDate: "2026-12-15",
      cancelNoticeDays: 14,
    },
  }),
  "subscriptions.update": async (fixtures) => {
    const { id, categoryId } = await fixtures.subscription();
    return { params: { id }, body: { ...subscriptionOf(categoryId), active: false } };
  },
  "subscriptions.remove": async (fixtures) => ({ params: { id: (await fixtures.subscription()).id } }),
  "subscriptions.suggestions": () => ({}),
  "subscriptions.take": async (fixtures) => ({ params: { id: await fixtures.price() } }),
  "subscriptions.dismiss": async (fixtures) => ({ params: { id: await fixtures.suggestion() } }),
  "subscriptions.pay": async (fixtures) => ({
    params: { id: (await fixtures.subscription()).id },
    body: { dueDate: "2026-12-01" },
  }),
  "subscriptions.skip": async (fixtures) => ({
    params: { id: (await fixtures.subscription()).id },
    body: { dueDate: "2026-12-01" },
  }),

  "ledger.read": () => ({}),
  "ledger.change": () => ({ body: { name: "Home", currency: "EUR" } }),
  "ledger.removeMember": async (fixtures) => ({ params: { userId: await fixtures.participant() } }),

  "sharing.list": () => ({}),
  "sharing.share": () => ({ body: { ...shareWith(freshAddress()), note: "From settings" } }),
  "sharing.remove": async (fixtures) => ({ params: { id: await fixtures.share() } }),
  "sharing.sharedWithMe": () => ({}),
  "sharing.leave": async (fixtures, { email }) => {
    await fixtures.shareFromInviter(email);
    return { params: { ownerId: fixtures.inviter.id } };
  },
  "sharing.invitation": async (fixtures) => ({ params: { token: await fixtures.invitation() } }),
  "sharing.accept": async (fixtures) => ({ body: { token: await fixtures.invitation() } }),

  "notifications.list": () => ({}),
  "notifications.read": () => ({ body: { ids: ["payment-due:1:2026-11-21"] } }),

  "tips.get": () => ({ query: MONTH }),

  "admin.stats": () => ({}),
  "admin.users": () => ({}),
  "admin.setAdmin": ({ other }) => ({ body: { userId: other.id, isAdmin: false } }),
  "admin.removeUser": async ({ product }) => ({ params: { id: (await product.person()).id } }),
  "admin.sendEmail": ({ inviter }) => ({
    body: { ...ANNOUNCEMENT, userId: inviter.id, sendToAll: false, test: false },
  }),
  "admin.emailProgress": async (fixtures) => ({ params: { id: await fixtures.announcement() } }),
  "admin.failedMail": () => ({}),
  // No mail has failed: 404 for administrators, 403 for others.
  "admin.retryMail": () => ({ params: { id: "none" }, status: 404 }),
};

export type Call = { name: CallName; endpoint: Endpoint };

const isCall = (name: string): name is CallName => name in SAMPLES;

export const CALLS: readonly Call[] = endpointList.map(([name, endpoint]) => {
  if (!isCall(name)) throw new Error(`no sample of ${name}`);
  return { name, endpoint };
});

export type SentSample = Awaited<ReturnType<typeof sampleOf>>;

export async function sampleOf({ name, endpoint }: Call, fixtures: Fixtures, caller: Person) {
  const {
    params = {},
    query = {},
    body,
    status = endpoint.status ?? 200,
  } = await SAMPLES[name](fixtures, caller);
  return { method: endpoint.method, path: pathOf(endpoint, params, query), params, query, body, status };
}

export function pathOf(
  { path }: Endpoint,
  params: Record<string, string | number>,
  query: Record<string, string | number>,
): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
  const search = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return search.length > 0 ? `${filled}?${search.join("&")}` : filled;
}
