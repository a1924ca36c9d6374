import { createStore } from "../ui/base/store.ts";
import { ApiError } from "./api-error.ts";
import { call } from "./call.ts";
import { tellTabs } from "./tabs.ts";
import { shownUser } from "./wire.ts";

type Question = PromiseWithResolvers<boolean> & {
  /** True where somebody else signed in meanwhile, so that the password signs this page's user in again. */
  isSignIn: boolean;
};
export const passwordQuestion = createStore<Question | null>(null);

/** Opens the question, or joins the one that is open. */
export function askForPassword(isSignIn: boolean): Promise<boolean> {
  const open = passwordQuestion.get();
  if (open && (open.isSignIn || !isSignIn)) return open.promise;
  const question = { ...(open ?? Promise.withResolvers<boolean>()), isSignIn };
  passwordQuestion.set(question);
  return question.promise;
}

/**
 * Makes a call; where it is refused because the password was given too long ago, or somebody else has signed in in
 * another tab, prompts for it over the page and repeats the call.
 */
export async function withRecentPassword<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    const code = error instanceof ApiError ? error.body.code : undefined;
    if (code !== "reauthenticate" && code !== "other-user") throw error;
    if (!(await askForPassword(code === "other-user"))) throw error;
    return withRecentPassword(run);
  }
}

export async function givePassword(password: string, code?: string): Promise<void> {
  const { users } = await import("@coffer/contract/user");
  const user = shownUser();
  if (passwordQuestion.get()?.isSignIn && user) {
    await call(users.login, { body: { email: user.email, password, ...(code && { code }) } });
    tellTabs({ signedIn: user.id });
  } else await call(users.reauthenticate, { body: { password } });
  close(true);
}

export async function givePasskey(): Promise<void> {
  await (await import("./passkey-answer.ts")).reauthenticateWithPasskey();
  close(true);
}

export function refusePassword(): void {
  const wasSignIn = passwordQuestion.get()?.isSignIn;
  close(false);
  // The page goes on as whoever is signed in now.
  if (wasSignIn) location.assign("/");
}

function close(isGiven: boolean) {
  passwordQuestion.get()?.resolve(isGiven);
  passwordQuestion.set(null);
}
