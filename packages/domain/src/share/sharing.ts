import type { Id } from "../id.ts";

export const PERMISSIONS = [
  "full_access",
  "view_only",
  "edit_categories",
  "edit_transactions",
  "member",
] as const;
export type Permission = (typeof PERMISSIONS)[number];

export type Right = "read" | "transactions" | "categories" | "manage" | "owner";

export type Share = {
  id: Id;
  ownerId: Id;
  permission: Permission;
  note: string | null;
  /** The address as invited; what is shown until the invitation is accepted. */
  email: string;
  /** The recipient once the share is open to them. */
  recipientId: Id | null;
  /** Until the recipient accepts, the owner sees an invitation: sharing tells nobody which addresses have accounts. */
  opened: boolean;
};

/** The name of somebody who no longer takes part in a budget, or whose account is gone. */
export const FORMER_MEMBER = { firstName: "Former member", lastName: "" };

export const PERMISSION_LABELS: Record<Permission, string> = {
  view_only: "View only",
  full_access: "Can edit",
  edit_categories: "Can edit categories",
  edit_transactions: "Can edit transactions",
  member: "Member",
};

/** Each permission includes those below it (docs/decisions/003-permission-levels.md). */
export const permits = (permission: Permission, right: Right): boolean => REACH[permission] >= NEED[right];

export const isRaised = (before: Permission | undefined, after: Permission): boolean =>
  before === undefined || REACH[after] > REACH[before];

const REACH: Record<Permission, number> = {
  view_only: 0,
  edit_transactions: 1,
  edit_categories: 2,
  full_access: 3,
  member: 4,
};
const NEED: Record<Right, number> = { read: 0, transactions: 1, categories: 2, manage: 3, owner: 4 };

/** One who takes part in a ledger; `role` is "member" for an equal, the first owner included. */
export type Participant = { id: Id; firstName: string; lastName: string; role: Permission };

/** In characters. */
export const LEDGER_NAME_MAX = 60;

export const defaultLedgerName = (owner: { firstName: string } | undefined): string =>
  owner ? `${owner.firstName}'s budget` : "Shared budget";

/** "view only", for the middle of a line. */
export const inlineLabel = (permission: Permission): string => PERMISSION_LABELS[permission].toLowerCase();
