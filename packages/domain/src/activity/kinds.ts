export const ACTIVITY_ACTIONS = [
  "created",
  "changed",
  "deleted",
  "paid",
  "skipped",
  "reset",
  "planned",
  "imported",
  "undone",
] as const;

export type ActivityAction = (typeof ACTIVITY_ACTIONS)[number];

export const ACTIVITY_KINDS = [
  "transaction",
  "payment",
  "category",
  "plan",
  "month",
  "goal",
  "milestone",
  "subscription",
  "share",
  "import",
  "settlement",
] as const;

export type ActivityKind = (typeof ACTIVITY_KINDS)[number];
