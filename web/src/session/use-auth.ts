import type { session } from "@coffer/contract/session";
import type { User } from "@coffer/domain/account/user";
import { createContext, use } from "react";
import type { InferOutput } from "valibot";

export type CurrentUser = User & Pick<InferOutput<typeof session.current.reply>, "mailSuppressed">;

/** `user` is null when nobody is signed in, and while `isLoading`. */
type Auth = { user: CurrentUser | null; isLoading: boolean };

export const AuthContext = createContext<Auth | null>(null);

export function useAuth(): Auth {
  const auth = use(AuthContext);
  if (!auth) throw new Error("useAuth is called outside AuthProvider");
  return auth;
}
