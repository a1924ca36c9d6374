import { normalizeEmail } from "@coffer/domain/account/email-address";
import { STRONG_PASSWORD } from "@coffer/domain/account/strong-password";
import { fullName } from "@coffer/domain/account/user";
import type { Id } from "@coffer/domain/id";
import { type Caller, requireAdministrator } from "../access.ts";
import { changeAccount, mailboxOf, type UserStore } from "../account/account-store.ts";
import { isSuspended } from "../account/passkey-verifier.ts";
import type { Env } from "../env.ts";
import { emailJob } from "../mail/outbox.ts";
import { Refusal } from "../refusal.ts";
import type { Stores } from "../stores.ts";
import { newTask } from "../task/task.ts";

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
): Promise<"done" | "notFound" | "unverified"> {
  const account = await stores.users.withEmail(normalizeEmail(email));
  if (!account) return "notFound";
  const { user } = await changeAccount(stores, account.user.id, (before) => {
    const { user } = before;
    if (user.isAdmin === isAdmin || (isAdmin && !user.emailVerified)) return { after: before };
    const what = isAdmin
      ? ({ kind: "administrator-added", byName: null } as const)
      : ({ kind: "administrator-removed" } as const);
    return {
      after: { ...before, user: { ...user, isAdmin } },
      writes: { tasks: [newTask(env, what, user.id)] },
    };
  });
  return isAdmin && !user.emailVerified ? "unverified" : "done";
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
