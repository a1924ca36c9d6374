import type { Id } from "@coffer/domain/id";
import type { Share } from "@coffer/domain/share/sharing";
import type { Account, SecurityWrites } from "../account/account-store.ts";
import type { Recording } from "../activity/recording.ts";
import type { EmailJob } from "../mail/outbox.ts";
import type { NewNotification } from "../notification/notifications.ts";
import type { Household } from "./household-store.ts";

/** Written in the same transaction. */
export type ShareWrites = {
  mail?: EmailJob | undefined;
  notifications?: readonly (NewNotification | null)[];
  unproven?: Account | undefined;
  recording?: Recording | undefined;
  /** The household, read before the members that the decision depends on; null if the write changes no membership. */
  household: Household | null;
  ownerTold?: SecurityWrites | undefined;
};
/** Written with a change of an existing share. */
type EndWrites = Pick<ShareWrites, "notifications" | "recording" | "household">;

/**
 * `mailed` is false while the mail waits for the sender, `invitedBy`, to verify their address. `invitedBy` is null for
 * shares of older releases.
 */
type Offered = { mailed: boolean; invitedBy: Id | null };
/** A share that was not accepted yet. Only the newest link (`tokenHash`) accepts it, until `until` (milliseconds). */
export type Invitation = Share & Offered & { recipientId: null; tokenHash: string; until: number };
export type GrantedShare = Share & Offered & { recipientId: Id };

/** The items that a grant replaces, as they were read. The link of `accepted` must still be the newest. */
type Replaced = { granted?: GrantedShare | undefined; invited?: Invitation; accepted?: Invitation };

/**
 * Writes return false if the share has changed since it was read. A write by an account without a verified address also
 * requires that account to be unchanged (`unproven`) and counts as a change of it, as the first verification of the
 * address ends everything that the account shared, and must not miss any.
 */
export type ShareStore = {
  list(ownerId: Id): Promise<GrantedShare[]>;
  grantedTo(recipientId: Id): Promise<GrantedShare[]>;
  get(ownerId: Id, recipientId: Id): Promise<GrantedShare | undefined>;
  grant(share: GrantedShare, replaced: Replaced, writes: ShareWrites): Promise<boolean>;
  /** False if the share was opened before, or no longer exists. */
  setOpened(share: Pick<GrantedShare, "id" | "ownerId" | "recipientId">, writes: EndWrites): Promise<boolean>;
  remove(share: Pick<GrantedShare, "id" | "ownerId" | "recipientId">, writes: EndWrites): Promise<boolean>;
};

export type InvitationStore = {
  list(ownerId: Id): Promise<Invitation[]>;
  /** Both by one read. */
  withHousehold(ownerId: Id): Promise<{ invitations: Invitation[]; household: Household }>;
  find(tokenHash: string, now: number): Promise<Invitation | undefined>;
  /** Extends a link until an instant (milliseconds); false if it is not the invitation's newest any more. */
  renew(tokenHash: string, until: number): Promise<boolean>;
  /** Replaces `before`, whose link stops working. */
  invite(invitation: Invitation, before: Invitation | undefined, writes: ShareWrites): Promise<boolean>;
  remove(
    invitation: Pick<Invitation, "id" | "ownerId" | "email" | "recipientId">,
    writes: EndWrites,
  ): Promise<boolean>;
};
