import { fields } from "@coffer/domain/definition/values";
import { MAX_NOTIFICATIONS } from "@coffer/domain/notification/choices";
import { notification } from "@coffer/domain/notification/definition";
import * as v from "valibot";
import { endpoint } from "./endpoint.ts";
import { noContent } from "./fields.ts";

const WHICH = "Send the ids of notifications, or all: true";

export const notifications = {
  list: endpoint.get("/api/notifications", {
    access: "user",
    summary: "What one was told, newest first",
    reply: v.array(notification),
  }),
  read: endpoint.post("/api/notifications/read", {
    access: "user",
    summary: "Mark notifications as read; ids that are not there do nothing",
    body: v.union(
      [
        fields({ all: v.literal(true) }),
        fields({
          ids: v.pipe(
            v.array(v.pipe(v.string(), v.minLength(1), v.maxLength(200))),
            v.maxLength(MAX_NOTIFICATIONS, `Send at most ${MAX_NOTIFICATIONS} ids`),
          ),
        }),
      ],
      WHICH,
    ),
    ...noContent,
  }),
};
