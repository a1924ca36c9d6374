import { createPostDue } from "@coffer/core/post-due";
import { createCategoryStore } from "@coffer/dynamo/categories";
import { createSubscriptionStore } from "@coffer/dynamo/subscriptions";
import { createUserStore } from "@coffer/dynamo/users";
import { createSubscriptionsJob } from "../schedules.ts";
import { clock, ids, log, table } from "./environment.ts";
import { scheduled } from "./events/schedule.ts";

const stores = {
  subscriptions: createSubscriptionStore(table),
  categories: createCategoryStore(table),
  users: createUserStore(table),
};
const postDue = createPostDue(stores, { clock, ids });

export const handler = scheduled(createSubscriptionsJob({ subscriptions: { postDue } }), log);
