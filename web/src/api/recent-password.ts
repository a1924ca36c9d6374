import { users } from "@coffer/contract/user";
import { createStore } from "../ui/base/store.ts";
import { ApiError } from "./api-error.ts";
import { call } from "./call.ts";

/** The question for the password while it is open; resolves to whether it was given. */
export const passwordQuestion = createStore<PromiseWithResolvers<boolean> | null>(null);

/** Makes a call; where it is refused because the password was given too long ago, prompts for it and repeats the call. */
export async function withRecentPassword<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "reauthenticate") throw error;
    const question = passwordQuestion.get() ?? Promise.withResolvers<boolean>();
    passwordQuestion.set(question);
    if (!(await question.promise)) throw error;
    return run();
  }
}

export async function givePassword(password: string): Promise<void> {
  await call(users.reauthenticate, { body: { password } });
  close(true);
}

/** A passkey in place of the password. */
export async function givePasskey(): Promise<void> {
  await (await import("./passkey-answer.ts")).reauthenticateWithPasskey();
  close(true);
}

export const refusePassword = (): void => close(false);

function close(isGiven: boolean) {
  passwordQuestion.get()?.resolve(isGiven);
  passwordQuestion.set(null);
}
