import type { User } from "../account/user.ts";
import type { Plan } from "../budget/budget.ts";
import type { Category } from "../category/category.ts";
import type { Contribution, Goal, Milestone } from "../goal/goal.ts";
import type { Fingerprint } from "../import/import-row.ts";
import type { Rule } from "../rule/rule.ts";
import type { Subscription } from "../subscription/subscription.ts";
import type { Day } from "../time/day.ts";
import type { Month } from "../time/month.ts";
import type { Transaction } from "../transaction/transaction.ts";

/** The preferences that go with a budget. */
export type PortableSettings = Pick<
  User,
  "currency" | "timeZone" | "aiRecommendations" | "notifications" | "emailNotifications" | "notificationTime"
>;

/**
 * One thing of a budget as it leaves and comes back, under the same ids. Nothing of other people: neither shares nor
 * who entered what. docs/export.md describes the file that holds them.
 */
export type PortableItem =
  | ({ kind: "settings" } & PortableSettings)
  | ({ kind: "category" } & Category)
  | ({ kind: "plan" } & Plan)
  /** A month whose actuals were reset, at an instant in milliseconds. */
  | { kind: "month"; month: Month; resetAt: number }
  | ({ kind: "goal" } & Goal & { milestones: Omit<Milestone, "goalId">[] })
  | ({ kind: "contribution" } & Omit<Contribution, "createdBy">)
  /** `settledThrough` is the latest due date that was paid, posted or skipped. */
  | ({ kind: "subscription" } & Subscription & { settledThrough: Day | null })
  | { kind: "rules"; rules: Rule[] }
  /** `imported` by which a row of a bank's file is known again. */
  | ({ kind: "transaction" } & Omit<Transaction, "createdBy"> & { imported?: Fingerprint | undefined });
