import { SESSION_HINT_COOKIE } from "@coffer/contract/error";
import { session } from "@coffer/contract/session";
import type { User } from "@coffer/domain/user";
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { hasStatus } from "./api-error.ts";
import { call } from "./call.ts";
import { CHECK_CONNECTION, useChange } from "./change.ts";

/** Who is signed in; null for nobody. A page without the session's hint does not even ask. */
export const currentUser = queryOptions({
  queryKey: ["user"],
  queryFn: async ({ signal }): Promise<User | null> => {
    if (!mayHaveSession()) return null;
    try {
      return await call(session.current, { signal });
    } catch (error) {
      if (!hasStatus(error, 401)) throw error;
      forgetSession();
      return null;
    }
  },
  gcTime: Number.POSITIVE_INFINITY,
});

/** Whether the hint cookie is there; without it nobody is signed in. */
export function mayHaveSession(): boolean {
  return document.cookie.split("; ").some((cookie) => cookie.startsWith(`${SESSION_HINT_COOKIE}=`));
}

/** The session has ended without this page: later visits need not ask. */
function forgetSession() {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not everywhere yet, nor over plain http.
  document.cookie = `${SESSION_HINT_COOKIE}=; path=/; max-age=0; samesite=strict`;
}

/** The session is over: nobody is signed in, and nothing of theirs stays in the cache. */
export function signedOut(client: QueryClient) {
  client.setQueryData(currentUser.queryKey, null);
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== currentUser.queryKey[0] });
}

/** Someone has signed in: what was cached before belongs to somebody else. */
function signedIn(client: QueryClient, user: User) {
  signedOut(client);
  setUser(client, user);
}

/** The user's own data changed: replaces the cached user. */
export function setUser(client: QueryClient, user: User) {
  client.setQueryData(currentUser.queryKey, user);
}

export function useLogin() {
  return useChange({
    run: (body: { email: string; password: string; rememberMe: boolean }) => call(session.login, { body }),
    settle: signedIn,
    success: ({ firstName }) => ({ title: "Login successful", description: `Welcome back, ${firstName}!` }),
    failure: { title: "Login failed", description: CHECK_CONNECTION },
  });
}

type Registration = {
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  password: string;
  confirmPassword: string;
};

export function useRegister() {
  return useChange({
    run: (body: Registration) => call(session.register, { body }),
    settle: signedIn,
    success: ({ firstName }) => ({
      title: "Registration successful",
      description: `Welcome to Coffer, ${firstName}!`,
    }),
    failure: { title: "Registration failed", description: CHECK_CONNECTION },
  });
}

export function useLogout() {
  return useChange({
    run: (_: undefined) => call(session.logout, {}),
    settle: signedOut,
    success: () => ({ title: "Logged out", description: "You have been successfully logged out" }),
    failure: { title: "Logout failed", description: CHECK_CONNECTION },
  });
}

export function useForgotPassword() {
  return useChange({
    run: (body: { email: string }) => call(session.forgotPassword, { body }),
    success: () => ({
      title: "Password reset email sent",
      description:
        "If your email is registered in our system, you will receive instructions to reset your password shortly.",
    }),
    failure: { title: "Error", description: "An error occurred while processing your request" },
  });
}
