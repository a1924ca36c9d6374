import type { Account, AccountWrites, UserStore } from "@coffer/core/account/account-store";
import { user as definition } from "@coffer/domain/account/definition";
import type { User } from "@coffer/domain/account/user";
import type { Id } from "@coffer/domain/id";
import * as v from "valibot";
import { entryWrites } from "../activity/activity.ts";
import { digestSchedule, zonePut } from "../digest/digests.ts";
import { outboxPut } from "../mail/outbox-item.ts";
import { notificationWrites, transactAndTell, watchItem } from "../notification/notifications.ts";
import { householdTouch } from "../share/households.ts";
import { createIndex } from "../table/indexes.ts";
import {
  createShape,
  type Item,
  idText,
  type Key,
  ttl,
  userItemKey,
  type WriteInput,
} from "../table/item.ts";
import type { Table } from "../table/table.ts";
import { ABSENT, assign, put, remove, stillIs, unlessFailed, when } from "../table/writes.ts";
import { taskPut } from "../task/tasks.ts";
import { createCredentials, credentialKey } from "./credentials.ts";
import { linkPut, linkUse } from "./links.ts";
import { directoryEntry, knewPut, userKey } from "./user-directory.ts";
import { searchWrites } from "./user-search.ts";

const emailKey = (email: string): Key => ({ pk: `EMAIL#${email}`, sk: "EMAIL" });
const storedUserId = v.object({ userId: v.number() });
export const OFFLINE_KEY = "OFFLINE_KEY";
const storedOfflineKey = v.object({ offlineKey: v.string() });
export const PASSWORD = "PASSWORD";
const storedPassword = v.object({ passwordHash: v.optional(v.string()) });
/** Ids start at 1. */
const NOBODY = 0;
export const LEAVING = "LEAVING";
const scheduled = createIndex("schedule", storedUserId.entries);

const storedUser = v.object({
  ...definition.entries,
  notify: v.optional(definition.entries.notify, {}),
  notifyBy: v.optional(definition.entries.notifyBy, "product"),
  hasLedger: v.optional(definition.entries.hasLedger, true),
  homeBudget: v.optional(definition.entries.homeBudget, null),
  ledgerCurrency: v.optional(definition.entries.ledgerCurrency, null),
  spendUntil: v.optional(definition.entries.spendUntil, "month-end"),
});
const storedAccount = v.object({
  hasStrongPassword: v.optional(v.boolean(), false),
  epoch: v.number(),
  passkeysFrom: v.optional(v.number(), 0),
  resetHash: v.nullable(v.string()),
  provenEmail: v.nullable(v.string()),
  takeBacks: v.array(v.object({ email: v.string(), hash: v.string(), until: v.number() })),
  createdAt: v.number(),
  language: v.optional(v.nullable(v.string()), null),
  goesAt: v.optional(v.nullable(v.number()), null),
  revision: v.number(),
});

/**
 * Shape 2 adds the last verified address and the links that undo a change of it. With shape 3 there are also the items
 * for the search (user-search.ts).
 */
export const userShape = createShape(
  (item) => ({ provenEmail: item.emailVerified === true ? item.email : null, takeBacks: [], ...item }),
  (item) => item,
);
/** Written with every change of an account, as an item of shape 1 may lack them. */
const ADDED = new Set(["provenEmail", "takeBacks"]);

export const userFromItem = v.parser(storedUser);
const accountFromItem = (item: Item): Account => {
  const { epoch, ...secret } = v.parse(storedAccount, userShape.upgrade(item));
  return { user: userFromItem(item), sessionVersion: epoch, ...secret };
};

const schedule = (user: User) =>
  user.emailVerified && user.emailNotifications
    ? digestSchedule(user)
    : { schedulePk: undefined, scheduleSk: undefined };

const attributesOf = ({ user, sessionVersion, goesAt, language, ...secret }: Account): Item => ({
  ...user,
  ...secret,
  goesAt: goesAt ?? undefined,
  language: language ?? undefined,
  epoch: sessionVersion,
  ...userShape.stamp,
  ...schedule(user),
});

export function createUserStore(table: Table, credentials = createCredentials(table)): UserStore {
  /** The part of a new password that is in the profile, and the write of its own item. */
  function passwordWrite(id: Id, passwordHash: string): { inProfile: Item; own: WriteInput } {
    const key = credentialKey(id, PASSWORD);
    return credentials.apart
      ? { inProfile: { passwordHash: undefined }, own: put({ ...key, passwordHash }) }
      : { inProfile: { passwordHash }, own: remove(key) };
  }

  const account = (id: Id) => table.find(userKey(id), accountFromItem);

  async function pointedAt(email: string): Promise<Account | undefined> {
    const pointer = await table.find(emailKey(email), v.parser(storedUserId));
    return account(pointer?.userId ?? NOBODY);
  }

  return {
    account,
    get: async (id) => (await account(id))?.user,

    async withEmail(email) {
      const found = await pointedAt(email);
      return found?.user.email === email ? found : undefined;
    },

    async provenOrWithEmail(email) {
      const found = await pointedAt(email);
      return found && [found.user.email, found.provenEmail].includes(email) ? found : undefined;
    },

    async offlineKey(id, fresh) {
      const stored = () => credentials.find(id, OFFLINE_KEY, v.parser(storedOfflineKey));
      const found = await stored();
      if (found) return found.offlineKey;
      const isFirst = await table.tryTransact(credentials.creation(id, OFFLINE_KEY, { offlineKey: fresh }));
      return isFirst ? fresh : ((await stored())?.offlineKey ?? fresh);
    },

    async passwordHash(id = NOBODY) {
      // In this order, as a password moves from the profile (credentials.ts).
      const profile = await table.get(userKey(id));
      const own = await table.get(credentialKey(id, PASSWORD));
      return v.parse(storedPassword, own ?? profile ?? {}).passwordHash;
    },

    async leaving(now) {
      const items = await table.query(scheduled.before(LEAVING, `${new Date(now).toISOString()}~`));
      return items.map(({ userId }) => userId);
    },

    async add(account, passwordHash, writes) {
      const { user } = account;
      const password = passwordWrite(user.id, passwordHash);
      const item = {
        ...userKey(user.id),
        ...directoryEntry(user.id),
        ...attributesOf(account),
        ...password.inProfile,
        lastActiveAt: account.createdAt,
      };
      const all = [
        emailPut(user.id, user.email),
        put(item, ABSENT),
        password.own,
        ...searchWrites(user),
        put(watchItem(user, account.createdAt), ABSENT),
        ...zonePut(user.timeZone),
        ...accountWrites(writes),
      ];
      return unlessFailed(
        transactAndTell(table, all, notificationsOf(writes)).then(() => true),
        (failure) => {
          if (failure.failed.includes(0)) return false;
          throw failure;
        },
      );
    },

    async save(before, after, writes) {
      const password =
        writes.passwordHash === undefined ? undefined : passwordWrite(after.user.id, writes.passwordHash);
      const all: WriteInput[] = [
        update(before, after, password?.inProfile),
        ...(writes.usedLink ? [linkUse(writes.usedLink)] : []),
        ...emailWrites(before, after),
        ...leavingWrites(before, after),
        ...(password ? [password.own] : []),
        ...searchWrites(after.user, before.user),
        ...zonePut(after.user.timeZone, before.user.timeZone),
        ...accountWrites(writes),
      ];
      return unlessFailed(
        transactAndTell(table, all, notificationsOf(writes)).then(() => "saved"),
        ({ failed }) => {
          if (writes.usedLink && failed.includes(1)) return "used";
          return failed.some((index) => all[index]?.Put) ? "taken" : "changed";
        },
      );
    },
  };
}

/** Reserves an address for a user, until an instant (milliseconds) if one is given. */
const emailPut = (user: Id, email: string, until?: number): WriteInput =>
  put(
    { ...emailKey(email), userId: user, ...(until !== undefined && { expiresAt: ttl(until) }) },
    isFreeOr(user),
  );

const isFreeOr = (user: Id) => when(`${ABSENT.ConditionExpression} OR userId = :user`, { user });

function addressesOf({ user, provenEmail, takeBacks }: Account): Map<string, number | undefined> {
  const lasting = provenEmail === null ? [user.email] : [user.email, provenEmail];
  return new Map([
    ...takeBacks.map(({ email, until }) => [email, until] as const),
    ...lasting.map((email) => [email, undefined] as const),
  ]);
}

/** Releases all addresses of an account, which must not be another user's. */
export const emailDeletes = (account: Account): WriteInput[] =>
  [...addressesOf(account).keys()].map((email) => remove(emailKey(email), isFreeOr(account.user.id)));

/** Reserves new addresses and releases old ones. Those reserved for a limited time expire by themselves. */
function emailWrites(before: Account, after: Account): WriteInput[] {
  const [had, has] = [addressesOf(before), addressesOf(after)];
  const fresh = [...has].filter(([email, until]) => !had.has(email) || had.get(email) !== until);
  const gone = [...had].filter(([email, until]) => until === undefined && !has.has(email));
  return [
    ...fresh.map(([email, until]) => emailPut(after.user.id, email, until)),
    ...gone.map(([email]) => remove(emailKey(email))),
  ];
}

function accountWrites({ household, recording, newLinks = [], mail = [], tasks = [] }: AccountWrites) {
  return [
    ...newLinks.map(linkPut),
    ...mail.map(outboxPut),
    ...tasks.map(taskPut),
    ...(household ? [householdTouch(household)] : []),
    // The first owner leaves, and the ledger's activity names them.
    ...(household && recording
      ? [knewPut(household.ledgerId, household.ledgerId), ...entryWrites(household.ledgerId, recording)]
      : []),
  ];
}

/** The writes of each recipient. If the first owner leaves, each also notes that the notification names them. */
const notificationsOf = ({ household, notifications = [] }: AccountWrites): WriteInput[][] =>
  notifications.map((one) => [
    ...notificationWrites(one),
    ...(one && household ? [knewPut(household.ledgerId, one.userId)] : []),
  ]);

/** Increments an account's revision if it has not changed since it was read. */
export const accountTouch = ({ user, revision }: Account): WriteInput => ({
  Update: assign(userKey(user.id), { revision: revision + 1 }, stillIs("revision", revision)),
});

/** Sets only changed attributes, so that it does not revert a concurrent unsubscribe or grant of rights. */
function update(before: Account, after: Account, more: Item = {}): WriteInput {
  const old = attributesOf(before);
  const fresh = { ...attributesOf({ ...after, revision: before.revision + 1 }), ...more };
  const changed = Object.keys(fresh).filter(
    (name) => fresh[name] !== old[name] || ADDED.has(name) || name in more,
  );
  const set = Object.fromEntries(changed.map((name) => [name, fresh[name]]));
  const removed = changed.filter((name) => fresh[name] === undefined);
  const unchanged = stillIs("revision", before.revision);
  return { Update: assign(userKey(before.user.id), set, unchanged, removed) };
}

function leavingWrites({ goesAt: before }: Account, { user, goesAt }: Account): WriteInput[] {
  if (goesAt === before) return [];
  const key = userItemKey(user.id, LEAVING);
  if (goesAt === null) return [remove(key)];
  const scheduleSk = `${new Date(goesAt).toISOString()}#${idText(user.id)}`;
  return [put({ ...key, userId: user.id, schedulePk: LEAVING, scheduleSk })];
}
