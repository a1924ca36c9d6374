import { fullName } from "@coffer/domain/user";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { adminUsers } from "../../api/admin.ts";
import { Loaded } from "../../shell/Loaded.tsx";
import { Pagination } from "../../ui/controls/Pagination.tsx";
import { Card } from "../../ui/display/Card.tsx";
import { EmptyState } from "../../ui/display/EmptyState.tsx";
import { Skeleton } from "../../ui/display/Skeleton.tsx";
import { UserSearch } from "./UserSearch.tsx";
import { UserTable } from "./UserTable.tsx";

const route = getRouteApi("/app/admin");
const PAGE_SIZE = 25;

/** Every user: found by name or address, a page at a time however many there are. */
export function UserManagement() {
  const users = useQuery(adminUsers);
  const { q = "", page: asked = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  const search = (text: string) =>
    navigate({
      search: (kept) => ({ ...kept, q: text || undefined, page: undefined }),
      replace: true,
      resetScroll: false,
    });
  const toPage = (page: number) =>
    navigate({ search: (kept) => ({ ...kept, page: page > 1 ? page : undefined }), resetScroll: false });
  return (
    <div className="stack">
      <UserSearch text={q} onSearch={search} />
      <Card flush>
        <Loaded
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
            const wanted = q.trim().toLowerCase();
            const found = all.filter((user) =>
              `${fullName(user)} ${user.email}`.toLowerCase().includes(wanted),
            );
            const page = Math.min(asked, Math.max(1, Math.ceil(found.length / PAGE_SIZE)));
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
        </Loaded>
      </Card>
    </div>
  );
}
