import type { adminUserReply } from "@coffer/contract/admin";
import { fullName } from "@coffer/domain/user";
import type { InferOutput } from "valibot";
import { useSetAdmin } from "../../api/admin.ts";
import { useUser } from "../../shell/auth-context.tsx";
import { Button } from "../../ui/base/Button.tsx";
import { Badge } from "../../ui/display/Badge.tsx";
import { type Column, Table } from "../../ui/display/Table.tsx";

type ListedUser = InferOutput<typeof adminUserReply>;

export function UserTable({ users }: { users: ListedUser[] }) {
  const self = useUser().id;
  const change = useSetAdmin();
  const columns: Column<ListedUser>[] = [
    { key: "name", header: "Name", slot: "title", cell: fullName },
    { key: "email", header: "Email", cell: ({ email }) => <span className="admin-email">{email}</span> },
    {
      key: "admin",
      header: "Admin",
      cell: ({ isAdmin }) => <Badge tone={isAdmin ? "info" : "neutral"}>{isAdmin ? "Admin" : "User"}</Badge>,
    },
    {
      key: "notifications",
      header: "Notifications",
      cell: ({ emailNotifications }) => (
        <Badge tone={emailNotifications ? "on-track" : "neutral"}>
          {emailNotifications ? "Enabled" : "Disabled"}
        </Badge>
      ),
    },
    {
      key: "actions",
      header: "Actions",
      slot: "actions",
      cell: (user) => {
        const action = user.isAdmin ? "Remove Admin" : "Make Admin";
        return (
          <Button
            variant="secondary"
            size="small"
            title={user.id === self ? "Cannot change your own admin status" : undefined}
            disabled={user.id === self}
            pending={change.isPending && change.variables.userId === user.id}
            onClick={() => change.mutate({ userId: user.id, isAdmin: !user.isAdmin })}
          >
            {action}
          </Button>
        );
      },
    },
  ];
  return <Table caption="Users" columns={columns} rows={users} rowKey={({ id }) => id} />;
}
