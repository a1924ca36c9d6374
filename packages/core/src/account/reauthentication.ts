import type { User } from "@coffer/domain/account/user";
import type { Id } from "@coffer/domain/id";
import type { Caller } from "../access.ts";
import type { Env } from "../env.ts";
import { invalid, Refusal } from "../refusal.ts";
import type { Stores } from "../stores.ts";
import { createThrottles } from "./throttles.ts";

/** Refuses (invalid) a password that is not the user's, and (throttled) too many. */
export async function checkPassword(
  stores: Pick<Stores, "users" | "throttles">,
  env: Pick<Env, "clock" | "passwords" | "throttle">,
  { id }: User,
  password: string,
): Promise<void> {
  await createThrottles(stores, env).take("reauthenticate", String(id));
  const account = await stores.users.account(id);
  if (!(await env.passwords.verify(password, account?.passwordHash)))
    throw invalid("password", "Password is incorrect");
}

export function createReauthentication(
  stores: Pick<Stores, "users" | "sessions" | "throttles">,
  env: Pick<Env, "clock" | "passwords" | "throttle">,
) {
  const note = ({ session }: Caller) => stores.sessions.notePassword(session, env.clock());
  return {
    async reauthenticate(caller: Caller, password: string): Promise<void> {
      await checkPassword(stores, env, caller.user, password);
      await note(caller);
    },

    async reauthenticateWithPasskey(caller: Caller, prove: () => Promise<Id | null>): Promise<void> {
      if ((await prove()) !== caller.user.id)
        throw new Refusal("invalid", "This passkey is not one of yours");
      await note(caller);
    },
  };
}
