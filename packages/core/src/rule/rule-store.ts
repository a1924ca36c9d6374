import type { Id } from "@coffer/domain/id";
import type { Rule } from "@coffer/domain/rule/rule";
import type { Creation, IdempotencyKey } from "../idempotency.ts";

/** "changed": another write came between read and write. */
export type RuleStore = {
  /** In their order, each with its live category; without rules of deleted categories. */
  list(ownerId: Id): Promise<Rule[]>;
  /** Appends a rule; "full" at MAX_RULES. */
  add(
    ownerId: Id,
    rule: Rule,
    idempotencyKey: IdempotencyKey | undefined,
    now: number,
  ): Promise<Creation<Rule> | "full" | "changed">;
  /**
   * Keeps rules of deleted categories, after the others, as long as these can be restored; "full" where all of them are
   * more than twice MAX_RULES.
   */
  replace(ownerId: Id, rules: readonly Rule[]): Promise<"saved" | "full" | "changed">;
  remove(ownerId: Id, id: Id): Promise<"saved" | "noRule" | "changed">;
};
