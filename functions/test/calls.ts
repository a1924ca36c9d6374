import type { Endpoint } from "@coffer/contract/endpoint";
import { type Endpoints, endpointList } from "@coffer/contract/endpoints";
import {
  ANNOUNCEMENT,
  budgetOf,
  CATEGORY,
  freshAddress,
  GOAL,
  MILESTONE,
  type Person,
  shareWith,
  subscriptionOf,
  transactionOf,
  type World,
} from "./world.ts";

type Noun = keyof Endpoints & string;
export type CallName = { [N in Noun]: `${N}.${keyof Endpoints[N] & string}` }[Noun];

/** A call as it is made when all is well; `status` where the endpoint's own is not what it answers. */
export type Sample = {
  params?: Record<string, string | number>;
  query?: Record<string, string | number>;
  body?: object;
  status?: number;
};

const MONTH = { month: 11, year: 2026 };

/** One good call per endpoint, made by `caller` where it is about themselves: leaving one out does not compile. */
const SAMPLES: Record<CallName, (world: World, caller: Person) => Sample | Promise<Sample>> = {
  "health.check": () => ({}),
  "health.openapi": () => ({}),

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
  "users.validateResetToken": async (world) => ({ params: { token: await world.resetLink() } }),
  "users.resetPassword": async (world) => ({
    body: { token: await world.resetLink(), password: world.other.password },
  }),
  "users.update": (_, { email }) => ({
    body: { firstName: "Maya", lastName: "Stone", email, phone: "555 0102030" },
  }),
  "users.changePassword": (_, { password }) => ({
    body: { currentPassword: password, newPassword: password },
  }),
  "users.notificationPreferences": () => ({
    body: { emailNotifications: true, notificationTime: "07:30", timeZone: "Europe/Paris" },
  }),
  "users.previewDigest": () => ({}),
  "users.preferences": () => ({ body: { currency: "EUR", aiRecommendations: true, notifications: false } }),
  "users.verifyEmail": async (world) => ({ body: { token: await world.verificationLink() } }),
  "users.resendVerification": () => ({}),
  "users.unsubscribe": async (world) => ({ params: { token: await world.unsubscribeLink() } }),

  "transactions.list": () => ({ query: { startDate: "2026-11-01", endDate: "2026-11-30" } }),
  "transactions.add": async (world) => ({
    body: { ...transactionOf(await world.category()), notes: "cash" },
  }),
  "transactions.update": async (world) => {
    const { id, categoryId } = await world.transaction();
    return { params: { id }, body: { ...transactionOf(categoryId), notes: null } };
  },
  "transactions.remove": async (world) => ({ params: { id: (await world.transaction()).id } }),

  "categories.list": () => ({}),
  "categories.add": () => ({ body: { ...CATEGORY, description: "What we eat" } }),
  "categories.update": async (world) => ({
    params: { id: await world.category() },
    body: { ...CATEGORY, description: null },
  }),
  "categories.usage": async (world) => ({ params: { id: await world.category() } }),
  "categories.remove": async (world) => ({
    params: { id: await world.category() },
    query: { moveTo: await world.category() },
  }),

  "budgets.list": async (world) => ({ query: { ...MONTH, categoryId: await world.category() } }),
  "budgets.history": () => ({ query: { ...MONTH, months: 3 } }),
  "budgets.save": async (world) => ({ body: budgetOf(await world.category()) }),
  "budgets.update": async (world) => ({ params: { id: await world.budget() }, body: { projected: 120 } }),
  "budgets.resetMonth": () => ({ body: MONTH }),
  "budgets.undoReset": () => ({ body: MONTH }),

  "goals.list": () => ({}),
  "goals.add": async (world) => ({
    body: { ...GOAL, currentAmount: 5, categoryId: await world.category(), icon: "flag", color: "blue" },
  }),
  "goals.update": async (world) => ({ params: { id: await world.goal() }, body: GOAL }),
  "goals.remove": async (world) => ({ params: { id: await world.goal() } }),
  "goals.setStatus": async (world) => ({
    params: { id: await world.goal() },
    body: { status: "completed" },
  }),
  "goals.contribute": async (world) => ({ params: { id: await world.goal() }, body: { amount: 20 } }),
  "goals.milestones": async (world) => ({ params: { id: await world.goal() } }),
  "goals.addMilestone": async (world) => ({
    params: { id: await world.goal() },
    body: { ...MILESTONE, description: "So far" },
  }),
  "goals.updateMilestone": async (world) => ({ params: await world.milestone(), body: MILESTONE }),
  "goals.removeMilestone": async (world) => ({ params: await world.milestone() }),

  "subscriptions.list": () => ({}),
  "subscriptions.add": async (world) => ({
    body: {
      ...subscriptionOf(await world.category()),
      endDate: "2027-12-01",
      notifyBeforeDays: 5,
      autoCreateTransaction: true,
      active: true,
      description: "Morning",
      website: "https://paper.example",
      notes: "quiet",
    },
  }),
  "subscriptions.update": async (world) => {
    const { id, categoryId } = await world.subscription();
    return { params: { id }, body: { ...subscriptionOf(categoryId), active: false } };
  },
  "subscriptions.remove": async (world) => ({ params: { id: (await world.subscription()).id } }),
  "subscriptions.pay": async (world) => ({
    params: { id: (await world.subscription()).id },
    body: { dueDate: "2026-12-01" },
  }),
  "subscriptions.skip": async (world) => ({
    params: { id: (await world.subscription()).id },
    body: { dueDate: "2026-12-01" },
  }),

  "sharing.list": () => ({}),
  "sharing.share": () => ({ body: { ...shareWith(freshAddress()), note: "From settings" } }),
  "sharing.remove": async (world) => ({ params: { id: await world.share() } }),
  "sharing.sharedWithMe": () => ({}),
  "sharing.leave": async (world, { email }) => {
    await world.shareFromInviter(email);
    return { params: { ownerId: world.inviter.id } };
  },
  "sharing.invitation": async (world) => ({ params: { token: await world.invitation() } }),
  "sharing.accept": async (world) => ({ body: { token: await world.invitation() } }),

  "tips.get": () => ({ query: MONTH }),

  "admin.stats": () => ({}),
  "admin.users": () => ({}),
  "admin.setAdmin": ({ other }) => ({ body: { userId: other.id, isAdmin: false } }),
  "admin.sendEmail": ({ other }) => ({
    body: { ...ANNOUNCEMENT, userId: other.id, sendToAll: false, test: false },
  }),
  "admin.emailProgress": async (world) => ({ params: { id: await world.letter() } }),
  "admin.failedMail": () => ({}),
  // Nothing has failed here: what matters is who is told so.
  "admin.retryMail": () => ({ params: { id: "none" }, status: 404 }),
};

export type Call = { name: CallName; endpoint: Endpoint };

const isCall = (name: string): name is CallName => name in SAMPLES;

/** Every endpoint of the contract. */
export const CALLS: readonly Call[] = endpointList.map(([name, endpoint]) => {
  if (!isCall(name)) throw new Error(`no sample of ${name}`);
  return { name, endpoint };
});

export type SentSample = Awaited<ReturnType<typeof sampleOf>>;

/** A good call of an endpoint: where it goes, what it carries and what it answers. */
export async function sampleOf({ name, endpoint }: Call, world: World, caller: Person) {
  const {
    params = {},
    query = {},
    body,
    status = endpoint.status ?? 200,
  } = await SAMPLES[name](world, caller);
  return { method: endpoint.method, path: pathOf(endpoint, params, query), params, query, body, status };
}

/** The address of a call with its parameters filled in. */
export function pathOf(
  { path }: Endpoint,
  params: Record<string, string | number>,
  query: Record<string, string | number>,
): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
  const asked = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return asked.length > 0 ? `${filled}?${asked.join("&")}` : filled;
}
