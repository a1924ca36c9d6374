import { keysOf } from "../keys.ts";
import type { Right } from "../share/sharing.ts";

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

/** `right` is needed to make a change and to undo it; `plural` names the kind on screens. */
export const KINDS = {
  transaction: { right: "transactions", plural: "Transactions" },
  payment: { right: "transactions", plural: "Split payments" },
  category: { right: "categories", plural: "Categories" },
  plan: { right: "categories", plural: "Planned amounts" },
  month: { right: "categories", plural: "Whole months" },
  goal: { right: "manage", plural: "Goals" },
  milestone: { right: "manage", plural: "Milestones" },
  subscription: { right: "manage", plural: "Subscriptions" },
  share: { right: "owner", plural: "Sharing" },
  import: { right: "transactions", plural: "Imports" },
  review: { right: "transactions", plural: "Review" },
  settlement: { right: "transactions", plural: "Settling up" },
  account: { right: "manage", plural: "Accounts" },
  point: { right: "manage", plural: "Balances" },
} as const satisfies Record<string, { right: Right; plural: string }>;

export type ActivityKind = keyof typeof KINDS;
export const ACTIVITY_KINDS = keysOf(KINDS);

/** The right needed to see entries of a kind; all other kinds are shown to everybody who may read the ledger. */
const RIGHT_TO_SEE: Partial<Record<ActivityKind, Right>> = {
  share: "owner",
  account: "manage",
  point: "manage",
};

export const hiddenKinds = (may: (right: Right) => boolean): ActivityKind[] =>
  ACTIVITY_KINDS.filter((kind) => RIGHT_TO_SEE[kind] && !may(RIGHT_TO_SEE[kind]));
