import { notifications } from "@coffer/contract/notification";
import type { Core } from "@coffer/core/core";
import { pairNoun } from "../route.ts";

export const notificationRoutes = (core: Core) =>
  pairNoun("notifications", notifications, {
    list: ({ caller }) => core.notifications.list(caller.user),
    read: ({ caller, body }) => core.notifications.markRead(caller.user, "all" in body ? "all" : body),
  });
