import { randomUUID } from "node:crypto";
import type { OpenBudget } from "@coffer/core/access";
import type { Category } from "@coffer/domain/category";
import { type Day, toDay } from "@coffer/domain/day";
import type { Id } from "@coffer/domain/id";
import type { User } from "@coffer/domain/user";
import { createClient } from "../src/client.ts";
import { ensureTable } from "../src/create-table.ts";
import { createStore } from "../src/store.ts";
import { createTable } from "../src/table.ts";

// What tests of the stores are written with: a table of their own, ids in a row, a budget opened by its owner.

/** A fresh table on the engine, with a store over it. */
export async function freshTable(endpoint: string) {
  const client = createClient(endpoint);
  const name = `test-${randomUUID()}`;
  await ensureTable(client, name);
  return { client, name, table: createTable(client, name), store: createStore(client, name) };
}

/** Ids 1, 2, 3 … above `after`. */
export function idsInARow(after = 0): () => Id {
  let last = after;
  return () => ++last;
}

export function day(text: string): Day {
  const [year = 0, month = 0, date = 0] = text.split("-").map(Number);
  return toDay(year, month, date);
}

export function user(id: Id, given: Partial<User> = {}): User {
  return {
    id,
    firstName: "Ana",
    lastName: `Owner ${id}`,
    email: `ana${id}@example.com`,
    phone: "555-0100",
    isAdmin: false,
    emailVerified: true,
    emailNotifications: false,
    notificationTime: "09:00",
    timeZone: "America/New_York",
    currency: "USD",
    aiRecommendations: true,
    notifications: true,
    ...given,
  };
}

/** The budget of user `ownerId`, opened by themselves on a day. */
export function ownBudget(ownerId: Id, today = "2026-11-21"): OpenBudget {
  return { ownerId, user: user(ownerId), permission: "owner", today: day(today) };
}

export function category(id: Id, given: Partial<Category> = {}): Category {
  return {
    id,
    name: `Category ${id}`,
    description: null,
    icon: "home",
    color: "blue",
    type: "expense",
    ...given,
  };
}
