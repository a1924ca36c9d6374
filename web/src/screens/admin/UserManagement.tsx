import { useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { adminUsers } from "../../api/admin.ts";
import { QueryResult } from "../../loading/QueryResult.tsx";
import { useDebounced } from "../../loading/use-debounced.ts";
import { useChangeSearch } from "../../selection/selection.ts";
import { Card } from "../../ui/display/Card.tsx";
import { EmptyState } from "../../ui/display/EmptyState.tsx";
import { Skeleton } from "../../ui/display/Skeleton.tsx";
import { SearchField } from "../../ui/fields/SearchField.tsx";
import { LoadMore } from "./LoadMore.tsx";
import { UserTable } from "./UserTable.tsx";

const route = getRouteApi("/app/admin");

export function UserManagement() {
  const { q = "" } = route.useSearch();
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
