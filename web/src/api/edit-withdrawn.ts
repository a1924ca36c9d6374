import type { Changed } from "./invalidate.ts";
import type { Budget } from "./query-key.ts";

/** The person chose the version that somebody else saved meanwhile: no failure, and nothing saved. */
export class EditWithdrawn extends Error {
  readonly budget: Budget;
  readonly changed: Changed;

  constructor(budget: Budget, changed: Changed) {
    super("The other version was kept");
    this.budget = budget;
    this.changed = changed;
  }
}
