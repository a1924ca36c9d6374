import { useNavigate } from "@tanstack/react-router";
import { useLogout } from "../api/session.ts";

/** The next user starts at the sign-in, not where this one was. */
export function useSignOut() {
  const logout = useLogout();
  const navigate = useNavigate();
  return () =>
    logout.mutate(undefined, { onSuccess: () => navigate({ to: "/auth", search: {}, replace: true }) });
}
