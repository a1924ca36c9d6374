import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { currentUser } from "../api/session.ts";
import { AuthContext } from "./use-auth.ts";

export function AuthProvider({ children }: { children: ReactNode }) {
  const { data = null, isPending } = useQuery(currentUser);
  return <AuthContext value={{ user: data, isLoading: isPending }}>{children}</AuthContext>;
}
