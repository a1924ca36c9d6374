import { normalizeEmail } from "@coffer/domain/account/email-address";
import { createAccountChange, type UserStore } from "../account/account-store.ts";
import type { Env } from "../env.ts";
import { newTask } from "../task/task.ts";

/**
 * Makes or unmakes an administrator by e-mail address, for whoever operates the product: the only way to the first
 * one. Says why not where nobody has an account with that address, or the one who has did not verify it.
 */
export async function appointAdmin(
  stores: { users: UserStore },
  env: Pick<Env, "clock" | "ids">,
  email: string,
  isAdmin: boolean,
): Promise<"done" | "notFound" | "unverified"> {
  const account = await stores.users.withEmail(normalizeEmail(email));
  if (!account) return "notFound";
  const change = createAccountChange(stores);
  const { user } = await change(account.user.id, (before) => {
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
