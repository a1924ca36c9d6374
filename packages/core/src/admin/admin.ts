import { type ListedUser, USERS_PAGE } from "@coffer/domain/account/definition";
import { normalizeEmail } from "@coffer/domain/account/email-address";
import { STRONG_PASSWORD } from "@coffer/domain/account/strong-password";
import { fullName } from "@coffer/domain/account/user";
import type { Id } from "@coffer/domain/id";
import { FAILED_MAIL_PAGE } from "@coffer/domain/mail/failed-mail";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@coffer/domain/time/day";
import { administratorsOnly, type Caller, requireAdministrator, requireRecentPassword } from "../access.ts";
import { changeAccount, mailboxOf, type UserStore } from "../account/account-store.ts";
import { isSuspended } from "../account/passkey-verifier.ts";
import type { Env } from "../env.ts";
import { emailJob, type FailedPage } from "../mail/outbox.ts";
import { runLimit } from "../pages.ts";
import { found, invalidCursor, notFound, Refusal } from "../refusal.ts";
import type { Stores } from "../stores.ts";
import { newTask } from "../task/task.ts";
import {
  type AdminStore,
  NOBODY,
  type StatisticsSnapshot,
  sumOf,
  type UserPage,
  type UserSearch,
} from "./admin-store.ts";

/** "Active" and "new" mean within the last thirty days. */
const WINDOW = 30 * DAY_MS;

/** Installations up to this size are counted on request; larger ones once a day, by housekeeping. */
const COUNTED_LIVE = { people: 500, transactions: 50_000 };

const SNAPSHOT_PAUSE = 20 * HOUR_MS;

/** The daily job adds transactions for inactive users too, so stored counts are renewed at this age. */
const MAX_COUNTS_AGE = 30 * DAY_MS;

const CENSUS_LIMIT_MS = 10 * MINUTE_MS;

const isSmall = ({ total, transactions }: StatisticsSnapshot): boolean =>
  total <= COUNTED_LIVE.people && transactions <= COUNTED_LIVE.transactions;

/** An estimate of the recipients of a mail to all; only the fan-out finds the exact number. */
export async function expectedRecipients(admin: AdminStore): Promise<number> {
  const last = await admin.statisticsSnapshot();
  if (last && !isSmall(last)) return last.total;
  return (await admin.countPeople(COUNTED_LIVE.people)) ?? last?.total ?? COUNTED_LIVE.people;
}

/** The API checks that the caller is an administrator, at every request. */
export function createAdmin(
  stores: Pick<Stores, "admin" | "outbox" | "users">,
  env: Pick<Env, "clock" | "ids" | "securityLog">,
) {
  const { clock } = env;

  return {
    /** Null before the first count of a large installation (docs/decisions/012-statistics-for-administrators.md). */
    async stats(): Promise<StatisticsSnapshot | null> {
      const last = await stores.admin.statisticsSnapshot();
      if (last && !isSmall(last)) return last;
      const people = await stores.admin.countPeople(COUNTED_LIVE.people);
      if (people === undefined) return last ?? null;
      const now = clock();
      const counts = await stores.admin.count({ activeSince: now - WINDOW, now, counting: "live" });
      return { ...counts, countedAt: now };
    },

    /** Null if a large installation's last snapshot is recent, or the next run has to continue the count. */
    async takeStatisticsSnapshot({ isOver } = runLimit(clock, undefined, CENSUS_LIMIT_MS)) {
      const [last, begun] = await Promise.all([stores.admin.statisticsSnapshot(), stores.admin.census()]);
      if (!begun && last && !isSmall(last) && last.countedAt > clock() - SNAPSHOT_PAUSE) return null;
      const startedAt = begun?.startedAt ?? clock();
      const counting = { recountBefore: startedAt - MAX_COUNTS_AGE };
      let counts = begun?.counts ?? NOBODY;
      for (let from = begun?.next; ; ) {
        const how = { activeSince: startedAt - WINDOW, now: clock(), counting };
        const part = await stores.admin.countPart(how, from);
        counts = sumOf(counts, part.counts);
        if (part.next === undefined) break;
        from = part.next;
        if (isOver()) {
          await stores.admin.saveCensus({ startedAt, counts, next: from });
          return null;
        }
      }
      const snapshot: StatisticsSnapshot = { ...counts, countedAt: startedAt };
      await stores.admin.saveStatisticsSnapshot(snapshot);
      return snapshot;
    },

    async users(search: UserSearch): Promise<UserPage> {
      const page = await stores.admin.users(search, USERS_PAGE);
      if (!page) throw invalidCursor();
      return page;
    },

    /** Nobody can change their own rights, so there is always an administrator left. */
    async setAdmin(caller: Caller, target: Id, isAdmin: boolean): Promise<ListedUser> {
      if (isAdmin) requireRecentPassword(caller, clock());
      if (target === caller.user.id) throw new Refusal("forbidden", "Cannot change your own admin status");
      const user = found(await stores.users.get(target), "User");
      const byName = fullName(caller.user);
      const task = isAdmin ? newTask(env, { kind: "administrator-added", byName }, user.id) : undefined;
      const changed = await stores.admin.setAdmin(caller.user.id, target, isAdmin, task);
      if (changed === "notFound") throw notFound("User");
      if (changed === "unverified")
        throw new Refusal("conflict", "This person has not verified their email address yet");
      if (changed === "leaving")
        throw new Refusal(
          "conflict",
          "This person's account is to be deleted. Once they sign in, which keeps it, they can become an administrator.",
        );
      if (changed === "forbidden") throw administratorsOnly();
      const event = isAdmin ? "administrator-granted" : "administrator-revoked";
      env.securityLog({ event, userId: caller.user.id, targetId: target });
      return changed;
    },

    async failedMail(cursor?: string): Promise<FailedPage> {
      const page = await stores.outbox.failed(cursor, FAILED_MAIL_PAGE);
      if (!page) throw invalidCursor();
      return page;
    },

    async retryMail(id: string): Promise<void> {
      if (!(await stores.outbox.retry(id, clock()))) throw notFound("Email");
    },
  };
}

/**
 * Refuses (forbidden) administrators who have no passkey and either a weak password or none of the sign-in codes that
 * the installation requires.
 */
export function createAdministratorCheck(
  stores: Pick<Stores, "users" | "passkeys" | "secondFactors">,
  { secondFactorForAdmins }: Pick<Env, "secondFactorForAdmins">,
) {
  return async ({ user }: Pick<Caller, "user">): Promise<void> => {
    requireAdministrator(user);
    const [account, passkeys, factor] = await Promise.all([
      stores.users.account(user.id),
      stores.passkeys.list(user.id),
      stores.secondFactors.get(user.id),
    ]);
    if (account && passkeys.some((passkey) => !isSuspended(passkey, account))) return;
    if (!account?.hasStrongPassword)
      throw new Refusal(
        "forbidden",
        `Administrators need a password of at least ${STRONG_PASSWORD} characters that few others use, or a passkey. Change yours in Settings, then come back.`,
      );
    if (secondFactorForAdmins && !factor?.confirmed)
      throw new Refusal(
        "forbidden",
        "Administrators need a passkey or sign-in codes. Add one in Settings, under Security, then come back.",
      );
  };
}

/** For the operator's command: the only way to appoint the first administrator. */
export async function appointAdmin(
  stores: { users: UserStore },
  env: Pick<Env, "clock" | "ids">,
  email: string,
  isAdmin: boolean,
): Promise<"done" | "notFound" | "unverified" | "leaving"> {
  const account = await stores.users.withEmail(normalizeEmail(email));
  if (!account) return "notFound";
  const { user, goesAt } = await changeAccount(stores, account.user.id, (before) => {
    const { user, goesAt } = before;
    if (user.isAdmin === isAdmin) return { after: before };
    if (isAdmin && (!user.emailVerified || goesAt !== null)) return { after: before };
    const what = isAdmin
      ? ({ kind: "administrator-added", byName: null } as const)
      : ({ kind: "administrator-removed" } as const);
    return {
      after: { ...before, user: { ...user, isAdmin } },
      writes: { tasks: [newTask(env, what, user.id)] },
    };
  });
  if (!isAdmin) return "done";
  if (!user.emailVerified) return "unverified";
  return goesAt === null ? "done" : "leaving";
}

/** Mails the new administrator and all others. Idempotent: one mail per recipient and task. */
export async function mailAdministrators(
  stores: Pick<Stores, "users" | "outbox"> & { admin: { administrators(): Promise<Id[]> } },
  env: Pick<Env, "clock" | "ids" | "origin">,
  task: { id: string; userId: Id },
  byName: string | null,
): Promise<void> {
  const added = await stores.users.get(task.userId);
  if (!added) return;
  const { email, id } = added;
  const others = (await stores.admin.administrators()).filter((other) => other !== id);
  for (const to of [id, ...others]) {
    const account = await stores.users.account(to);
    if (!account || account.provenEmail === null) continue;
    const mail = {
      kind: "new-administrator",
      to: mailboxOf(account),
      firstName: account.user.firstName,
      person: to === id ? null : { name: fullName(added), email },
      byName,
      link: `${env.origin}/admin`,
    } as const;
    await stores.outbox.add(emailJob(env, mail, to, `administrator-${task.id}-${to}`));
  }
}
