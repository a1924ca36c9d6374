import { useQuery } from "@tanstack/react-query";
import { createContext, type ReactNode, use } from "react";
import { type CurrentUser, currentUser } from "../api/session.ts";

/** `user` is null when nobody is signed in, and while `isLoading`. */
type Auth = { user: CurrentUser | null; isLoading: boolean };

const AuthContext = createContext<Auth | null>(null);

export function AuthProvider({ children }: { children: ReactNode }) {
  const { data = null, isPending } = useQuery(currentUser);
  return <AuthContext value={{ user: data, isLoading: isPending }}>{children}</AuthContext>;
}

export function useAuth(): Auth {
  const auth = use(AuthContext);
  if (!auth) throw new Error("useAuth is called outside AuthProvider");
  return auth;
}
