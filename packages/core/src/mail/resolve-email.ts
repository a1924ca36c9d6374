import type { User } from "@coffer/domain/account/user";
import type { ActivityEntry } from "@coffer/domain/activity/activity";
import { activitySummary } from "@coffer/domain/activity/activity-summary";
import { hiddenKinds } from "@coffer/domain/activity/kinds";
import { deriveBudgets, type MonthFacts, overview } from "@coffer/domain/budget/budget";
import { fill } from "@coffer/domain/campaign/announcement";
import type { Category } from "@coffer/domain/category/category";
import { digestFacts } from "@coffer/domain/digest/digest";
import { type DigestFrequency, letterFacts, periodOf } from "@coffer/domain/digest/letter";
import type { Id } from "@coffer/domain/id";
import { LINE_MONTHS } from "@coffer/domain/line/afford";
import { screenPath } from "@coffer/domain/link/links";
import type { QueuedEmail } from "@coffer/domain/mail/queued-email";
import type { Cents } from "@coffer/domain/money/money";
import { isWanted } from "@coffer/domain/notification/choices";
import { FORMER_MEMBER, permits } from "@coffer/domain/share/sharing";
import { cleanName } from "@coffer/domain/text/clean-name";
import { localeOf } from "@coffer/domain/text/locale";
import { addDays, type Day, weekday } from "@coffer/domain/time/day";
import { monthOfDay, previousMonth } from "@coffer/domain/time/month";
import { DEFAULT_TIME_ZONE, localTime, today } from "@coffer/domain/time/timezone";
import type { OpenLedger } from "../access.ts";
import { accountChanged, hasProven, isGone, mailboxOf } from "../account/account-store.ts";
import { resolveHomeBudget } from "../account/home.ts";
import { hashOf, newLink, newUnsubscribeSecret, unsubscribeToken } from "../account/links.ts";
import { createFigures, type FigureStores } from "../budget/figures.ts";
import { placeholderValues } from "../campaign/announcement-values.ts";
import type { Env } from "../env.ts";
import { createLines } from "../line/lines.ts";
import { retryOnConflict } from "../refusal.ts";
import { type BalanceStores, readDebts } from "../share/balances.ts";
import { ledgerCurrencyOf, ledgerNameOf, participantsOf } from "../share/households.ts";
import { INVITATION_MS } from "../share/share-email.ts";
import type { Stores } from "../stores.ts";
import type { DigestData, EmailData } from "./email.ts";
import { EMAIL_KINDS } from "./email-kinds.ts";
import type { EmailJob } from "./outbox.ts";

type EmailStores = FigureStores &
  BalanceStores &
  Pick<
    Stores,
    "campaigns" | "suppression" | "outbox" | "activity" | "notifications" | "links" | "invitations"
  >;
/** Monday: the weekday on which the summary reports who owes whom. */
const BALANCE_WEEKDAY = 1;

type ResolvedEmail = { data: EmailData; headers: Record<string, string> };
type Of<Kind extends QueuedEmail["kind"]> = Extract<QueuedEmail, { kind: Kind }>;

/**
 * `isProven`: the recipient's account has verified the address. `compose` builds the message when it is sent; null if it
 * is no longer wanted.
 */
type AddressedEmail = {
  to: string;
  isProven: boolean;
  /** The recipient's, for amounts and dates; null if it is not known. */
  language: string | null;
  compose: () => Promise<ResolvedEmail | null>;
};

/** Returns a function that addresses a queued mail; null if it must not be sent any more. */
export function createEmailResolver(stores: EmailStores, env: Pick<Env, "origin" | "clock">) {
  const figures = createFigures(stores, env);
  const lines = createLines(stores, env);
  const { origin, clock } = env;

  return async ({ mail, userId }: EmailJob): Promise<AddressedEmail | null> => {
    switch (mail.kind) {
      case "reset-password": {
        const account = await stores.users.provenOrWithEmail(mail.to);
        if (!account || isGone(account, clock())) return null;
        const to = mailboxOf(account);
        const compose = () => retryOnConflict(() => resetEmail(mail.to), accountChanged);
        return { to, isProven: hasProven(account, to), language: account.language, compose };
      }
      case "invitation": {
        const account = await stores.users.withEmail(mail.to);
        const isProven = account !== undefined && hasProven(account, mail.to);
        const { language = null } = account ?? {};
        return { to: mail.to, isProven, language, compose: () => invitation(mail) };
      }
      default: {
        const account = userId === null ? undefined : await stores.users.account(userId);
        // The account was deleted since, or is to be: then nothing that goes to many is for it.
        if (userId !== null && !account) return null;
        if (account && account.goesAt !== null && (await isForMany(mail))) return null;
        const isProven = account !== undefined && hasProven(account, mail.to);
        const { language = null } = account ?? {};
        return { to: mail.to, isProven, language, compose: () => emailOf(mail, account?.user, language) };
      }
    }
  };

  async function isForMany(mail: QueuedEmail): Promise<boolean | undefined> {
    if (mail.kind === "announcement") return (await stores.campaigns.get(mail.campaignId))?.toAll;
    return EMAIL_KINDS[mail.kind].lane === "bulk";
  }

  async function emailOf(
    mail: Exclude<QueuedEmail, { kind: "reset-password" | "invitation" }>,
    user: User | undefined,
    language: string | null,
  ): Promise<ResolvedEmail | null> {
    switch (mail.kind) {
      case "verify-email":
        return verification(mail, user);
      case "budget-shared": {
        const { ledgerId } = mail;
        // The share may have ended while the mail waited.
        const isOver = user && ledgerId !== undefined && !(await stores.shares.get(ledgerId, user.id));
        return isOver ? null : { data: mail, headers: {} };
      }
      case "security-summary":
        return { data: { ...mail, timeZone: user?.timeZone ?? DEFAULT_TIME_ZONE }, headers: {} };
      case "digest":
      case "digest-preview":
      case "notice":
      case "notice-summary":
      case "announcement":
        if (user?.email !== mail.to) return null;
        if (mail.kind === "notice" || mail.kind === "notice-summary") return notice(mail, user);
        return mail.kind === "announcement" ? announcement(mail, user) : digest(mail, user, language);
      default:
        return { data: mail, headers: {} };
    }
  }

  /** Makes a link that revokes older ones; null if nobody has the address. */
  async function resetEmail(address: string): Promise<ResolvedEmail | null | "changed"> {
    const account = await stores.users.provenOrWithEmail(address);
    if (!account) return null;
    const { id, firstName } = account.user;
    const to = mailboxOf(account);
    const { url, link } = newLink(env, "reset-password", id, to);
    const after = { ...account, resetHash: link.hash };
    if ((await stores.users.save(account, after, { newLinks: [link] })) !== "saved") return "changed";
    return { data: { kind: "reset-password", to, firstName: cleanName(firstName), link: url }, headers: {} };
  }

  /** Makes the link now, so that it is valid for a day even if the mail had to wait. */
  async function verification(
    mail: Of<"verify-email">,
    user: User | undefined,
  ): Promise<ResolvedEmail | null> {
    const { kind, to } = mail;
    const firstName = cleanName(mail.firstName);
    if (mail.link !== undefined) return { data: { kind, to, firstName, link: mail.link }, headers: {} };
    if (!user || user.email !== to || user.emailVerified) return null;
    const { url, link } = newLink(env, "verify-email", user.id, to);
    await stores.links.add(link);
    return { data: { kind, to, firstName, link: url }, headers: {} };
  }

  /** Contains no text by the sender. Null if another link was mailed since, or the share has ended. */
  async function invitation(mail: Of<"invitation">): Promise<ResolvedEmail | null> {
    const token = mail.link.slice(mail.link.lastIndexOf("/") + 1);
    if (!(await stores.invitations.renew(hashOf(token), clock() + INVITATION_MS))) return null;
    return { data: { ...mail, note: null }, headers: {} };
  }

  async function digest(
    mail: Of<"digest" | "digest-preview">,
    user: User,
    language: string | null,
  ): Promise<ResolvedEmail | null> {
    const { kind, to, day } = mail;
    const frequency = kind === "digest" ? (mail.frequency ?? "daily") : user.frequency;
    if (!user.emailVerified || !(user.emailNotifications || kind === "digest-preview")) return null;
    const [facts, { page, headers }] = await Promise.all([
      factsOf(user, day, frequency, language),
      unsubscribing(user.id),
    ]);
    if (!facts) return null;
    const budget = facts.home === null ? null : user.homeBudget;
    const dashboard = origin + screenPath("/", { budget });
    const links = { dashboard, settings: `${origin}/settings`, unsubscribe: page };
    return { data: { kind, to, facts, links }, headers };
  }

  async function notice(mail: Of<"notice" | "notice-summary">, user: User): Promise<ResolvedEmail | null> {
    if (!user.emailVerified || user.notifyBy !== "mail" || !user.notifications) return null;
    if (mail.kind === "notice" && !isWanted(mail.about, user)) return null;
    const { page, headers } = await unsubscribing(user.id);
    return { data: { ...mail, links: { settings: `${origin}/settings`, unsubscribe: page } }, headers };
  }

  async function announcement(mail: Of<"announcement">, user: User): Promise<ResolvedEmail | null> {
    const { to, campaignId } = mail;
    const [campaign, { page, headers, unsubscribed }] = await Promise.all([
      stores.campaigns.get(campaignId),
      unsubscribing(user.id),
    ]);
    if (!campaign || (unsubscribed && !campaign.test)) return null;
    // The last complete month in the recipient's time zone.
    const month = previousMonth(monthOfDay(today(campaign.createdAt, user.timeZone)));
    const { values, links } = await placeholderValues(stores, user, month, campaign, origin);
    const { subject, html } = fill(campaign, values, links);
    return { data: { kind: "announcement", to, subject, html, links: { unsubscribe: page } }, headers };
  }

  /** Null for a user without a budget. */
  async function factsOf(user: User, day: Day, frequency: DigestFrequency, language: string | null) {
    const ownerId = await resolveHomeBudget(stores, user);
    if (ownerId === null) return null;
    const month = monthOfDay(day);
    const before = addDays(day, -1);
    const isDaily = frequency === "daily";
    const { from } = periodOf(frequency, day);
    const ledger = { ownerId, user, permission: "owner" as const, today: day };
    const earlier = monthOfDay(from);
    const [currency, home, balance, others, notices, view, past, lowest] = await Promise.all([
      ledgerCurrencyOf(stores, user, ownerId),
      ownerId === user.id && user.hasLedger ? null : ledgerNameOf(stores, ownerId),
      !isDaily || weekday(day) === BALANCE_WEEKDAY ? balanceOf(ownerId) : [],
      isDaily ? othersActivity(stores, user, ownerId, before) : null,
      noticesBetween(user, isDaily ? before : from, day),
      figures.month(ledger, month),
      earlier === month ? [] : stores.budgets.months(ownerId, earlier, earlier),
      isDaily ? null : lowestAhead(ledger),
    ]);
    const transactions = [...past, view.facts].flatMap((one) => one.transactions);
    const shown = { ...view, transactionsYesterday: transactions, budgetsThisMonth: view.budgets };
    const about = { user: { ...user, currency }, home, balance, others, notices, today: day };
    const facts = digestFacts({ ...shown, ...about });
    if (isDaily) return facts;
    const planned = frequency === "monthly" ? plannedIn(past, view.categories) : null;
    const sources = {
      frequency,
      day,
      currency,
      locale: localeOf(language ?? "en-US"),
      categories: view.categories,
      transactions,
      planned,
      lowest,
      facts,
    };
    return { ...facts, letter: letterFacts(sources) };
  }

  /** Null for guests who may not see accounts. */
  async function lowestAhead(ledger: OpenLedger) {
    const { ownerId, user } = ledger;
    const share = ownerId === user.id ? undefined : await stores.shares.get(ownerId, user.id);
    if (share && !permits(share.permission, "manage")) return null;
    return (await lines.line(ledger, undefined, LINE_MONTHS)).lowest;
  }

  async function balanceOf(ownerId: Id): Promise<DigestData["balance"]> {
    const people = new Map((await participantsOf(stores, ownerId)).map(({ user }) => [user.id, user]));
    const nameOf = (id: Id) => (people.get(id) ?? FORMER_MEMBER).firstName;
    return (await readDebts(stores, ownerId)).map((debt) => {
      return { ...debt, text: `${nameOf(debt.from)} owes ${nameOf(debt.to)}` };
    });
  }

  /** Notices since the last summary, the oldest first, if the user wants them in the summary. */
  async function noticesBetween(user: User, before: Day, day: Day): Promise<DigestData["notices"]> {
    if (user.notifyBy !== "summary" || !user.notifications) return [];
    const { notificationTime, timeZone } = user;
    const notifications = (await stores.notifications.list(user.id)).filter(({ at }) => {
      const shown = `${today(at, timeZone)} ${localTime(at, timeZone)}`;
      return shown > `${before} ${notificationTime}` && shown <= `${day} ${notificationTime}`;
    });
    return notifications.reverse().map(({ text, link }) => ({ text, link }));
  }

  /** One-click unsubscribe (RFC 8058). */
  async function unsubscribing(userId: Id) {
    const bulk = await stores.suppression.bulkMail(userId, newUnsubscribeSecret());
    const token = unsubscribeToken(userId, bulk);
    return {
      unsubscribed: bulk.unsubscribed,
      page: `${origin}/unsubscribe/${token}`,
      headers: {
        "List-Unsubscribe": `<${origin}/api/unsubscribe/${token}>`,
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      },
    };
  }
}

/** The planned spending of the months; null without any plan. */
function plannedIn(months: readonly MonthFacts[], categories: readonly Category[]): Cents | null {
  const { projectedExpenses } = overview(categories, months.flatMap(deriveBudgets));
  return projectedExpenses > 0 ? projectedExpenses : null;
}

type ReadStores = Pick<Stores, "activity" | "users" | "shares" | "households">;

const PAGE = 100;
/** Entries that are read, the newest first. On a day with more, the oldest are not summarized. */
const MOST = 500;

/** Other people's changes on the user's local day, for the daily summary; null if there were none. */
async function othersActivity(stores: ReadStores, user: User, ownerId: Id, day: Day): Promise<string | null> {
  const people = await participantsOf(stores, ownerId);
  if (people.every((one) => one.user.id === user.id)) return null;
  const role = people.find((one) => one.user.id === user.id)?.role;
  const hidden = hiddenKinds((right) => role !== undefined && permits(role, right));
  const entries = (await entriesOf(stores, user, ownerId, day)).filter(
    ({ by, kind }) => by !== user.id && !hidden.includes(kind),
  );
  const names = new Map(people.map((one) => [one.user.id, one.user.firstName]));
  return activitySummary(entries, {
    nameOf: (id) => names.get(id) ?? "Somebody",
    currency: await ledgerCurrencyOf(stores, user, ownerId),
    month: monthOfDay(day),
  });
}

async function entriesOf({ activity }: ReadStores, { timeZone }: User, ownerId: Id, day: Day) {
  const found: ActivityEntry[] = [];
  for (let read = 0, before: string | undefined; read < MOST; read += PAGE) {
    const { entries: page, next } = await activity.list(ownerId, { before, limit: PAGE });
    found.push(...page.filter(({ at }) => today(at, timeZone) === day));
    const last = page.at(-1);
    if (next === null || (last && today(last.at, timeZone) < day)) break;
    before = next;
  }
  return found;
}
