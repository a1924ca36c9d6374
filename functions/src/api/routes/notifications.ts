import { notifications } from "@coffer/contract/notification";
import type { Core } from "@coffer/core/core";
import { pairNoun } from "../route.ts";

export const notificationRoutes = (core: Core) =>
  pairNoun("notifications", notifications, {
    list: ({ caller }) => core.notifications.list(caller.user),
    read: async ({ caller, body }) =>
      void (await core.notifications.markRead(caller.user, "all" in body ? "all" : body)),
  });
