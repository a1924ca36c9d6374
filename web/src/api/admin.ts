import { admin } from "@coffer/contract/admin";
import type { Id } from "@coffer/domain/id";
import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
} from "@tanstack/react-query";
import type { InferOutput } from "valibot";
import { call, send } from "./call.ts";
import { useApiMutation } from "./use-api-mutation.ts";

export type ListedUser = InferOutput<(typeof admin.users)["reply"]>[number];
type Part = { reply: ListedUser[]; next: string | null };

const USERS = ["admin", "users"];

export const adminStats = queryOptions({
  queryKey: ["admin", "stats"],
  queryFn: ({ signal }) => call(admin.stats, { signal }),
});

/** The newest first; with a text those whose address, name or surname begins with it. Part by part. */
export function adminUsers(search = "") {
  return infiniteQueryOptions({
    queryKey: [...USERS, search],
    queryFn: ({ pageParam: cursor, signal }) =>
      send(admin.users, { query: { ...(search && { search }), ...(cursor && { cursor }) }, signal }),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => pages.flatMap(({ reply }) => reply),
    placeholderData: keepPreviousData,
  });
}

export function useSetAdmin() {
  return useApiMutation({
    run: (body: { userId: Id; isAdmin: boolean }) => call(admin.setAdmin, { body }),
    updateCache: (client, saved) => changeInCache(client, saved.id, saved),
    successToast: () => ({
      title: "Admin status updated",
      description: "User admin status was updated successfully.",
    }),
    failureToast: { title: "Error", description: "Failed to update admin status" },
  });
}

export function useRemoveUser() {
  return useApiMutation({
    run: ({ id }: ListedUser) => call(admin.removeUser, { params: { id } }),
    updateCache: (client, { goesAt }, { id }) => changeInCache(client, id, { goesAt }),
    successToast: (_, { firstName }) => ({
      title: "The account will be deleted",
      description: `${firstName} is told by email, and has seven days to sign in and keep it.`,
    }),
    failureToast: { title: "Error", description: "Failed to delete the account" },
  });
}

function changeInCache(client: QueryClient, id: Id, change: Partial<ListedUser>) {
  client.setQueriesData<InfiniteData<Part>>({ queryKey: USERS }, (data) => {
    const changed = (users: ListedUser[]) =>
      users.map((user) => (user.id === id ? { ...user, ...change } : user));
    return data && { ...data, pages: data.pages.map((part) => ({ ...part, reply: changed(part.reply) })) };
  });
}
