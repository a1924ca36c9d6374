import { randomUUID } from "node:crypto";
import * as v from "valibot";
import { ApiError } from "../../../web/src/api/api-error.ts";
import { NotSent } from "../../../web/src/api/wire.ts";
import { createQueue } from "../../../web/src/offline/queue.ts";
import { memoryStore } from "../../../web/test/memory-store.ts";
import { onProduct } from "./product.ts";
import { atMost, print, seconds } from "./table.ts";

const QUEUED = 1_000;
/** The pause before a queue retries a throttled change. */
const RETRY_MS = 15_000;

/** docs/promises.md P24: how fast the browser's queue is sent within the product's limits. */
export const offline = (): Promise<void> =>
  onProduct(
    async (product) => {
      await product.signUp();
      const details = {
        type: "expense",
        categoryId: await product.addCategory(),
        date: "2026-11-02",
        amount: 1,
      };
      let isOnline = false;
      let left = 0;
      const queue = createQueue({
        store: memoryStore(),
        async deliver({ method, path, body, key = "" }) {
          if (!isOnline) throw new NotSent();
          const response = await product.send(method, path, body, { "idempotency-key": key });
          if (!response.ok) throw new ApiError(response.status, await response.text(), "");
          return { json: await response.json(), entryId: null, next: null };
        },
        isOnline: () => isOnline,
        exclusively: (run) => run(),
        now: () => performance.timeOrigin + performance.now(),
        onChange: () => {},
        onSent: () => {
          left += 1;
        },
      });
      const path = "/api/transactions";
      for (let n = 1; n <= QUEUED; n++) {
        const body = { ...details, description: `Purchase ${n}` };
        await queue.submit({ method: "POST", path, body, key: randomUUID() }, () => ({ id: -n }));
      }
      const began = performance.now();
      isOnline = true;
      await queue.flush();
      while (left < QUEUED) {
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
        await queue.flush();
      }
      const took = performance.now() - began;
      const reply = await product.send("GET", `${path}?startDate=2026-11-02&endDate=2026-11-02`);
      const rows = v.parse(v.array(v.object({ description: v.string() })), await reply.json());
      const there = new Set(rows.map(({ description }) => description)).size;
      print("What waited for the network (P24)", [
        atMost(`${QUEUED} purchases have left`, took, 60_000, seconds),
        {
          what: "there, each once",
          figure: `${there} of ${rows.length}`,
          met: there === QUEUED && rows.length === QUEUED,
        },
      ]);
    },
    { COFFER_THROTTLE: "on" },
  );
