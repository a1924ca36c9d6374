import { users } from "@coffer/contract/user";
import { ApiError } from "./api-error.ts";
import { call } from "./call.ts";

/** Whoever waits for the password: told whether it was given. */
let waiting: PromiseWithResolvers<boolean> | null = null;
const listeners = new Set<() => void>();

function set(next: typeof waiting) {
  waiting = next;
  for (const listener of listeners) listener();
}

/** Makes a call; where it is refused because the password was given too long ago, asks for it and makes the call again. */
export async function withRecentPassword<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "reauthenticate") throw error;
    if (!waiting) set(Promise.withResolvers());
    if (!(await waiting?.promise)) throw error;
    return run();
  }
}

export async function givePassword(password: string): Promise<void> {
  await call(users.reauthenticate, { body: { password } });
  waiting?.resolve(true);
  set(null);
}

export function refusePassword(): void {
  waiting?.resolve(false);
  set(null);
}

export function subscribeToPasswordQuestion(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export const isPasswordAsked = () => waiting !== null;
