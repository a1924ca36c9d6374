import { expect, test } from "vitest";
import { memoryStore } from "../../test/memory-store.ts";
import { ApiError } from "../api/api-error.ts";
import { NotSent, type WireRequest } from "../api/wire.ts";
import { createQueue } from "./queue.ts";
import type { WaitingWrite } from "./waiting-writes.ts";

/** A browser's queue, with a server that replies with `answer`. */
function browser(store = memoryStore()) {
  const fake = {
    store,
    online: false,
    now: 1_000,
    answer: (_: WireRequest): unknown => ({ id: 7 }),
    delivered: [] as string[],
    waiting: [] as readonly WaitingWrite[],
  };
  const queue = createQueue({
    store,
    async deliver(request) {
      const { method, params, body } = request;
      if (!fake.online) throw new NotSent();
      fake.delivered.push([method, params?.id, Object(body).description].filter(Boolean).join(" "));
      return { json: fake.answer(request), entryId: null, next: null };
    },
    isOnline: () => fake.online,
    exclusively: (run) => run(),
    now: () => fake.now,
    onChange: (waiting) => {
      fake.waiting = waiting;
    },
    onSent: () => {},
  });
  return Object.assign(fake, { queue });
}

let keys = 0;
const path = "/api/transactions";
const add = (description: string): WireRequest => ({
  method: "POST",
  path,
  body: { description },
  key: `key-${keys++}`,
});
const put = (id: number, description: string): WireRequest => ({
  ...add(description),
  method: "PUT",
  path: `${path}/:id`,
  params: { id },
});
const remove = (id: number): WireRequest => ({ ...put(id, ""), method: "DELETE", body: undefined });
const told = ({ waiting }: { waiting: readonly WaitingWrite[] }) =>
  waiting.map(({ method, body }) => `${method} ${Object(body).description ?? ""}`.trim());

test("merges an edit into a waiting addition", async () => {
  const one = browser();
  await one.queue.submit(add("Milk"), () => ({ id: -1 }));
  await one.queue.submit(put(-1, "Oat milk"), () => ({ id: -1 }));
  await one.queue.submit(add("Soap"), () => ({ id: -2 }));
  expect(told(one)).toEqual(["POST Oat milk", "POST Soap"]);
  await one.queue.submit(remove(-2), () => undefined);
  expect(told(one)).toEqual(["POST Oat milk"]);
});

test("sends changes of an addition that may have arrived after it, with the server's id", async () => {
  const one = browser();
  one.online = true;
  one.answer = () => {
    throw new NotSent();
  };
  await one.queue.submit(add("Milk"), () => ({ id: -1 }));
  await one.queue.submit(put(-1, "Oat milk"), () => ({ id: -1 }));
  await one.queue.submit(remove(-1), () => undefined);
  expect(told(one)).toEqual(["POST Milk", "DELETE"]);
  one.answer = () => ({ id: 7 });
  one.delivered = [];
  await one.queue.flush();
  expect(one.delivered).toEqual(["POST Milk", "DELETE 7"]);
  expect(one.waiting).toEqual([]);
  // The page may still show the addition under its temporary id.
  await one.queue.submit(put(-1, "Late"), () => ({ id: -1 }));
  expect(one.delivered.at(-1)).toBe("PUT 7 Late");
});

test("stays in order when the clock is set back", async () => {
  const one = browser();
  await one.queue.submit(add("First"), () => ({ id: -1 }));
  one.now = 10;
  await one.queue.submit(add("Second"), () => ({ id: -2 }));
  await one.queue.submit(add("Third"), () => ({ id: -3 }));
  expect(told(one)).toEqual(["POST First", "POST Second", "POST Third"]);
});

test("sends the other changes when one is refused", async () => {
  const one = browser();
  await one.queue.submit(add("Bad"), () => ({ id: -1 }));
  await one.queue.submit(add("Good"), () => ({ id: -2 }));
  one.online = true;
  for (const status of [401, 429, 503]) {
    one.answer = () => {
      throw new ApiError(status, "", "");
    };
    await one.queue.flush();
    expect(told(one)).toEqual(["POST Bad", "POST Good"]);
  }
  one.answer = ({ body }) => {
    if (Object(body).description === "Bad") throw new ApiError(400, '{"message":"No such category"}', "");
    return { id: 8 };
  };
  await one.queue.flush();
  expect(one.waiting).toMatchObject([
    { body: { description: "Bad" }, refused: { message: "No such category" } },
  ]);
  // A corrected change is sent again.
  await one.queue.submit(put(-1, "Corrected"), () => ({ id: -1 }));
  await one.queue.flush();
  expect(one.delivered.at(-1)).toBe("POST Corrected");
  expect(one.waiting).toEqual([]);
});

test("continues after each refusal by a rate limit, without duplicates", async () => {
  const one = browser();
  const names = Array.from({ length: 10 }, (_, index) => `P${index}`);
  for (const [index, name] of names.entries()) await one.queue.submit(add(name), () => ({ id: -1 - index }));
  one.online = true;
  const taken: string[] = [];
  one.answer = ({ body, key = "" }) => {
    if (taken.length % 4 === 3 && !one.delivered.includes("again")) {
      one.delivered.push("again");
      throw new ApiError(429, '{"message":"Too many requests"}', "");
    }
    one.delivered = [];
    taken.push(`${Object(body).description} ${key}`);
    return { id: taken.length };
  };
  for (let tries = 0; tries < 4; tries++) {
    await one.queue.flush();
    expect(one.waiting.every(({ refused }) => refused === undefined)).toBe(true);
  }
  expect(one.waiting).toEqual([]);
  expect(taken.map((line) => line.split(" ")[0])).toEqual(names);
  expect(new Set(taken).size).toBe(10);
});

test("merges a change into an addition that was refused", async () => {
  const one = browser();
  one.online = true;
  one.answer = () => {
    throw new NotSent();
  };
  await one.queue.submit(add("Bad"), () => ({ id: -1 }));
  await one.queue.submit(put(-1, "Worse"), () => ({ id: -1 }));
  one.answer = () => {
    throw new ApiError(400, '{"message":"No"}', "");
  };
  await one.queue.flush();
  expect(told(one)).toEqual(["POST Worse"]);
  const [refused] = one.waiting;
  if (refused) await one.queue.forget(refused);
  expect(one.waiting).toEqual([]);
});

test("is one queue for ten tabs, which sends each change once", async () => {
  const store = memoryStore();
  const tabs = Array.from({ length: 10 }, () => browser(store));
  for (const [index, tab] of tabs.entries())
    await tab.queue.submit(add(`P${index}`), () => ({ id: -1 - index }));
  await tabs[3]?.queue.submit(put(-1, "Edited"), () => ({ id: -1 }));
  for (const tab of tabs) tab.online = true;
  await Promise.all(tabs.map(({ queue }) => queue.flush()));
  const delivered = new Set(tabs.flatMap((tab) => tab.delivered));
  expect([...delivered].sort()).toEqual([
    "POST Edited",
    ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => `POST P${n}`),
  ]);
});

test("rejects when the browser has no room", async () => {
  const full = memoryStore();
  full.update = () => Promise.reject(new Error("no room"));
  const one = browser(full);
  await expect(one.queue.submit(add("Milk"), () => ({ id: -1 }))).rejects.toThrow("no room");
  one.online = true;
  await one.queue.submit(add("Milk"), () => ({ id: -1 }));
  expect(one.delivered).toEqual(["POST Milk"]);
});
