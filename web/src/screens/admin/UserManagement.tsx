import { fullName } from "@coffer/domain/user";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { adminUsers } from "../../api/admin.ts";
import { QueryResult } from "../../shell/QueryResult.tsx";
import { Pagination } from "../../ui/controls/Pagination.tsx";
import { Card } from "../../ui/display/Card.tsx";
import { EmptyState } from "../../ui/display/EmptyState.tsx";
import { Skeleton } from "../../ui/display/Skeleton.tsx";
import { SearchField } from "../../ui/fields/SearchField.tsx";
import { UserTable } from "./UserTable.tsx";

const route = getRouteApi("/app/admin");
const PAGE_SIZE = 25;

export function UserManagement() {
  const users = useQuery(adminUsers);
  const { q = "", page: requested = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  const search = (text: string) =>
    navigate({
      search: (previous) => ({ ...previous, q: text || undefined, page: undefined }),
      replace: true,
      resetScroll: false,
    });
  const toPage = (page: number) =>
    navigate({
      search: (previous) => ({ ...previous, page: page > 1 ? page : undefined }),
      resetScroll: false,
    });
  return (
    <div className="stack">
      <search>
        <SearchField
          label="Search users"
          placeholder="Search users by name or email"
          text={q}
          onSearch={search}
        />
      </search>
      <Card flush>
        <QueryResult
          data={users.data}
          from={[users]}
          failed="Failed to load users"
          pending={
            <div className="inset">
              <Skeleton height="1.5rem" lines={8} />
            </div>
          }
        >
          {(all) => {
            const searched = q.trim().toLowerCase();
            const found = all.filter((user) =>
              `${fullName(user)} ${user.email}`.toLowerCase().includes(searched),
            );
            const page = Math.min(requested, Math.max(1, Math.ceil(found.length / PAGE_SIZE)));
            if (found.length === 0) return <EmptyState illustration="search" title="No users found" />;
            return (
              <>
                <UserTable users={found.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)} />
                <div className="admin-pages">
                  <Pagination page={page} pageSize={PAGE_SIZE} total={found.length} onPage={toPage} />
                </div>
              </>
            );
          }}
        </QueryResult>
      </Card>
    </div>
  );
}
