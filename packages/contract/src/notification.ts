import { fields } from "@coffer/domain/definition/values";
import { MAX_NOTIFICATIONS } from "@coffer/domain/notification/choices";
import { notification } from "@coffer/domain/notification/definition";
import * as v from "valibot";
import { allow } from "./endpoint.ts";
import { noContent } from "./fields.ts";

const WHICH = "Send the ids of notifications, or all: true";

export const notifications = {
  list: allow("user").get("/api/notifications", {
    summary: "List notifications, newest first",
    reply: v.array(notification),
  }),
  read: allow("user").post("/api/notifications/read", {
    summary: "Mark notifications as read; unknown ids are ignored",
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
