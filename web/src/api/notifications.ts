import { notifications } from "@coffer/contract/notification";
import { changeAtOnce } from "./cached-list.ts";
import { call, callQuery, FIVE_MINUTES, NOTIFICATIONS } from "./call.ts";
import { failed, useApiMutation } from "./use-api-mutation.ts";

export const notificationList = callQuery(
  NOTIFICATIONS,
  notifications.list,
  {},
  { refetchInterval: FIVE_MINUTES, refetchOnWindowFocus: "always" },
);

export function useMarkRead() {
  return useApiMutation({
    run: (which: { ids: string[] } | { all: true }) => call(notifications.read, { body: which }),
    optimisticUpdate: (client, which) =>
      changeAtOnce(client, notificationList.queryKey, (list) =>
        list.map((one) => ("all" in which || which.ids.includes(one.id) ? { ...one, read: true } : one)),
      ),
    failureToast: failed("Failed to mark as read"),
  });
}
