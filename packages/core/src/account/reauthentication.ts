import type { Id } from "@coffer/domain/id";
import type { Caller } from "../access.ts";
import type { Env } from "../env.ts";
import { invalid, Refusal } from "../refusal.ts";
import type { Stores } from "../stores.ts";
import { createThrottles } from "./throttles.ts";

/** Refuses (invalid) a wrong password, and (throttled) too many attempts of one session; other sessions can go on. */
export async function checkPassword(
  stores: Pick<Stores, "users" | "throttles">,
  env: Pick<Env, "clock" | "passwords" | "throttle" | "securityLog">,
  { user: { id }, session }: Caller,
  password: string,
  purpose: "reauthentication" | "leaving",
): Promise<void> {
  await createThrottles(stores, env).take("reauthenticate", `${id}#${session.id}`);
  if (await env.passwords.verify(password, await stores.users.passwordHash(id))) return;
  env.securityLog({ event: "password-refused", userId: id, purpose });
  throw invalid("password", "Password is incorrect");
}

export function createReauthentication(
  stores: Pick<Stores, "users" | "sessions" | "throttles">,
  env: Pick<Env, "clock" | "passwords" | "throttle" | "securityLog">,
) {
  const note = ({ session }: Caller) => stores.sessions.notePassword(session, env.clock());
  return {
    async reauthenticate(caller: Caller, password: string): Promise<void> {
      await checkPassword(stores, env, caller, password, "reauthentication");
      await note(caller);
    },

    async reauthenticateWithPasskey(caller: Caller, prove: () => Promise<Id | null>): Promise<void> {
      const { id } = caller.user;
      if ((await prove()) !== id) {
        env.securityLog({ event: "password-refused", userId: id, purpose: "reauthentication" });
        throw new Refusal("invalid", "This passkey is not one of yours");
      }
      await note(caller);
    },
  };
}
