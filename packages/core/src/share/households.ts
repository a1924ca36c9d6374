import { fullName, type User } from "@coffer/domain/account/user";
import { type Id, instantOf } from "@coffer/domain/id";
import { type Notice, shareNotice } from "@coffer/domain/notification/notification";
import type { Stay } from "@coffer/domain/share/balance";
import { defaultLedgerName, type Participant } from "@coffer/domain/share/sharing";
import { today } from "@coffer/domain/time/timezone";
import type { OpenLedger } from "../access.ts";
import { changeAccount } from "../account/account-store.ts";
import { recordShare } from "../activity/recording.ts";
import type { Env } from "../env.ts";
import type { NewNotification } from "../notification/notification-store.ts";
import { notificationFor } from "../notification/notifications.ts";
import { changedMeanwhile, found, Refusal, retryOnConflict } from "../refusal.ts";
import type { Stores } from "../stores.ts";
import type { Household } from "./household-store.ts";
import type { GrantedShare, ShareWrites } from "./share-stores.ts";

export type HouseholdStores = Pick<Stores, "households" | "shares" | "users">;

/** `share` is null for the first owner. */
type Somebody = { user: User; role: Participant["role"]; share: GrantedShare | null };

/** Everybody who takes part, members first; a share counts once it was opened. */
export async function participantsOf(
  { shares, users }: Pick<HouseholdStores, "shares" | "users">,
  ledgerId: Id,
) {
  const [owner, granted] = await Promise.all([users.get(ledgerId), shares.list(ledgerId)]);
  const opened = granted.filter((share) => share.opened);
  const people = await Promise.all(opened.map(({ recipientId }) => users.get(recipientId)));
  const all: Somebody[] = [
    ...(owner?.hasLedger ? [{ user: owner, role: "member" as const, share: null }] : []),
    ...opened.flatMap((share, index) => {
      const user = people[index];
      return user ? [{ user, role: share.permission, share }] : [];
    }),
  ];
  return all.sort((a, b) => Number(b.role === "member") - Number(a.role === "member"));
}

const LAST_MEMBER =
  "The last member cannot leave. Make somebody else a member first, or delete your account.";

/** When each member was there, those who have left included. */
function staysOf({ stays }: Household, people: readonly Somebody[]): Stay[] {
  const isOpen = ({ until }: Stay) => until === null;
  const now = people
    .filter(({ role }) => role === "member")
    .map(({ user: { id, timeZone }, share }): Stay => {
      const since = share && today(instantOf(share.id), timeZone);
      return stays.find((stay) => stay.id === id && isOpen(stay)) ?? { id, since, until: null };
    });
  return [...stays.filter((stay) => !isOpen(stay)), ...now];
}

export async function readStays(stores: HouseholdStores, ledgerId: Id): Promise<Stay[]> {
  const [household, people] = await Promise.all([
    stores.households.get(ledgerId),
    participantsOf(stores, ledgerId),
  ]);
  return staysOf(household, people);
}

/** As a household is written that a member leaves at an instant (milliseconds). */
export function withoutMember(
  household: Household,
  people: readonly Somebody[],
  { id, timeZone }: Pick<User, "id" | "timeZone">,
  now: number,
): Household {
  const ending = staysOf(household, people).filter((stay) => stay.id === id && stay.until === null);
  const others = household.stays.filter((stay) => stay.id !== id || stay.until !== null);
  const ended = ending.map((stay) => ({ ...stay, until: today(now, timeZone) }));
  return { ...household, stays: [...others, ...ended] };
}

/** The condition of a write that takes a member away. Refuses (conflict) where nobody would be left. */
export async function lockMembers(
  stores: HouseholdStores,
  { clock }: Pick<Env, "clock">,
  ledgerId: Id,
  leaving: Id,
): Promise<Household> {
  const household = await stores.households.get(ledgerId);
  const people = await participantsOf(stores, ledgerId);
  const members = people.filter(({ role }) => role === "member");
  if (!members.some(({ user }) => user.id !== leaving)) throw new Refusal("conflict", LAST_MEMBER);
  const left = members.find(({ user }) => user.id === leaving);
  return left ? withoutMember(household, people, left.user, clock()) : household;
}

/** False where the share has changed since it was read. Refuses (conflict) the last member. */
export async function endShare(
  stores: HouseholdStores,
  env: Pick<Env, "clock" | "ids">,
  ledger: Pick<OpenLedger, "ownerId" | "user" | "noteEntry">,
  share: GrantedShare,
  notifications: ShareWrites["notifications"],
): Promise<boolean> {
  const isMember = share.opened && share.permission === "member";
  const household = isMember ? await lockMembers(stores, env, ledger.ownerId, share.recipientId) : undefined;
  const recording = recordShare(env, ledger, share, null);
  return stores.shares.remove(share, { recording, notifications, household });
}

export async function ledgerNameOf({ households, users }: HouseholdStores, ledgerId: Id): Promise<string> {
  const [{ name }, owner] = await Promise.all([households.get(ledgerId), users.get(ledgerId)]);
  return name ?? defaultLedgerName(owner);
}

/** Notifies all members of what somebody did, who is told nothing. */
export const tellMembers = (
  env: Pick<Env, "clock" | "origin">,
  people: readonly Somebody[],
  { ownerId, user: { id } }: Pick<OpenLedger, "ownerId" | "user">,
  notice: Notice,
): (NewNotification | null)[] =>
  people
    .filter(({ user, role }) => role === "member" && user.id !== id)
    .map(({ user }) => notificationFor(env, user, notice, { ownerId }));

const membersChanged = () => changedMeanwhile("The members");

export function createHouseholds(
  stores: HouseholdStores,
  env: Pick<Env, "clock" | "ids" | "origin" | "securityLog">,
) {
  async function read({ ownerId }: OpenLedger) {
    const [name, people] = await Promise.all([
      ledgerNameOf(stores, ownerId),
      participantsOf(stores, ownerId),
    ]);
    const members = people.map(({ user: { id, firstName, lastName }, role }) => {
      return { id, firstName, lastName, role };
    });
    const stays = staysOf(await stores.households.get(ownerId), people);
    const former = stays.filter(({ id }) => !members.some((one) => one.id === id && one.role === "member"));
    return { id: ownerId, name, members, former: [...new Set(former.map(({ id }) => id))] };
  }

  return {
    read,

    async rename(ledger: OpenLedger, name: string) {
      await retryOnConflict(async () => {
        const household = await stores.households.get(ledger.ownerId);
        return household.name === name || (await stores.households.rename(household, name)) || "changed";
      }, membersChanged);
      return read(ledger);
    },

    /** A member removes somebody, or themselves. Refuses (conflict) the last member. */
    async remove(ledger: OpenLedger, userId: Id): Promise<void> {
      const { ownerId, user } = ledger;
      const shareId = await retryOnConflict(async () => {
        const people = await participantsOf(stores, ownerId);
        const member = people.find((one) => one.user.id === userId);
        const { user: target, share } = found(member, "Member");
        if (!share) return leaveOwn(ledger, target, people);
        const notifications =
          userId === user.id
            ? tellMembers(env, people, ledger, shareNotice("left", share.id, fullName(user)))
            : [notificationFor(env, target, shareNotice("ended", share.id, fullName(user)))];
        return (await endShare(stores, env, ledger, share, notifications)) ? share.id : "changed";
      }, membersChanged);
      env.securityLog({ event: "share-ended", userId: user.id, shareId });
    },
  };

  /** The first owner goes: the ledger's number stays, and is theirs no more. All members are told, who goes as well. */
  async function leaveOwn(ledger: OpenLedger, { id, email, ...owner }: User, people: readonly Somebody[]) {
    const share = { id: env.ids(), email, permission: "member", opened: true } as const;
    const isLeaving = id === ledger.user.id;
    const name = await ledgerNameOf(stores, id);
    const toOwner = isLeaving
      ? shareNotice("gone", share.id, name)
      : shareNotice("ended", share.id, fullName(ledger.user));
    const told = people.filter(
      ({ user, role }) => role === "member" && (isLeaving || user.id !== ledger.user.id),
    );
    const notifications = told.map(({ user }) =>
      user.id === id
        ? notificationFor(env, user, toOwner)
        : notificationFor(env, user, shareNotice("left", share.id, fullName(owner)), { ownerId: id }),
    );
    await changeAccount(stores, id, async (account) => ({
      after: { ...account, user: { ...account.user, hasLedger: false } },
      writes: {
        household: await lockMembers(stores, env, id, id),
        recording: recordShare(env, ledger, share, null),
        notifications,
      },
    }));
    return share.id;
  }
}
