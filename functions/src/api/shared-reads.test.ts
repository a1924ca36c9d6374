import { expect, test } from "vitest";
import { startProduct } from "../../test/harness.ts";
import { createSharedReads } from "./shared-reads.ts";

/** Reads of a value that can change during the read; each ends when the test says so. */
function readsOf(value: { now: string }) {
  const { arrive, share } = createSharedReads<string>();
  const ends: (() => void)[] = [];
  return {
    ends,
    read: (key = "list") =>
      share(key, arrive(), async () => {
        const seen = value.now;
        await new Promise<void>((resolve) => ends.push(resolve));
        return seen;
      }),
  };
}

test("answers all waiting reads with one that sees every write before them", async () => {
  const value = { now: "before" };
  const { read, ends } = readsOf(value);
  const first = read();
  const waiting = [read(), read()];
  value.now = "written";
  const after = Array.from({ length: 14 }, () => read());
  ends[0]?.();
  expect(await first).toBe("before");
  await new Promise((resolve) => setImmediate(resolve));
  expect(ends).toHaveLength(2);
  ends[1]?.();
  expect(new Set(await Promise.all([...waiting, ...after]))).toEqual(new Set(["written"]));
});

test("a read that arrives while the shared one runs waits for another", async () => {
  const value = { now: "a" };
  const { read, ends } = readsOf(value);
  const reads = [read(), read()];
  ends[0]?.();
  await reads[0];
  await new Promise((resolve) => setImmediate(resolve));
  value.now = "b";
  reads.push(read());
  ends[1]?.();
  expect(await reads[1]).toBe("a");
  await new Promise((resolve) => setImmediate(resolve));
  ends[2]?.();
  expect(await reads[2]).toBe("b");
});

test("lets the request that arrived last read", async () => {
  const { share } = createSharedReads<string>();
  const { promise, resolve } = Promise.withResolvers<string>();
  const first = share("list", 1, () => promise);
  const late = share("list", 3, async () => "late");
  const early = share("list", 2, async () => "early");
  resolve("first");
  expect(await Promise.all([first, late, early])).toEqual(["first", "late", "late"]);
});

test("tells whether a read answers a single request", async () => {
  const { share } = createSharedReads<string>();
  const how = (arrival: number) => share("list", arrival, async (isAlone) => `alone: ${isAlone}`);
  expect(await Promise.all([how(1), how(2), how(3)])).toEqual([
    "alone: true",
    "alone: false",
    "alone: false",
  ]);
  expect(await Promise.all([how(4), how(5)])).toEqual(["alone: true", "alone: true"]);
});

test("runs different reads concurrently", async () => {
  const { share } = createSharedReads<string>();
  const failed = Promise.withResolvers<string>();
  const failing = share("a", 1, () => failed.promise);
  const next = share("a", 2, async () => "answered");
  expect(await share("b", 3, async () => "beside")).toBe("beside");
  failed.reject(new Error("failed"));
  await expect(failing).rejects.toThrow("failed");
  expect(await next).toBe("answered");
  expect(await share("a", 4, async () => "again")).toBe("again");
});

test("shows each client of an account its own last write", async () => {
  const me = await (await startProduct()).person();
  const food = { name: "Food", icon: "restaurant", color: "red", type: "expense" };
  const categoryId = Object((await me.post("/api/categories", food)).body).id;
  const writeAndRead = async (client: number) => {
    for (let row = 0; row < 3; row++) {
      const draft = {
        description: `${client}.${row}`,
        amount: 1,
        date: "2026-11-05",
        type: "expense",
        categoryId,
      };
      expect((await me.post("/api/transactions", draft)).status).toBe(201);
      const { body } = await me.get("/api/transactions?startDate=2026-11-01&endDate=2026-11-30");
      expect(body).toContainEqual(expect.objectContaining({ description: draft.description }));
    }
  };
  await Promise.all(Array.from({ length: 8 }, (_, client) => writeAndRead(client)));
});
