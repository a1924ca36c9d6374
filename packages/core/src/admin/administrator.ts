import { STRONG_PASSWORD } from "@coffer/domain/account/strong-password";
import { type Caller, requireAdministrator } from "../access.ts";
import type { Env } from "../env.ts";
import { Refusal } from "../refusal.ts";
import type { Stores } from "../stores.ts";

/**
 * Refuses (forbidden) administrators whose account is opened too easily: they need a passkey, or a strong password and
 * where `secondFactorForAdmins` says so sign-in codes.
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
    if (passkeys.length > 0) return;
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
