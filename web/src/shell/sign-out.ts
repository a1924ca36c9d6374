import { useNavigate } from "@tanstack/react-router";
import { useLogout } from "../api/session.ts";

/** Ends the session; who comes next starts at the sign-in, not where this user was. */
export function useSignOut() {
  const logout = useLogout();
  const navigate = useNavigate();
  return () =>
    logout.mutate(undefined, { onSuccess: () => navigate({ to: "/auth", search: {}, replace: true }) });
}
