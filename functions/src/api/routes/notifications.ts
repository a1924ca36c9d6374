import type { notifications } from "@coffer/contract/notification";
import type { Core } from "@coffer/core/core";
import type { RoutesOf } from "../route.ts";

export const notificationRoutes = (core: Core): RoutesOf<typeof notifications> => ({
  list: ({ caller }) => core.notifications.list(caller.user),
  read: async ({ caller, body }) =>
    void (await core.notifications.markRead(caller.user, "all" in body ? "all" : body)),
});
