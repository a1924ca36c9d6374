import { createCategories } from "./categories.ts";
import { createGoals } from "./goals.ts";
import type { Ports } from "./ports.ts";

export type Core = ReturnType<typeof createCore>;

/** All use cases over one set of ports. */
export function createCore(ports: Ports) {
  return {
    categories: createCategories(ports),
    goals: createGoals(ports),
  };
}
