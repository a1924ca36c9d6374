import type { Id } from "@coffer/domain/id";

/** Sixteen digits, so that ids sort as text the way they sort as numbers. */
export const idText = (id: Id): string => String(id).padStart(16, "0");

/** The partition of everything in one budget. */
export const budgetPartition = (ownerId: Id): string => `BUDGET#${idText(ownerId)}`;
/** The partition of one user's profile, sessions and preferences. */
export const userPartition = (userId: Id): string => `USER#${idText(userId)}`;
