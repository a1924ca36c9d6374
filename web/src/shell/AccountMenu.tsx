import { fullName, initials } from "@coffer/domain/user";
import { useLogout } from "../api/session.ts";
import { Avatar } from "../ui/Avatar.tsx";
import { Menu, MenuItem } from "../ui/Menu.tsx";
import { useUser } from "./auth-context.tsx";
import { RouterMenuLink } from "./links.tsx";

/** The user's first name and initials, and what is theirs. */
export function AccountMenu() {
  const user = useUser();
  const logout = useLogout();
  return (
    <Menu
      label={`Account of ${user.firstName}`}
      trigger={
        <>
          <span className="account-name">{user.firstName}</span>
          <Avatar initials={initials(user)} />
        </>
      }
      heading={
        <>
          <strong>{fullName(user)}</strong>
          <span>{user.email}</span>
        </>
      }
    >
      <RouterMenuLink to="/settings" icon="user">
        Profile &amp; Settings
      </RouterMenuLink>
      {user.isAdmin && (
        <RouterMenuLink to="/admin" icon="admin">
          Admin Dashboard
        </RouterMenuLink>
      )}
      <MenuItem icon="logout" onClick={() => logout.mutate(undefined)}>
        Log out
      </MenuItem>
    </Menu>
  );
}
