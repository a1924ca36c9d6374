import { fullName, LEAVING_DAYS, SECOND_FACTOR_REMOVAL_DAYS } from "@coffer/domain/account/user";
import { pluralize } from "@coffer/domain/text/plural";
import { type UseInfiniteQueryResult, useInfiniteQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import {
  adminUsers,
  type ListedUser,
  useRemoveCodesOf,
  useRemoveUser,
  useSetAdmin,
} from "../../api/admin.ts";
import { useDateFormat } from "../../format/use-date-format.ts";
import { QueryResult } from "../../loading/QueryResult.tsx";
import { useDebounced } from "../../loading/use-debounced.ts";
import { useChangeSearch, useUser } from "../../selection/selection.ts";
import { Button } from "../../ui/base/Button.tsx";
import { Icon } from "../../ui/base/Icon.tsx";
import { Skeleton } from "../../ui/base/Loading.tsx";
import { Badge } from "../../ui/display/Badge.tsx";
import { Card } from "../../ui/display/Card.tsx";
import { EmptyState } from "../../ui/display/EmptyState.tsx";
import { type Column, Table } from "../../ui/display/Table.tsx";
import { SearchField } from "../../ui/fields/SearchField.tsx";
import { useConfirm } from "../../ui/overlays/confirm.ts";
import { Menu, MenuItem } from "../../ui/overlays/Menu.tsx";

export function UserManagement() {
  const { q = "" } = useSearch({ from: "/app/admin" });
  const users = useInfiniteQuery(adminUsers(useDebounced(q.trim())));
  const changeSearch = useChangeSearch();
  return (
    <div className="stack">
      <search>
        <SearchField
          label="Search users"
          placeholder="Search by name, surname or email"
          text={q}
          onSearch={(typed) => changeSearch({ q: typed || undefined }, { replace: true })}
        />
      </search>
      <Card flush>
        <QueryResult
          queries={{ users }}
          failed="Failed to load users"
          pending={
            <div className="inset">
              <Skeleton height="1.5rem" lines={8} />
            </div>
          }
        >
          {(data) =>
            data.users.length === 0 ? (
              <EmptyState illustration="search" title="No users found" />
            ) : (
              <>
                <UserTable users={data.users} />
                <LoadMore noun="user" shown={data.users.length} query={users} />
              </>
            )
          }
        </QueryResult>
      </Card>
    </div>
  );
}

function UserTable({ users }: { users: ListedUser[] }) {
  const self = useUser();
  const change = useSetAdmin();
  const remove = useRemoveUser();
  const removeCodes = useRemoveCodesOf();
  const confirm = useConfirm();
  const date = useDateFormat();
  const confirmRemoval = (user: ListedUser) =>
    confirm({
      title: "Delete account",
      body: `${fullName(user)} (${user.email}) is logged out and notified by email. Signing in within ${LEAVING_DAYS} days keeps the account; after that it is deleted for good, with everything in its budget.`,
      action: { label: "Delete account", pendingLabel: "Deleting...", run: () => remove.mutateAsync(user) },
    });
  const confirmCodesRemoval = (user: ListedUser) =>
    confirm({
      title: "Remove sign-in codes",
      body: `For ${fullName(user)}, who lost their phone and recovery codes. They are notified by email, and the codes are removed ${SECOND_FACTOR_REMOVAL_DAYS} days later.`,
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

type Props = { noun: string; shown: number; query: UseInfiniteQueryResult };

export function LoadMore({ noun, shown, query }: Props) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  return (
    <div className="admin-more">
      <p aria-live="polite">
        {isFetchNextPageError
          ? "Failed to load more. Please try again."
          : `${hasNextPage ? "The first " : ""}${pluralize(shown, noun)}`}
      </p>
      {hasNextPage && (
        <Button
          size="small"
          pending={isFetchingNextPage}
          pendingLabel="Loading..."
          onClick={() => fetchNextPage()}
        >
          Load more
        </Button>
      )}
    </div>
  );
}
