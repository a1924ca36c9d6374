import type { User } from "@coffer/domain/account/user";
import { loadCode } from "../loading/load-code.ts";
import { createStore } from "../ui/base/store.ts";
import { ApiError } from "./api-error.ts";
import { call } from "./call.ts";
import { tellTabs } from "./tabs.ts";
import { shownUser } from "./wire.ts";

/**
 * The reason for asking: the last password was given too long ago for this change, the session has ended, or somebody
 * else has signed in. For the last two, the page stays covered until its user has signed in again.
 */
type Reason = "change" | "ended" | "other-user";
type Question = PromiseWithResolvers<boolean> & { reason: Reason };
export const passwordQuestion = createStore<Question | null>(null);

/** Opens the question, or joins the one that is open. Resolves with true once the password is given. */
export function askForPassword(reason: Reason): Promise<boolean> {
  const open = passwordQuestion.get();
  if (open && (open.reason !== "change" || reason === "change")) return open.promise;
  const question = { ...(open ?? Promise.withResolvers<boolean>()), reason };
  passwordQuestion.set(question);
  // Until it is answered, nobody at this browser can read data stored for the page's user.
  if (reason !== "change") void browserStores().then(({ forgetSeen }) => forgetSeen());
  return question.promise;
}

const browserStores = () => loadCode(() => import("../offline/browser-stores.ts"));

/**
 * Makes a call. If it is refused because the password was given too long ago, or because somebody else has signed in in
 * another tab, asks for the password over the page and repeats the call.
 */
export async function withRecentPassword<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    const code = error instanceof ApiError ? error.body.code : undefined;
    if (code !== "reauthenticate" && code !== "other-user") throw error;
    if (!(await askForPassword(code === "other-user" ? code : "change"))) throw error;
    return withRecentPassword(run);
  }
}

export async function givePassword(password: string, code?: string): Promise<void> {
  const { users } = await loadCode(() => import("@coffer/contract/user"));
  const user = shownUser();
  if (passwordQuestion.get()?.reason === "change" || !user) {
    await call(users.reauthenticate, { body: { password } });
    return close(true);
  }
  await continueAs(await call(users.login, { body: { email: user.email, password, ...(code && { code }) } }));
}

/** Rejects with `OtherUser` if the passkey is somebody else's, who is then signed in. */
export async function givePasskey(): Promise<void> {
  const passkey = await loadCode(() => import("./passkey-answer.ts"));
  if (passwordQuestion.get()?.reason !== "change")
    return continueAs(await passkey.signInWithPasskey(null, false));
  await passkey.reauthenticateWithPasskey();
  close(true);
}

export class OtherUser extends Error {}

async function continueAs(user: User): Promise<void> {
  tellTabs({ signedIn: user.id });
  const question = passwordQuestion.get();
  if (user.id !== shownUser()?.id) {
    if (question) passwordQuestion.set({ ...question, reason: "other-user" });
    throw new OtherUser();
  }
  await (await browserStores()).rememberUser(user).catch(() => {});
  close(true);
}

/** Closes the question once another tab has signed the page's user in. */
export function noteSignIn(): void {
  if (passwordQuestion.get()?.reason !== "change") close(true);
}

/** Closes the question unanswered; returns its reason. */
export function refusePassword(): Reason | undefined {
  const reason = passwordQuestion.get()?.reason;
  close(false);
  return reason;
}

function close(isGiven: boolean) {
  passwordQuestion.get()?.resolve(isGiven);
  passwordQuestion.set(null);
}
