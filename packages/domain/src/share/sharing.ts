import type { Id } from "../id.ts";
import { keysOf } from "../keys.ts";

export const PERMISSION_LABELS = {
  full_access: "Can edit",
  view_only: "View only",
  edit_categories: "Can edit categories",
  edit_transactions: "Can edit transactions",
  member: "Member",
} as const;
export type Permission = keyof typeof PERMISSION_LABELS;
export const PERMISSIONS = keysOf(PERMISSION_LABELS);

export type Share = {
  id: Id;
  ownerId: Id;
  permission: Permission;
  note: string | null;
  /** The invited address, shown until the invitation is accepted. */
  email: string;
  /** The recipient; null until the share is available to them. */
  recipientId: Id | null;
  /** False until the recipient accepts. Until then the owner cannot see whether the address has an account. */
  opened: boolean;
};

/** The name of a person who has left a budget or whose account was deleted. */
export const FORMER_MEMBER = { firstName: "Former member", lastName: "" };

/** Each permission grants the right at its position and those before it (docs/decisions/003-permission-levels.md). */
const LADDER: Permission[] = ["view_only", "edit_transactions", "edit_categories", "full_access", "member"];
const RIGHTS = ["read", "transactions", "categories", "manage", "owner"] as const;
export type Right = (typeof RIGHTS)[number];

export const permits = (permission: Permission, right: Right): boolean =>
  LADDER.indexOf(permission) >= RIGHTS.indexOf(right);

export const isRaised = (before: Permission | undefined, after: Permission): boolean =>
  before === undefined || LADDER.indexOf(after) > LADDER.indexOf(before);

/** A person with access to a ledger; `role` is "member" for equal owners, the first owner included. */
export type Participant = { id: Id; firstName: string; lastName: string; role: Permission };

/** In characters. */
export const LEDGER_NAME_MAX = 60;

export const defaultLedgerName = (owner: { firstName: string } | undefined): string =>
  owner ? `${owner.firstName}'s budget` : "Shared budget";

/** "view only", for the middle of a sentence. */
export const inlineLabel = (permission: Permission): string => PERMISSION_LABELS[permission].toLowerCase();
