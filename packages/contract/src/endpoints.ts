import { admin } from "./admin.ts";
import { budgets } from "./budget.ts";
import { categories } from "./category.ts";
import type { Endpoint } from "./endpoint.ts";
import { goals } from "./goal.ts";
import { health } from "./health.ts";
import { sharing } from "./sharing.ts";
import { subscriptions } from "./subscription.ts";
import { tips } from "./tips.ts";
import { transactions } from "./transaction.ts";
import { users } from "./user.ts";

/** Every call of the API by noun. The server mounts exactly these; the web imports its nouns one by one. */
export const endpoints = {
  health,
  users,
  transactions,
  categories,
  budgets,
  goals,
  subscriptions,
  sharing,
  tips,
  admin,
};

export type Endpoints = typeof endpoints;

/** The same as one list, in order: [name, endpoint], names such as "transactions.add". */
export const endpointList: readonly (readonly [name: string, Endpoint])[] = Object.entries(endpoints).flatMap(
  ([noun, calls]) =>
    Object.entries<Endpoint>(calls).map(([verb, call]) => [`${noun}.${verb}`, call] as const),
);
