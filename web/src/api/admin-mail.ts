import { admin } from "@coffer/contract/admin";
import type { Id } from "@coffer/domain/id";
import { queryOptions } from "@tanstack/react-query";
import { without } from "./cached.ts";
import { call } from "./call.ts";
import { useChange } from "./change.ts";

const ONE_SECOND = 1_000;
const FAILURE = { title: "Error", description: "Failed to send email" };

type Words = { subject: string; htmlContent: string };

/** Queues a mail to all users, or to the one given; returns how far it has come. */
export function useSendEmail() {
  return useChange({
    run: ({ userId, ...words }: Words & { userId: Id | undefined }, key) =>
      call(admin.sendEmail, {
        body: { ...words, sendToAll: userId === undefined, ...(userId !== undefined && { userId }) },
        key,
      }),
    settle: (client, campaign) => client.setQueryData(emailProgress(campaign.id).queryKey, campaign),
    success: () => ({ title: "Email sent", description: "Email was sent successfully." }),
    failure: FAILURE,
  });
}

/** Sends the mail to oneself, and to nobody else. */
export function useSendTest() {
  return useChange({
    run: ({ subject, htmlContent }: Words, key) =>
      call(admin.sendEmail, { body: { subject, htmlContent, test: true }, key }),
    success: () => ({ title: "Test sent", description: "It is on its way to your own address." }),
    failure: FAILURE,
  });
}

/** How far a mail has come; asked again every second until everybody has it. */
export function emailProgress(id: Id) {
  return queryOptions({
    queryKey: ["admin", "mail", id],
    queryFn: ({ signal }) => call(admin.emailProgress, { params: { id }, signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.done || state.error ? false : ONE_SECOND),
  });
}

/** The messages that were given up after every retry. */
export const failedMail = queryOptions({
  queryKey: ["admin", "failed-mail"],
  queryFn: ({ signal }) => call(admin.failedMail, { signal }),
  staleTime: 0,
});

export function useRetryMail() {
  return useChange({
    run: (id: string) => call(admin.retryMail, { params: { id } }),
    settle: (client, _, retried) =>
      client.setQueryData(failedMail.queryKey, (list) => without(list, retried)),
    success: () => ({ title: "Trying again", description: "The message is back in the queue." }),
    failure: { title: "Error", description: "Failed to retry the message" },
  });
}
