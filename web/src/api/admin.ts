import { admin } from "@coffer/contract/admin";
import { totp } from "@coffer/contract/totp";
import { LEAVING_DAYS, SECOND_FACTOR_REMOVAL_DAYS } from "@coffer/domain/account/user";
import type { Id } from "@coffer/domain/id";
import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  type QueryKey,
} from "@tanstack/react-query";
import type { InferOutput } from "valibot";
import { call, callQuery, send } from "./call.ts";
import { tryAgain, useApiMutation } from "./use-api-mutation.ts";

export const adminStats = callQuery(["admin", "stats"], admin.stats, {});

export type ListedUser = InferOutput<typeof admin.users.reply>[number];

const USERS: QueryKey = ["admin", "users"];

/** Newest first, page by page. `search` is the beginning of an address, a first or a last name. */
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
    updateCache: (client, saved) => changeUser(client, saved.id, saved),
    successToast: {
      title: "Admin status updated",
      description: "User admin status was updated successfully.",
    },
    failureToast: { title: "Error", description: "Failed to update admin status" },
  });
}

export function useRemoveCodesOf() {
  return useApiMutation({
    run: ({ id }: ListedUser) => call(totp.removeOf, { params: { id } }),
    successToast: {
      title: `Sign-in codes will be removed in ${SECOND_FACTOR_REMOVAL_DAYS} days`,
      description: "The person is told by email; signing in with a code until then keeps them.",
    },
    failureToast: tryAgain("remove the sign-in codes"),
  });
}

export function useRemoveUser() {
  return useApiMutation({
    run: ({ id }: ListedUser) => call(admin.removeUser, { params: { id } }),
    updateCache: (client, { goesAt }, { id }) => changeUser(client, id, { goesAt }),
    successToast: (_, { firstName }) => ({
      title: "The account will be deleted",
      description: `${firstName} is told by email, and has ${LEAVING_DAYS} days to sign in and keep it.`,
    }),
    failureToast: { title: "Error", description: "Failed to delete the account" },
  });
}

const changeUser = (client: QueryClient, id: Id, change: Partial<ListedUser>) =>
  changePages<ListedUser>(client, USERS, (users) =>
    users.map((user) => (user.id === id ? { ...user, ...change } : user)),
  );

/** Changes the cached pages of a list. */
function changePages<Item>(client: QueryClient, queryKey: QueryKey, change: (items: Item[]) => Item[]) {
  client.setQueriesData<{ pages: { reply: Item[] }[] }>(
    { queryKey },
    (data) => data && { ...data, pages: data.pages.map((page) => ({ ...page, reply: change(page.reply) })) },
  );
}

const SECOND = 1_000;
const FAILURE = { title: "Error", description: "Failed to send email" };

type Email = { subject: string; htmlContent: string };

/** Queues a mail to one user, or to all where `userId` is undefined. */
export function useSendEmail() {
  return useApiMutation({
    run: ({ userId, ...email }: Email & { userId: Id | undefined }, attempt) =>
      call(admin.sendEmail, {
        body: { ...email, sendToAll: userId === undefined, ...(userId !== undefined && { userId }) },
        ...attempt,
      }),
    updateCache: (client, campaign) => client.setQueryData(emailProgress(campaign.id).queryKey, campaign),
    successToast: { title: "Email sent", description: "Email was sent successfully." },
    failureToast: FAILURE,
  });
}

export function useSendTest() {
  return useApiMutation({
    run: ({ subject, htmlContent }: Email, attempt) =>
      call(admin.sendEmail, { body: { subject, htmlContent, test: true }, ...attempt }),
    successToast: { title: "Test sent", description: "It is on its way to your own address." },
    failureToast: FAILURE,
  });
}

export const emailProgress = (id: Id) =>
  callQuery(
    ["admin", "mail", id],
    admin.emailProgress,
    { params: { id } },
    { staleTime: 0, refetchInterval: ({ state }) => (state.data?.done || state.error ? false : SECOND) },
  );

/** Messages that were given up after their last retry, page by page. */
export const failedMail = infiniteQueryOptions({
  queryKey: ["admin", "failed-mail"],
  queryFn: ({ pageParam: cursor, signal }) =>
    send(admin.failedMail, { query: { ...(cursor && { cursor }) }, signal }),
  initialPageParam: "",
  getNextPageParam: ({ next }) => next,
  select: ({ pages }) => pages.flatMap(({ reply }) => reply),
  staleTime: 0,
});

export function useRetryMail() {
  return useApiMutation({
    run: (id: string) => call(admin.retryMail, { params: { id } }),
    updateCache: (client, _, retried) =>
      changePages<{ id: string }>(client, failedMail.queryKey, (mails) =>
        mails.filter(({ id }) => id !== retried),
      ),
    successToast: { title: "Trying again", description: "The message is back in the queue." },
    failureToast: { title: "Error", description: "Failed to retry the message" },
  });
}
