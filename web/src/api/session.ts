import { SESSION_HINT_COOKIE } from "@coffer/contract/error";
import { session } from "@coffer/contract/session";
import { passkeyHost } from "@coffer/domain/account/passkey-host";
import type { User } from "@coffer/domain/account/user";
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { InferInput } from "valibot";
import { hasLocks, takeLock } from "../browser/locks.ts";
import { loadCode } from "../loading/load-code.ts";
import type { CurrentUser } from "../session/use-auth.ts";
import { ApiError, hasStatus, messageOf } from "./api-error.ts";
import { CURRENT_USER, call } from "./call.ts";
import type { PasskeyAnswer } from "./passkey-answer.ts";
import { refusePassword } from "./recent-password.ts";
import { tellTabs } from "./tabs.ts";
import { failed, tryAgain, useApiMutation } from "./use-api-mutation.ts";
import { NotSent } from "./wire.ts";

/** The result is null if nobody is signed in. Without the hint cookie no call is made. */
export const currentUser = queryOptions({
  queryKey: CURRENT_USER,
  queryFn: async ({ signal }): Promise<CurrentUser | null> => {
    if (!mayHaveSession()) return null;
    try {
      return await withSessionLock("shared", () => call(session.current, { signal }));
    } catch (error) {
      if (error instanceof NotSent) {
        // Without a network, this browser's last user can open what they saw last.
        const user = await (await loadCode(() => import("../offline/browser-stores.ts"))).rememberedUser();
        if (user) return user;
      }
      if (!hasStatus(error, 401)) throw error;
      // The session has ended elsewhere. Without the hint cookie later visits do not ask for the user.
      // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not everywhere yet, nor over plain http.
      document.cookie = `${SESSION_HINT_COOKIE}=; path=/; max-age=0; samesite=strict`;
      return null;
    }
  },
  gcTime: Number.POSITIVE_INFINITY,
});

export function mayHaveSession(): boolean {
  return document.cookie.split("; ").some((cookie) => cookie.startsWith(`${SESSION_HINT_COOKIE}=`));
}

let exchange: Promise<unknown> = Promise.resolve();

/**
 * Runs a call under a lock that all tabs share. A call that replaces the session holds it "exclusive", so that no tab
 * takes the session for ended before the new one's cookie arrives. Over plain http there are no locks, and only calls of
 * the same page wait for the replacement.
 */
export async function withSessionLock<T>(mode: LockMode, run: () => Promise<T>, limit?: number): Promise<T> {
  if (hasLocks()) {
    const release = await takeLock("coffer-session", { mode }, limit);
    return run().finally(() => release?.());
  }
  if (mode === "shared") return exchange.then(run, run);
  const exchanged = run();
  exchange = exchanged;
  return exchanged;
}

export function clearSession(client: QueryClient) {
  // A call that came too late may have asked already.
  refusePassword();
  client.setQueryData(currentUser.queryKey, null);
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== currentUser.queryKey[0] });
}

export function startSession(client: QueryClient, user: User) {
  clearSession(client);
  setUser(client, user);
  tellTabs({ signedIn: user.id });
}

export function setUser(client: QueryClient, user: User) {
  client.setQueryData(currentUser.queryKey, user);
}

export function useLogin() {
  return useApiMutation({
    /** The user, or `codeNeeded` if the password is right and a second factor is required. */
    async run(body: InferInput<typeof session.login.body>): Promise<User | { codeNeeded: string }> {
      try {
        return await call(session.login, { body });
      } catch (error) {
        if (!(error instanceof ApiError) || error.body.code !== "second-factor") throw error;
        return { codeNeeded: messageOf(error, "Enter the code") };
      }
    },
    updateCache: (client, reply) => "id" in reply && startSession(client, reply),
    successToast: (reply) => ("id" in reply ? welcomeBack(reply) : undefined),
    failureToast: failed("Login failed"),
  });
}

/** Signs in with the browser's `answer`, or asks the browser for one. */
export function usePasskeyLogin() {
  return useApiMutation({
    async run({ answer = null, rememberMe }: { answer?: PasskeyAnswer | null; rememberMe: boolean }) {
      const { signInWithPasskey } = await loadCode(() => import("./passkey-answer.ts"));
      return signInWithPasskey(answer, rememberMe);
    },
    updateCache: startSession,
    successToast: welcomeBack,
    failureToast: { title: "Login failed", description: "No passkey was used. Your password works as well." },
  });
}

const welcomeBack = ({ firstName }: User) => ({
  title: "Login successful",
  description: `Welcome back, ${firstName}!`,
});

export function useLogout() {
  return useApiMutation({
    run: (_: undefined) => call(session.logout, {}),
    updateCache(client) {
      clearSession(client);
      tellTabs({ signedIn: null });
    },
    successToast: { title: "Logged out", description: "You have been successfully logged out" },
    failureToast: failed("Logout failed"),
  });
}

/** Turns the user's mail on again after it bounced. */
export function useMailAgain() {
  return useApiMutation({
    run: (_: undefined) => call(session.mailAgain, {}),
    updateCache: (client) =>
      client.setQueryData(currentUser.queryKey, (user) => user && { ...user, mailSuppressed: false }),
    successToast: {
      title: "Mail is on again",
      description: "If it comes back once more, check your email address in Settings.",
    },
    failureToast: tryAgain("turn mail on again"),
  });
}

export function useResendVerification() {
  return useApiMutation({
    run: (_: undefined) => call(session.resendVerification, {}),
    successToast: { title: "Verification email sent", description: "Please check your inbox." },
    failureToast: { title: "Error", description: "Failed to send the verification email" },
  });
}

/** Passkeys can be used here, only at another address of this product (`elsewhere`), or nowhere. */
export function passkeyPlace(): { here: boolean; elsewhere: string | null } {
  const host = passkeyHost(location.origin);
  const isHere = host?.origin === location.origin;
  return { here: isHere && "PublicKeyCredential" in window, elsewhere: host && !isHere ? host.origin : null };
}
