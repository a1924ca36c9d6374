import { fullName } from "@coffer/domain/account/user";
import { locale } from "@coffer/domain/text/locale";
import { type ListedUser, useRemoveUser, useSetAdmin } from "../../api/admin.ts";
import { useRemoveCodesOf } from "../../api/totp.ts";
import { useUser } from "../../session/auth-context.tsx";
import { Button } from "../../ui/base/Button.tsx";
import { Icon } from "../../ui/base/Icon.tsx";
import { Badge } from "../../ui/display/Badge.tsx";
import { type Column, Table } from "../../ui/display/Table.tsx";
import { useConfirm } from "../../ui/overlays/confirm.ts";
import { Menu, MenuItem } from "../../ui/overlays/Menu.tsx";

export function UserTable({ users }: { users: ListedUser[] }) {
  const self = useUser();
  const change = useSetAdmin();
  const remove = useRemoveUser();
  const removeCodes = useRemoveCodesOf();
  const confirm = useConfirm();
  const date = new Intl.DateTimeFormat(locale.dates, { dateStyle: "medium", timeZone: self.timeZone });
  const confirmRemoval = (user: ListedUser) =>
    confirm({
      title: "Delete account",
      body: `${fullName(user)} (${user.email}) is logged out and told by email. Signing in within seven days keeps the account; after that it is deleted for good, with everything in its budget.`,
      action: {
        label: "Delete account",
        pendingLabel: "Deleting...",
        run: () => remove.mutateAsync(user),
      },
    });
  const confirmCodesRemoval = (user: ListedUser) =>
    confirm({
      title: "Remove sign-in codes",
      body: `For ${fullName(user)}, who lost phone and recovery codes. They are told by email, and the codes go three days later.`,
      action: { label: "Remove codes", run: () => removeCodes.mutateAsync(user) },
    });
  const columns: Column<ListedUser>[] = [
    {
      header: "Name",
      slot: "title",
      cell: (user) => (
        <>
          {fullName(user)}
          {user.goesAt !== undefined && (
            <div className="admin-leaves">Leaves on {date.format(user.goesAt)}</div>
          )}
        </>
      ),
    },
    { header: "Email", cell: ({ email }) => <span className="admin-email">{email}</span> },
    {
      header: "Admin",
      cell: ({ isAdmin }) => <Badge tone={isAdmin ? "info" : "neutral"}>{isAdmin ? "Admin" : "User"}</Badge>,
    },
    {
      header: "Notifications",
      cell: ({ emailNotifications }) => (
        <Badge tone={emailNotifications ? "on-track" : "neutral"}>
          {emailNotifications ? "Enabled" : "Disabled"}
        </Badge>
      ),
    },
    {
      header: "Actions",
      slot: "actions",
      cell: (user) => {
        const isSelf = user.id === self.id;
        return (
          <div className="admin-actions">
            <Button
              variant="secondary"
              size="small"
              title={isSelf ? "Cannot change your own admin status" : undefined}
              disabled={isSelf}
              pending={change.isPending && change.variables.userId === user.id}
              onClick={() => change.mutate({ userId: user.id, isAdmin: !user.isAdmin })}
            >
              {user.isAdmin ? "Remove Admin" : "Make Admin"}
            </Button>
            {!isSelf && user.goesAt === undefined && (
              <Menu label={`More for ${fullName(user)}`} trigger={<Icon name="more" />}>
                <MenuItem icon="admin" onClick={() => confirmCodesRemoval(user)}>
                  Remove sign-in codes
                </MenuItem>
                <MenuItem icon="trash" onClick={() => confirmRemoval(user)}>
                  Delete account
                </MenuItem>
              </Menu>
            )}
          </div>
        );
      },
    },
  ];
  return <Table caption="Users" columns={columns} rows={users} rowKey={({ id }) => id} />;
}
