import type { Id } from "@coffer/domain/id";
import type { Share } from "@coffer/domain/share/sharing";
import type { Account, SecurityWrites } from "../account/account-store.ts";
import type { Recording } from "../activity/recording.ts";
import type { EmailJob } from "../mail/outbox.ts";
import type { NewNotification } from "../notification/notification-store.ts";
import type { Household } from "./household-store.ts";

/** Written in the same transaction. */
export type ShareWrites = {
  mail?: EmailJob | undefined;
  notifications?: readonly (NewNotification | null)[];
  unproven?: Account | undefined;
  recording?: Recording | undefined;
  /** As it was read before the people whom the write is decided by; null where it lets nobody in and takes no member out. */
  household: Household | null;
  ownerTold?: SecurityWrites | undefined;
};
/** What goes with a write of a share that is there already. */
type EndWrites = Pick<ShareWrites, "notifications" | "recording" | "household">;

/**
 * `mailed` is false while its mail waits for the address of whoever shares it to be verified: `invitedBy`, in whose
 * name it leaves; null where that was not kept.
 */
type Offered = { mailed: boolean; invitedBy: Id | null };
/** A share that nobody accepted yet. Only the newest link, with this hash, opens it: until `until` (milliseconds). */
export type Invitation = Share & Offered & { recipientId: null; tokenHash: string; until: number };
export type GrantedShare = Share & Offered & { recipientId: Id };

/** As they were read. The link of `accepted` must still be its newest. */
type Replaced = { granted?: GrantedShare | undefined; invited?: Invitation; accepted?: Invitation };

/**
 * Every write succeeds only while the entry is still the one that was read; false when it is not. One made by an
 * account whose address is not proven succeeds only while that account is the one that was read (`unproven`), and
 * counts as a change of it: the first proof of the address ends what it shared, and must not miss any.
 */
export type ShareStore = {
  list(ownerId: Id): Promise<GrantedShare[]>;
  grantedTo(recipientId: Id): Promise<GrantedShare[]>;
  get(ownerId: Id, recipientId: Id): Promise<GrantedShare | undefined>;
  grant(share: GrantedShare, replaced: Replaced, writes: ShareWrites): Promise<boolean>;
  /** False where it was opened before, or is not there any more. */
  setOpened(share: Pick<GrantedShare, "id" | "ownerId" | "recipientId">, writes: EndWrites): Promise<boolean>;
  remove(share: Pick<GrantedShare, "id" | "ownerId" | "recipientId">, writes: EndWrites): Promise<boolean>;
};

export type InvitationStore = {
  list(ownerId: Id): Promise<Invitation[]>;
  find(tokenHash: string, now: number): Promise<Invitation | undefined>;
  /** Has a link open its invitation until an instant (milliseconds); false where it is its newest no more. */
  renew(tokenHash: string, until: number): Promise<boolean>;
  /** Saves the invitation in place of `before`, whose link opens nothing any more. */
  invite(invitation: Invitation, before: Invitation | undefined, writes: ShareWrites): Promise<boolean>;
  remove(
    invitation: Pick<Invitation, "id" | "ownerId" | "email" | "recipientId">,
    writes: EndWrites,
  ): Promise<boolean>;
};
