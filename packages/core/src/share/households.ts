import { fullName, ownLedgerCurrency, type User } from "@coffer/domain/account/user";
import { type Id, instantOf } from "@coffer/domain/id";
import { type Currency, DEFAULT_CURRENCY } from "@coffer/domain/money/money";
import { type Notice, shareNotice } from "@coffer/domain/notification/notification";
import type { Stay } from "@coffer/domain/share/balance";
import { defaultLedgerName, type Participant, permits, type Share } from "@coffer/domain/share/sharing";
import { today } from "@coffer/domain/time/timezone";
import { isGuest, notPermitted, type OpenLedger } from "../access.ts";
import { type Account, changeAccount } from "../account/account-store.ts";
import { recordShare } from "../activity/recording.ts";
import type { Env } from "../env.ts";
import { type NewNotification, notificationFor } from "../notification/notifications.ts";
import { changedMeanwhile, found, notFound, Refusal, retryOnConflict } from "../refusal.ts";
import type { Stores } from "../stores.ts";
import type { Household } from "./household-store.ts";
import type { GrantedShare, Invitation, ShareWrites } from "./share-stores.ts";

export type HouseholdStores = Pick<Stores, "households" | "shares" | "users">;

/** `share` is null for a first owner who never left. */
export type Somebody = { user: User; role: Participant["role"]; share: GrantedShare | null };

/** A share as members see it. `person` is null until it is opened, and if the account was deleted. */
export type ShareEntry = {
  share: Share & Pick<Invitation, "mailed">;
  person: Pick<User, "email" | "firstName" | "lastName"> | null;
};

/** Sorted by id, so that the order does not reveal which addresses have an account. */
export const inOrder = (shares: readonly (GrantedShare | Invitation)[]) =>
  shares.toSorted((a, b) => a.id - b.id);

type PeopleStores = Pick<HouseholdStores, "shares" | "users">;

/**
 * Who takes part in a ledger: its first owner until they leave it, and everybody with a share that they opened, including a
 * first owner who came back. Null for others.
 */
function placeIn(ledgerId: Id, user: User | undefined, share: GrantedShare | undefined): Somebody | null {
  if (!user) return null;
  if (user.id === ledgerId && user.hasLedger) return { user, role: "member", share: null };
  return share?.opened ? { user, role: share.permission, share } : null;
}

/**
 * The first owner, and everybody who takes part: members first, each group in the order of joining. `known`: the caller and
 * the shares, if they were read already.
 */
async function peopleIn(
  { shares, users }: PeopleStores,
  ledgerId: Id,
  known: { caller?: User; granted?: Promise<readonly GrantedShare[]> } = {},
) {
  const userOf = (id: Id) => (known.caller?.id === id ? known.caller : users.get(id));
  const [owner, granted] = await Promise.all([userOf(ledgerId), known.granted ?? shares.list(ledgerId)]);
  const opened = granted.filter((share) => share.opened).sort((a, b) => a.id - b.id);
  const people = await Promise.all(
    opened.map(async (share) => {
      const { recipientId } = share;
      return placeIn(ledgerId, recipientId === ledgerId ? owner : await userOf(recipientId), share);
    }),
  );
  const first = placeIn(ledgerId, owner, undefined);
  const others = people.filter((one) => one !== null && !(first && one.user.id === ledgerId));
  const all = [first, ...others].filter((one) => one !== null);
  return { owner, people: all.sort((a, b) => Number(isMember(b)) - Number(isMember(a))) };
}

export const participantsOf = async (stores: PeopleStores, ledgerId: Id): Promise<Somebody[]> =>
  (await peopleIn(stores, ledgerId)).people;

/** The same for one person; null for others. */
export async function participant(
  { shares, users }: PeopleStores,
  ledgerId: Id,
  userId: Id,
): Promise<Somebody | null> {
  const [user, share] = await Promise.all([users.get(userId), shares.get(ledgerId, userId)]);
  return placeIn(ledgerId, user, share);
}

/** The members among a few people. */
export async function membersAmong(
  { shares, users }: PeopleStores,
  ledgerId: Id,
  ids: readonly Id[],
): Promise<Id[]> {
  const [granted, people] = await Promise.all([
    shares.list(ledgerId),
    Promise.all(ids.map((id) => users.get(id))),
  ]);
  const opened = new Map(granted.filter((share) => share.opened).map((share) => [share.recipientId, share]));
  return people.flatMap((user) => {
    const place = user && placeIn(ledgerId, user, opened.get(user.id));
    return place && isMember(place) ? place.user.id : [];
  });
}

export const isMember = ({ role }: Pick<Somebody, "role">): boolean => role === "member";

/** The people whom a user sees in a ledger: members see all, guests see themselves and those who may change something. */
export const shownTo = (ledger: OpenLedger, people: readonly Somebody[]): Somebody[] =>
  people.filter(
    ({ role, user: { id } }) => !isGuest(ledger) || id === ledger.user.id || permits(role, "transactions"),
  );

const LAST_MEMBER =
  "The last member cannot leave. Make somebody else a member first, or delete your account.";

/** The periods in which each person was a member, including those who have left. */
function staysOf({ stays }: Household, people: readonly Somebody[]): Stay[] {
  const isOpen = ({ until }: Stay) => until === null;
  const now = people.filter(isMember).map(({ user: { id, timeZone }, share }): Stay => {
    const since = share && today(instantOf(share.id), timeZone);
    const sinceAt = share ? instantOf(share.id) : undefined;
    return stays.find((stay) => stay.id === id && isOpen(stay)) ?? { id, since, until: null, sinceAt };
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

/** The household after a member leaves at an instant (milliseconds). */
export function withoutMember(
  household: Household,
  people: readonly Somebody[],
  leaving: Pick<User, "id" | "timeZone" | "currency" | "ledgerCurrency">,
  now: number,
): Household {
  const { id, timeZone } = leaving;
  const ending = staysOf(household, people).filter((stay) => stay.id === id && stay.until === null);
  const others = household.stays.filter((stay) => stay.id !== id || stay.until !== null);
  const ended = ending.map((stay) => ({ ...stay, until: today(now, timeZone) }));
  const currency = household.ledgerId === id ? ownLedgerCurrency(leaving) : household.currency;
  return { ...household, currency, stays: [...others, ...ended] };
}

/** Without `by`, no member's right is checked. */
type Leaving = { ledgerId: Id; leaving: Id; by?: Id };

/**
 * The household to save with the removal of a member, which makes the write fail if the members have changed. Null if no
 * member would be left. Refuses (forbidden) if `by` is no longer a member.
 */
export async function lockUnlessLast(
  stores: HouseholdStores,
  { clock }: Pick<Env, "clock">,
  { ledgerId, leaving, by }: Leaving,
): Promise<Household | null> {
  const household = await stores.households.get(ledgerId);
  const people = await participantsOf(stores, ledgerId);
  const members = people.filter(isMember);
  if (by !== undefined && !members.some(({ user }) => user.id === by)) throw notPermitted();
  if (!members.some(({ user }) => user.id !== leaving)) return null;
  const left = members.find(({ user }) => user.id === leaving);
  return left ? withoutMember(household, people, left.user, clock()) : household;
}

/** The same. Refuses (conflict) if no member would be left. */
export async function lockMembers(...given: Parameters<typeof lockUnlessLast>): Promise<Household> {
  const household = await lockUnlessLast(...given);
  if (!household) throw new Refusal("conflict", LAST_MEMBER);
  return household;
}

export const isMembership = ({ opened, permission }: Share): boolean => opened && permission === "member";

/** False if the share has changed since it was read. Refuses (conflict) the last member. */
export async function endShare(
  stores: HouseholdStores,
  env: Pick<Env, "clock" | "ids">,
  ledger: Pick<OpenLedger, "ownerId" | "user" | "noteEntry">,
  share: GrantedShare,
  notifications: ShareWrites["notifications"],
): Promise<boolean> {
  const leaving = { ledgerId: ledger.ownerId, leaving: share.recipientId, by: ledger.user.id };
  const household = isMembership(share) ? await lockMembers(stores, env, leaving) : null;
  const recording = recordShare(env, ledger, share, null);
  return stores.shares.remove(share, { recording, notifications, household });
}

/** `owner` is the first owner; undefined once their account is gone. */
export const nameIn = ({ name }: Household, owner: User | undefined): string =>
  name ?? defaultLedgerName(owner?.hasLedger ? owner : undefined);

/** The same for everybody who sees the ledger: the first owner's, as long as their account exists. */
export const currencyIn = ({ currency }: Household, owner: User | undefined): Currency =>
  owner ? ownLedgerCurrency(owner) : (currency ?? DEFAULT_CURRENCY);

export async function ledgerNameOf({ households, users }: HouseholdStores, ledgerId: Id): Promise<string> {
  const [household, owner] = await Promise.all([households.get(ledgerId), users.get(ledgerId)]);
  return nameIn(household, owner);
}

/** Notifies all other members of a person's action. */
export const tellMembers = (
  env: Pick<Env, "clock" | "origin">,
  people: readonly Somebody[],
  { ownerId, user: { id } }: Pick<OpenLedger, "ownerId" | "user">,
  notice: Notice,
): (NewNotification | null)[] =>
  people
    .filter((one) => isMember(one) && one.user.id !== id)
    .map(({ user }) => notificationFor(env, user, notice, { ownerId }));

/** `user`: an account that was read already, and may be the first owner's. */
export async function ledgerCurrencyOf(
  { households, users }: Pick<Stores, "households" | "users">,
  user: User | undefined,
  ledgerId: Id,
): Promise<Currency> {
  const owner = ledgerId === user?.id ? user : await users.get(ledgerId);
  return owner ? ownLedgerCurrency(owner) : currencyIn(await households.get(ledgerId), owner);
}

type LedgerChange = { name?: string | undefined; currency?: Currency | undefined };

export const membersChanged = () => changedMeanwhile("The members");

export function createHouseholds(
  stores: HouseholdStores & Pick<Stores, "invitations">,
  env: Pick<Env, "clock" | "ids" | "origin" | "securityLog">,
) {
  async function read(ledger: OpenLedger) {
    const { ownerId } = ledger;
    const [found, household] = await Promise.all([
      peopleIn(stores, ownerId, { caller: ledger.user }),
      stores.households.get(ownerId),
    ]);
    return described(ledger, found, household);
  }

  /** The answer of `read` and, for members, the list of shares, made of the shares that another call reads anyway. */
  async function readWithShares(ledger: OpenLedger, granted: Promise<readonly GrantedShare[]>) {
    const { ownerId } = ledger;
    const [found, { household, invitations }] = await Promise.all([
      peopleIn(stores, ownerId, { caller: ledger.user, granted }),
      stores.invitations.withHousehold(ownerId),
    ]);
    const shares = inOrder([...(await granted), ...invitations]).map((share): ShareEntry => {
      const one = found.people.find(({ user }) => user.id === share.recipientId);
      return { share, person: share.opened && one ? one.user : null };
    });
    return { ledger: described(ledger, found, household), ...(!isGuest(ledger) && { shares }) };
  }

  function described(
    ledger: OpenLedger,
    { owner, people }: Awaited<ReturnType<typeof peopleIn>>,
    household: Household,
  ) {
    const { ownerId } = ledger;
    const [name, currency] = [nameIn(household, owner), currencyIn(household, owner)];
    const members = shownTo(ledger, people).map(({ user: { id, firstName, lastName }, role }) => {
      return { id, firstName, lastName, role };
    });
    const stays = staysOf(household, people);
    const present = new Set(people.filter(isMember).map(({ user }) => user.id));
    const former = stays.filter(({ id }) => !present.has(id));
    return { id: ownerId, name, currency, members, former: [...new Set(former.map(({ id }) => id))] };
  }

  const save = (ledgerId: Id, changed: LedgerChange) =>
    retryOnConflict(async () => {
      const household = await stores.households.get(ledgerId);
      return (await stores.households.save(household, changed)) || "changed";
    }, membersChanged);

  return {
    read,
    readWithShares,

    /** Omitted fields are unchanged. */
    async change(ledger: OpenLedger, { name, currency }: LedgerChange) {
      if (name !== undefined) await save(ledger.ownerId, { name });
      if (currency === undefined) return read(ledger);
      const setOwn = (account: Account) => {
        const ledgerCurrency = currency === account.user.currency && account.user.hasLedger ? null : currency;
        return { after: { ...account, user: { ...account.user, ledgerCurrency } } };
      };
      if (await stores.users.get(ledger.ownerId)) {
        const { user } = await changeAccount(stores, ledger.ownerId, setOwn);
        return read(user.id === ledger.user.id ? { ...ledger, user } : ledger);
      }
      await save(ledger.ownerId, { currency });
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

  /** Removes the first owner, whose id the ledger keeps. Notifies all members, including the one who leaves. */
  async function leaveOwn(ledger: OpenLedger, { id, email, ...owner }: User, people: readonly Somebody[]) {
    // A share of their own that an older release left would let them in again.
    const left = await stores.shares.get(id, id);
    if (left) await stores.shares.remove(left, { household: null });
    const share = { id: env.ids(), email, permission: "member", opened: true } as const;
    const isLeaving = id === ledger.user.id;
    const name = await ledgerNameOf(stores, id);
    const toOwner = isLeaving
      ? shareNotice("gone", share.id, name)
      : shareNotice("ended", share.id, fullName(ledger.user));
    const told = people.filter((one) => isMember(one) && (isLeaving || one.user.id !== ledger.user.id));
    const notifications = told.map(({ user }) =>
      user.id === id
        ? notificationFor(env, user, toOwner)
        : notificationFor(env, user, shareNotice("left", share.id, fullName(owner)), { ownerId: id }),
    );
    await changeAccount(stores, id, async (account) => {
      if (!account.user.hasLedger) throw notFound("Member");
      const household = await lockMembers(stores, env, { ledgerId: id, leaving: id, by: ledger.user.id });
      const recording = recordShare(env, ledger, share, null);
      return {
        after: {
          ...account,
          user: { ...account.user, hasLedger: false, ledgerCurrency: ownLedgerCurrency(account.user) },
        },
        writes: { household, recording, notifications },
      };
    });
    return share.id;
  }
}
