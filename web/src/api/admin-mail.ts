import { admin } from "@coffer/contract/admin";
import type { Id } from "@coffer/domain/id";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { call, send } from "./call.ts";
import { useApiMutation } from "./use-api-mutation.ts";

const ONE_SECOND = 1_000;
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
    successToast: () => ({ title: "Email sent", description: "Email was sent successfully." }),
    failureToast: FAILURE,
  });
}

/** Sends the mail to the signed-in administrator only. */
export function useSendTest() {
  return useApiMutation({
    run: ({ subject, htmlContent }: Email, attempt) =>
      call(admin.sendEmail, { body: { subject, htmlContent, test: true }, ...attempt }),
    successToast: () => ({ title: "Test sent", description: "It is on its way to your own address." }),
    failureToast: FAILURE,
  });
}

export function emailProgress(id: Id) {
  return queryOptions({
    queryKey: ["admin", "mail", id],
    queryFn: ({ signal }) => call(admin.emailProgress, { params: { id }, signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.done || state.error ? false : ONE_SECOND),
  });
}

/** Messages that were given up after their last retry, part by part. */
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
      client.setQueryData(failedMail.queryKey, (data) => {
        const pages = data?.pages.map((part) => ({
          ...part,
          reply: part.reply.filter(({ id }) => id !== retried),
        }));
        return data && pages && { ...data, pages };
      }),
    successToast: () => ({ title: "Trying again", description: "The message is back in the queue." }),
    failureToast: { title: "Error", description: "Failed to retry the message" },
  });
}
