import { fullName, initials } from "@coffer/domain/account/user";
import { useNavigate } from "@tanstack/react-router";
import { useLogout } from "../api/session.ts";
import { RouterMenuLink } from "../links/router-links.tsx";
import { useUser } from "../session/auth-context.tsx";
import { Avatar } from "../ui/display/Avatar.tsx";
import { Menu, MenuItem } from "../ui/overlays/Menu.tsx";
import "./AccountMenu.css";

export function AccountMenu() {
  const user = useUser();
  const signOut = useSignOut();
  return (
    <Menu
      label={`${user.firstName} ${initials(user)}, account`}
      trigger={
        <>
          <span className="account-name">{user.firstName}</span> <Avatar initials={initials(user)} />
        </>
      }
      heading={
        <>
          <p>
            <strong>{fullName(user)}</strong>
          </p>
          <p className="muted">{user.email}</p>
        </>
      }
    >
      <RouterMenuLink to="/settings" icon="user">
        Profile &amp; Settings
      </RouterMenuLink>
      <RouterMenuLink to="/activity" icon="activity">
        Activity
      </RouterMenuLink>
      {user.isAdmin && (
        <RouterMenuLink to="/admin" icon="admin">
          Admin Dashboard
        </RouterMenuLink>
      )}
      <MenuItem icon="logout" onClick={signOut}>
        Log out
      </MenuItem>
    </Menu>
  );
}

/** The next user starts at the sign-in, not where this one was. */
export function useSignOut() {
  const logout = useLogout();
  const navigate = useNavigate();
  return () =>
    logout.mutate(undefined, { onSuccess: () => navigate({ to: "/auth", search: {}, replace: true }) });
}
