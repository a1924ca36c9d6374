import { fullName, initials } from "@coffer/domain/account/user";
import { pluralize } from "@coffer/domain/text/plural";
import { useNavigate } from "@tanstack/react-router";
import { useLogout } from "../api/session.ts";
import { RouterMenuLink } from "../links/router-links.tsx";
import { loadCode } from "../loading/load-code.ts";
import { waitingWrites } from "../offline/waiting-writes.ts";
import { useUser } from "../selection/selection.ts";
import { Avatar } from "../ui/display/Avatar.tsx";
import { confirm } from "../ui/overlays/confirm.ts";
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

/** Signs out to the plain sign-in, so that the next user does not continue where this one was. */
export function useSignOut() {
  const logout = useLogout();
  const navigate = useNavigate();
  const signOut = () =>
    logout.mutate(undefined, { onSuccess: () => navigate({ to: "/auth", search: {}, replace: true }) });
  return () => {
    const waiting = waitingWrites.get().length;
    if (waiting === 0) return signOut();
    confirm({
      title: `${pluralize(waiting, "change")} not sent yet`,
      body: "They wait for the network in this browser, and are deleted when you log out.",
      action: {
        label: "Log out and delete",
        async run() {
          await (await loadCode(() => import("../offline/write-queue.ts"))).forgetAll();
          signOut();
        },
      },
    });
  };
}
