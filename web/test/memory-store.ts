import type { QueueStore } from "../src/offline/queue.ts";
import type { WaitingWrite } from "../src/offline/waiting-writes.ts";

/** A browser's storage of waiting changes, which outlives its pages. */
export function memoryStore(): QueueStore {
  const items = new Map<string, WaitingWrite>();
  return {
    all: async () => [...items.values()].map((item) => structuredClone(item)),
    async update(order, change) {
      const after = change(structuredClone(items.get(order)));
      if (after) items.set(order, structuredClone(after));
      else items.delete(order);
      return after;
    },
  };
}
