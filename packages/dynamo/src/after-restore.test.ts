import { UNKNOWN_DEVICE } from "@coffer/core/access";
import {
  type Account,
  type AccountWrites,
  changeAccount,
  type SecurityWrites,
} from "@coffer/core/account/account-store";
import type { Passkey } from "@coffer/core/account/passkey-verifier";
import type { EmailJob } from "@coffer/core/mail/outbox";
import { expect, inject, test } from "vitest";
import { day } from "../../test/fixtures.ts";
import { freshTable, itemsOf, newUser } from "../../test/store.ts";
import {
  carryMail,
  carryPeople,
  carryProgress,
  carrySuppressions,
  eraseAgain,
  restoredTables,
} from "./after-restore.ts";
import { everything, putBack } from "./backup.ts";
import { migrate } from "./migrations.ts";
import { createStores } from "./stores.ts";

const AT = Date.parse("2026-11-20T09:00:00Z");
const LATER = AT + 3_600_000;
const SESSION = {
  ...{ id: "s", userId: 1, sessionVersion: 0, remember: false, device: UNKNOWN_DEVICE },
  ...{ createdAt: AT, lastSeen: AT, passwordGivenAt: AT },
};
const VIEW = "view_only" as const;

const summary = (userId: number, createdAt: number): EmailJob => ({
  id: `digest-${userId}-2026-11-20`,
  mail: { kind: "digest", to: "ana@example.com", day: day("2026-11-20") },
  createdAt,
  userId,
});

/** A stage's table, and a restored one with what it held when `restore` was called. */
async function tables() {
  const [left, restored] = [await freshTable(inject("engine")), await freshTable(inject("engine"))];
  const restore = async () => {
    for await (const page of everything(left.client, left.name))
      await putBack(restored.client, restored.name, page);
  };
  return { left, restored, restore, both: restoredTables(left.client, left.name, restored.name) };
}
type Tables = Awaited<ReturnType<typeof tables>>;
type Store = Tables["left"]["store"];

async function sent(store: Store, id: string, at = LATER) {
  const claim = await store.outbox.claim(id, at, at + 60_000);
  if (!claim) throw new Error("the mail is not due");
  await store.outbox.done(claim, "sent", at);
}

test("a summary that was sent since the restored instant is not sent again", async () => {
  const { left, restored, restore, both } = await tables();
  await left.store.outbox.add(summary(1, AT - 1_000));
  await restore();
  await left.store.outbox.add(summary(2, AT + 1_000));
  await sent(left.store, "digest-1-2026-11-20");
  await sent(left.store, "digest-2-2026-11-20");

  expect(await carryMail(both, AT)).toBe(2);

  expect(await restored.store.outbox.due("bulk", LATER, 10)).toEqual([]);
  expect(await restored.store.outbox.add(summary(1, LATER))).toBe(false);
  expect(await restored.store.outbox.add(summary(2, LATER))).toBe(false);
});

test("mail that an older release sent without listing it is found once it is migrated", async () => {
  const { left, restored, both } = await tables();
  await left.store.outbox.add(summary(1, AT - 1_000));
  await sent(left.store, "digest-1-2026-11-20");
  await left.table.update({
    Key: { pk: "OUTBOX#digest-1-2026-11-20", sk: "MAIL" },
    UpdateExpression: "REMOVE schedulePk, scheduleSk",
  });
  await left.store.suppression.suppress("gone@example.com", "bounce", AT);
  await left.table.update({
    Key: { pk: "SUPPRESSED#gone@example.com", sk: "SUPPRESSED" },
    UpdateExpression: "REMOVE directoryPk, directorySk",
  });
  expect([await carryMail(both, AT), await carrySuppressions(both)]).toEqual([0, 0]);
  for await (const _ of migrate(left.table));
  expect([await carryMail(both, AT), await carrySuppressions(both)]).toEqual([1, 1]);
  expect(await restored.store.suppression.reasonFor("gone@example.com")).toBe("bounce");
});

test("mail that waited then and still waits is sent", async () => {
  const { left, restored, restore, both } = await tables();
  await left.store.outbox.add(summary(1, AT - 1_000));
  await restore();
  await left.store.outbox.add(summary(2, AT + 1_000));

  await carryMail(both, AT);

  expect(await restored.store.outbox.due("bulk", LATER, 10)).toEqual(["digest-1-2026-11-20"]);
});

test("mail that was given up since is not tried again", async () => {
  const { left, restored, restore, both } = await tables();
  for (const userId of [1, 2]) await left.store.outbox.add(summary(userId, AT - 1_000));
  await restore();
  const claims = await Promise.all(
    [1, 2].map((userId) => left.store.outbox.claim(`digest-${userId}-2026-11-20`, LATER, LATER + 60_000)),
  );
  const failure = { subject: "Summary", reason: "no" };
  if (claims[0]) await left.store.outbox.giveUp(claims[0], failure, LATER);
  if (claims[1]) await left.store.outbox.holdBack(claims[1], LATER + 60_000, failure, LATER);

  expect(await carryMail(both, AT)).toBe(1);
  expect(await restored.store.outbox.due("bulk", LATER, 10)).toEqual(["digest-2-2026-11-20"]);
});

test("the schedule continues from the last tick, not from the one before the instant", async () => {
  const { left, restored, restore, both } = await tables();
  await left.store.digests.completeTick(AT - 300_000, AT);
  await restore();
  await left.store.digests.completeTick(LATER, LATER);

  await carryProgress(both);

  expect((await restored.store.digests.progress(LATER)).last).toBe(LATER);
});

test("a mail to all continues after its last recipient", async () => {
  const { left, restored, restore, both } = await tables();
  const campaign = { id: 7, subject: "News", html: "<p>News</p>", toAll: true, test: false, createdAt: AT };
  await left.store.campaigns.add(campaign, 1, [], 2, { key: "key", request: "r" });
  await restore();
  await left.store.campaigns.advance(7, undefined, "further", []);

  await carryProgress(both);

  expect(await restored.store.campaigns.unfinished()).toEqual([{ id: 7, cursor: "further" }]);
});

test("the suppressed addresses are the current ones", async () => {
  const { left, restored, restore, both } = await tables();
  const { suppression } = left.store;
  await suppression.suppress("lifted@example.com", "bounce", AT);
  await suppression.suppress("stays@example.com", "bounce", AT);
  await restore();
  await suppression.lift("lifted@example.com");
  await suppression.suppress("complains@example.com", "complaint", LATER);

  expect(await carrySuppressions(both)).toBe(2);

  const reasons = ["lifted", "stays", "complains"].map((name) =>
    restored.store.suppression.reasonFor(`${name}@example.com`),
  );
  expect(await Promise.all(reasons)).toEqual([null, "bounce", "complaint"]);
});

const factor = (revision: number) => ({
  secret: "JBSWY3DPEHPK3PXP",
  confirmed: true,
  lastStep: 1,
  recovery: ["a"],
  goesAt: null,
  revision,
});
const told = (n: number) => ({
  mail: {
    id: `account-passkey-${n}`,
    mail: { kind: "account-kept", to: "ana@example.com", firstName: "Ana" } as const,
    createdAt: AT,
    userId: 1,
  },
  notification: null,
});
const passkey = (id: string, sessionVersion = 1) => ({
  id,
  name: id,
  publicKey: "key",
  counter: 0,
  createdAt: AT,
  lastUsedAt: null,
  device: UNKNOWN_DEVICE,
  sessionVersion,
});

async function addPasskey({ users, passkeys }: Store, added: Passkey, writes: SecurityWrites) {
  const account = await users.account(1);
  expect(account && (await passkeys.add(account, added, writes))).toBe("added");
}

test("second factors and passkeys are the current ones", async () => {
  const { left, restored, restore, both } = await tables();
  for (const id of [1, 2, 3]) await newUser(left.store, { id });
  await left.store.secondFactors.save(2, undefined, factor(1));
  await addPasskey(left.store, passkey("stolen"), told(1));
  await restore();
  await left.store.secondFactors.save(1, undefined, factor(1));
  await left.store.secondFactors.save(2, factor(1), null);
  await left.store.passkeys.remove(1, "stolen");
  await addPasskey(left.store, passkey("new"), told(2));

  expect(await carryPeople(both)).toMatchObject({ changed: 2, erased: [] });

  expect(await restored.store.secondFactors.get(1)).toEqual(factor(1));
  expect(await restored.store.secondFactors.get(2)).toBeUndefined();
  expect((await restored.store.passkeys.list(1)).map(({ id }) => id)).toEqual(["new"]);
  expect(await carryPeople(both)).toMatchObject({ changed: 0 });
});

test("credentials that moved since are only in their own partition", async () => {
  const { left, restored, restore, both } = await tables();
  const before = createStores(left.table, { credentialsApart: false });
  for (const id of [1, 2]) {
    await newUser(before, { id });
    await before.secondFactors.save(id, undefined, factor(1));
    await before.users.offlineKey(id, `key ${id}`);
  }
  await addPasskey(before, passkey("stolen"), told(4));
  await restore();
  for await (const _ of migrate(left.table));
  await left.store.secondFactors.save(1, factor(1), null);
  await left.store.passkeys.remove(1, "stolen");
  await changeAccount(left.store, 2, (after) => ({ after, writes: { passwordHash: "another" } }));

  await carryPeople(both);

  const { users, passkeys, secondFactors } = restored.store;
  expect(await secondFactors.get(1)).toBeUndefined();
  expect(await secondFactors.get(2)).toEqual(factor(1));
  expect(await passkeys.list(1)).toEqual([]);
  expect(await users.passwordHash(2)).toBe("another");
  expect(await users.offlineKey(2, "fresh")).toBe("key 2");
  const keys = (await everyItem(restored)).map(({ pk, sk }) => `${pk?.S} ${sk?.S}`);
  expect(keys.filter((key) => /^USER#\d+ (SECOND|OFFLINE|PASSKEY)/.test(key))).toEqual([]);
  expect(await carryPeople(both)).toMatchObject({ changed: 0 });
});

test("passkeys, reset links and undo links that ended since stay invalid", async () => {
  const { left, restored, restore, both } = await tables();
  await newUser(left.store, { id: 1 });
  await addPasskey(left.store, passkey("old"), told(3));
  const back = { email: "before@example.com", hash: "h", until: LATER };
  await changeAccount(left.store, 1, (now) => ({ after: { ...now, resetHash: "reset", takeBacks: [back] } }));
  await restore();
  await changeAccount(left.store, 1, (now) => ({
    after: { ...now, resetHash: null, takeBacks: [], passkeysFrom: 2, sessionVersion: 2 },
  }));

  await carryPeople(both);

  const account = await restored.store.users.account(1);
  expect(account).toMatchObject({ resetHash: null, takeBacks: [], passkeysFrom: 2, sessionVersion: 2 });
});

test("an administrator who was demoted stays demoted", async () => {
  const { left, restored, restore, both } = await tables();
  await newUser(left.store, { id: 1, isAdmin: true });
  await newUser(left.store, { id: 2 });
  await restore();
  const setAdmin = (id: number, isAdmin: boolean) =>
    changeAccount(left.store, id, (now) => ({ after: { ...now, user: { ...now.user, isAdmin } } }));
  await setAdmin(1, false);
  await setAdmin(2, true);

  await carryPeople(both);

  expect((await restored.store.users.get(1))?.isAdmin).toBe(false);
  expect((await restored.store.users.get(2))?.isAdmin).toBe(true);
});

test("a summary is sent only to users who want it now and wanted it then", async () => {
  const { left, restored, restore, both } = await tables();
  for (const id of [1, 2]) await newUser(left.store, { id, emailNotifications: true, notifyBy: "mail" });
  await newUser(left.store, { id: 3 });
  await restore();
  const { secret } = await left.store.suppression.bulkMail(1, "s");
  await left.store.suppression.unsubscribe(1, secret, LATER);
  const setMailed = (id: number, emailNotifications: boolean) =>
    changeAccount(left.store, id, (now) => ({
      after: { ...now, user: { ...now.user, emailNotifications } },
    }));
  await setMailed(2, false);
  await setMailed(3, true);

  await carryPeople(both);

  expect(await restored.store.suppression.bulkMail(1, "other")).toEqual({ secret, unsubscribed: true });
  expect(await restored.store.users.get(1)).toMatchObject({ emailNotifications: false, notifyBy: "product" });
  const due = [];
  for (const { schedulePk } of await everyItem(restored)) due.push(...(schedulePk ? [schedulePk.S] : []));
  expect(due.filter((queue) => queue?.startsWith("DIGEST#"))).toEqual([]);
});

async function everyItem({ client, name }: Tables["left"]) {
  const items = [];
  for await (const page of everything(client, name)) items.push(...page);
  return items;
}

test("a deletion that was requested since continues", async () => {
  const { left, restored, restore, both } = await tables();
  const leave = (id: number, goesAt: number | null) =>
    changeAccount(left.store, id, (now) => ({ after: { ...now, goesAt } }));
  for (const id of [1, 2]) await newUser(left.store, { id });
  await leave(2, AT + 1_000);
  await restore();
  await leave(1, LATER);
  await leave(2, null);

  await carryPeople(both);

  expect(await restored.store.users.leaving(LATER)).toEqual([1]);
  expect((await restored.store.users.account(2))?.goesAt).toBeNull();
});

test("an account that was erased since is erased again", async () => {
  const { left, restored, restore, both } = await tables();
  await newUser(left.store, { id: 1 });
  await newUser(left.store, { id: 2, email: "ben@example.com" });
  const share = {
    ...{ id: 9, ownerId: 1, recipientId: 2, permission: VIEW, note: null, email: "ben@example.com" },
    ...{ opened: true, mailed: true, invitedBy: 1 },
  } as const;
  await left.store.shares.grant(
    share,
    { granted: undefined, invited: undefined, accepted: undefined },
    { household: null },
  );
  await restore();
  expect(await eraseAgain({ now: left.table, restored: left.table }, [1])).toEqual([]);
  const mailed = await left.store.outbox.due("account", Date.now() + 1_000, 10);
  expect(mailed).toHaveLength(1);
  for (const id of mailed) await sent(left.store, id, Date.now() + 1_000);

  await carryMail(both, AT);
  const { erased, revived } = await carryPeople(both);
  expect(erased).toEqual([1]);
  expect(await eraseAgain(both, erased)).toEqual([]);

  expect(await restored.store.users.account(1)).toBeUndefined();
  for (const pk of ["USER#0000000000000001", "BUDGET#0000000000000001", "EMAIL#ana1@example.com"])
    expect(await itemsOf(restored.table, pk)).toEqual([]);
  expect(await restored.store.outbox.due("account", Date.now() + 1_000, 10)).toEqual([]);
  expect(await restored.store.shares.grantedTo(2)).toEqual([]);
  expect(revived.accounts).toEqual([]);
  expect(await carryPeople(both)).toMatchObject({ erased: [] });
});

test("a password and an address that were changed since stay changed", async () => {
  const { left, restored, restore, both } = await tables();
  for (const id of [1, 2, 3, 5, 6]) await newUser(left.store, { id, email: `ana${id}@example.com` });
  await left.store.sessions.add(SESSION, LATER, 9);
  await restore();
  await newUser(left.store, { id: 4 });
  const change = (id: number, changed: Partial<Account>, email?: string, writes: AccountWrites = {}) =>
    changeAccount(left.store, id, (now) => ({
      after: { ...now, ...changed, ...(email && { provenEmail: email, user: { ...now.user, email } }) },
      writes,
    }));
  await change(1, { hasStrongPassword: true }, "new@example.com", { passwordHash: "another" });
  // An address that somebody else had at that instant, and two that were exchanged.
  await change(2, {}, "other@example.com");
  await change(3, {}, "ana2@example.com");
  await change(5, {}, "meanwhile@example.com");
  await change(6, {}, "ana5@example.com");
  await change(5, {}, "ana6@example.com");

  const { revived } = await carryPeople(both);
  const { users } = restored.store;
  expect(await users.account(1)).toMatchObject({ hasStrongPassword: true });
  expect(await users.passwordHash(1)).toBe("another");
  expect((await users.withEmail("new@example.com"))?.user.id).toBe(1);
  expect(await users.withEmail("ana1@example.com")).toBeUndefined();
  expect(await restored.store.sessions.list(1)).toEqual([]);
  expect({ ...revived, accounts: revived.accounts.sort() }).toEqual({
    accounts: ["5", "6"],
    shares: [],
    lost: ["4"],
  });
  expect((await users.withEmail("ana2@example.com"))?.user.id).toBe(3);
});

test("a share or an invitation that ended since stays ended", async () => {
  const { left, restored, restore, both } = await tables();
  const people = [1, 2, 3, 4, 5];
  for (const id of people) await newUser(left.store, { id });
  const shareOf = (recipientId: number, permission: "view_only" | "edit_transactions") => ({
    ...{ id: 10 + recipientId, ownerId: 1, recipientId, permission, note: null, email: "x@example.com" },
    ...{ opened: true, mailed: true, invitedBy: 1 },
  });
  const grant = (share: ReturnType<typeof shareOf>, granted?: ReturnType<typeof shareOf>) =>
    left.store.shares.grant(share, { granted, invited: undefined, accepted: undefined }, { household: null });
  for (const id of [2, 3, 4]) await grant(shareOf(id, "edit_transactions"));
  const invitationTo = (name: string, id: number) =>
    ({
      ...{ id, ownerId: 1, recipientId: null, permission: VIEW, note: null, until: LATER },
      ...{ email: `${name}@example.com`, tokenHash: name, opened: false, mailed: true, invitedBy: 1 },
    }) as const;
  const [withdrawn, open] = [invitationTo("carl", 20), invitationTo("dora", 21)];
  for (const one of [withdrawn, open])
    await left.store.invitations.invite(one, undefined, { household: null });
  await restore();
  await left.store.shares.remove(shareOf(2, "edit_transactions"), { household: null });
  await grant(shareOf(3, "view_only"), shareOf(3, "edit_transactions"));
  await grant(shareOf(5, "view_only"));
  await left.store.invitations.remove(withdrawn, { household: null });

  const { shares } = (await carryPeople(both)).revived;
  expect(shares).toEqual(["BUDGET#0000000000000001 SHARE#0000000000000005"]);
  const given = (await restored.store.shares.list(1)).map(({ recipientId, permission }) => [
    recipientId,
    permission,
  ]);
  expect(given).toEqual([
    [3, "view_only"],
    [4, "edit_transactions"],
  ]);
  expect(await restored.store.shares.grantedTo(2)).toEqual([]);
  expect(await restored.store.invitations.find("carl", AT)).toBeUndefined();
  expect(await restored.store.invitations.find("dora", AT)).toBeDefined();
});
