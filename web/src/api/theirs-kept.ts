import type { Changed } from "./invalidate.ts";
import type { Budget } from "./query-key.ts";

/** What somebody else did meanwhile was kept instead of the edit: no failure, and nothing saved. */
export class TheirsKept extends Error {
  readonly budget: Budget;
  readonly changed: Changed;

  constructor(budget: Budget, changed: Changed) {
    super("The other version was kept");
    this.budget = budget;
    this.changed = changed;
  }
}
