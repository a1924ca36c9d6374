import type { Id } from "@coffer/domain/id";
import type { Rule } from "@coffer/domain/rule/rule";
import type { Creation, IdempotencyKey } from "../idempotency.ts";

/** "changed" when they are no longer as they were read. */
export type RuleStore = {
  /** In their order, each with the live category it belongs to; without those of deleted categories. */
  list(ownerId: Id): Promise<Rule[]>;
  /** At the end; "full" beyond MAX_RULES. */
  add(
    ownerId: Id,
    rule: Rule,
    idempotencyKey: IdempotencyKey | undefined,
    now: number,
  ): Promise<Creation<Rule> | "full" | "changed">;
  /** Rules of deleted categories stay, behind the others, while they can be restored. */
  replace(ownerId: Id, rules: readonly Rule[]): Promise<"saved" | "changed">;
  remove(ownerId: Id, id: Id): Promise<"saved" | "noRule" | "changed">;
};
