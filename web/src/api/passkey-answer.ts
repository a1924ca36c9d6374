import { passkeys } from "@coffer/contract/passkey";
import type { User } from "@coffer/domain/account/user";
import { browserSupportsWebAuthnAutofill, startAuthentication } from "@simplewebauthn/browser";
import { call } from "./call.ts";

export type PasskeyAnswer = Awaited<ReturnType<typeof answer>>;

/** Asks the browser for one of the person's passkeys; with `autofill` it waits until they choose one in a field. */
async function answer(autofill = false) {
  const optionsJSON = await call(passkeys.signInOptions, {});
  const made = await startAuthentication({ optionsJSON, useBrowserAutofill: autofill });
  const { id, rawId, type, response } = made;
  return { id, rawId, type, response: { ...response, userHandle: response.userHandle ?? "" } };
}

/** Null if the browser offers no passkeys in fields, or the wait was cancelled. */
export async function answerFromField(): Promise<PasskeyAnswer | null> {
  try {
    return (await browserSupportsWebAuthnAutofill()) ? await answer(true) : null;
  } catch {
    return null;
  }
}

export const signInWithPasskey = async (given: PasskeyAnswer | null, rememberMe: boolean): Promise<User> =>
  call(passkeys.signIn, { body: { ...(given ?? (await answer())), rememberMe } });

export async function reauthenticateWithPasskey(): Promise<void> {
  await call(passkeys.reauthenticate, { body: await answer() });
}
