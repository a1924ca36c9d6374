import { sharing } from "@coffer/contract/sharing";
import * as v from "valibot";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { interruptedClient } from "../../../../packages/test/crashing-client.ts";
import {
  CATEGORY,
  freshAddress,
  invalidField,
  makeAdmin,
  newUser,
  type Person,
  shareWith,
  tokenOf,
} from "../../../test/fixtures.ts";
import { type Product, startProduct, type Visitor } from "../../../test/harness.ts";

// How an account returns to its owner (docs/promises.md, "Doors").

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
const tokenFor = async (kind: string, to: string, of = product) => tokenOf(await of.linkFor(kind, to));
const share = (by: Visitor, email: string, permissionType = "full_access") =>
  by.post("/api/share-budget", { ...shareWith(email), permissionType });
async function reset(email: string, of = product) {
  await of.visitor().post("/api/forgot-password", { email });
  const token = await tokenFor("reset-password", email, of);
  const answer = await of.visitor().post("/api/reset-password", { token, password: "the owner's horse" });
  expect(answer.status).toBe(200);
}

describe("registering somebody else's address", () => {
  let accomplice: Person;
  let impostor: Person;
  beforeAll(async () => {
    accomplice = await product.person();
    impostor = await product.person({ verified: false });
    await impostor.post("/api/categories", CATEGORY);
  });

  test("gives no share, invitation or session beyond the owner's reset", async () => {
    const stranger = freshAddress();
    await share(impostor, accomplice.email);
    await share(impostor, stranger);
    const lent = freshAddress();
    await share(accomplice, lent);
    await impostor.post("/api/invitations/accept", { token: await tokenFor("invitation", lent) });
    expect((await accomplice.asOwner(impostor.id).get("/api/categories")).status).toBe(200);

    await reset(impostor.email);

    expect((await impostor.get("/api/user")).status).toBe(401);
    expect((await accomplice.asOwner(impostor.id).get("/api/categories")).status).toBe(403);
    expect((await accomplice.get("/api/shared-with-me")).body).toEqual([]);
    const owner = product.visitor();
    await owner.post("/api/login", { email: impostor.email, password: "the owner's horse" });
    expect((await owner.get("/api/shared-users")).body).toEqual([]);
    expect((await owner.get("/api/shared-with-me")).body).toEqual([]);
    expect(await product.mailsTo(stranger)).toEqual([]);
  });

  test("allows no share during the owner's reset", async () => {
    let meanwhile: (() => Promise<unknown>) | undefined;
    const client = interruptedClient(inject("engine"), async (command) => {
      if (command !== "TransactWrite" || !meanwhile) return;
      const happens = meanwhile;
      meanwhile = undefined;
      await happens();
    });
    const raced = await startProduct({ client });
    const [victim, other] = [await raced.person({ verified: false }), await raced.person()];
    await raced.visitor().post("/api/forgot-password", { email: victim.email });
    const token = await tokenFor("reset-password", victim.email, raced);
    meanwhile = () => share(victim, other.email);
    const body = { token, password: "the owner's horse" };
    expect((await raced.visitor().post("/api/reset-password", body)).status).toBe(200);
    expect((await other.asOwner(victim.id).get("/api/categories")).status).toBe(403);
  });

  test("does not matter if the address was verified before the reset", async () => {
    const [owner, friend] = [await product.person(), await product.person()];
    await share(owner, friend.email);
    await reset(owner.email);
    expect((await friend.asOwner(owner.id).get("/api/categories")).status).toBe(200);
  });
});

describe("a first owner who was removed from the ledger of their id", () => {
  const ledgerOf = async (person: Visitor) => (await person.get("/api/ledger")).status;
  async function takenOut(verified: boolean) {
    const [first, member] = [await product.person({ verified, firstName: "Xenia" }), await product.person()];
    await first.post("/api/categories", CATEGORY);
    await share(first, member.email, "member");
    const members = member.asOwner(first.id);
    expect((await members.get("/api/categories")).status).toBe(200);
    expect((await members.delete(`/api/ledger/members/${first.id}`)).status).toBe(204);
    const guest = await product.person();
    await share(members, guest.email, "view_only");
    expect((await guest.asOwner(first.id).get("/api/categories")).status).toBe(200);
    await members.post("/api/categories", { ...CATEGORY, name: "Private" });
    return { first, members, guests: guest.asOwner(first.id) };
  }

  test("regains nothing by verifying the address with a reset", async () => {
    const { first, members, guests } = await takenOut(false);
    await reset(first.email);
    await first.post("/api/login", { email: first.email, password: "the owner's horse" });
    expect((await first.put("/api/preferences", { homeBudget: first.id })).status).toBe(409);
    expect((await first.get("/api/categories")).status).toBe(404);
    expect((await first.asOwner(first.id).get("/api/categories")).status).toBe(403);
    expect([await ledgerOf(members), await ledgerOf(guests)]).toEqual([200, 200]);
  });

  test("cannot end shares there", async () => {
    const { first, members, guests } = await takenOut(true);
    const passwords = { currentPassword: first.password, newPassword: "brand new horse" };
    const changed = await first.post("/api/user/change-password", { ...passwords, endShares: true });
    expect(changed.status).toBe(200);
    await first.send("DELETE", "/api/user", { password: "brand new horse" });
    const token = tokenOf(await product.linkFor("account-leaving", first.email, "endShares"));
    expect((await product.visitor().post("/api/leaving/end-shares", { token })).status).toBe(200);
    expect([await ledgerOf(members), await ledgerOf(guests)]).toEqual([200, 200]);
  });
});

describe("ending an account's shares", () => {
  test("keeps other members' shares", async () => {
    for (const verified of [true, false]) {
      const owner = await product.person({ verified });
      const [member, guest] = [await product.person(), await product.person()];
      const stranger = freshAddress();
      await share(owner, member.email, "member");
      await member.asOwner(owner.id).get("/api/categories");
      await share(owner, guest.email);
      await guest.asOwner(owner.id).get("/api/categories");
      await share(owner, stranger, "member");
      if (verified) {
        const passwords = { currentPassword: owner.password, newPassword: "brand new horse" };
        const body = { ...passwords, endShares: true };
        expect((await owner.post("/api/user/change-password", body)).status).toBe(200);
      } else await reset(owner.email);
      expect((await member.asOwner(owner.id).get("/api/categories")).status).toBe(200);
      expect((await guest.asOwner(owner.id).get("/api/categories")).status).toBe(403);
      const listed = Object((await member.asOwner(owner.id).get("/api/shared-users")).body);
      expect(listed).toMatchObject([{ sharedWithUser: { email: member.email } }]);
    }
  });

  test("leaves a ledger its only member after a reset", async () => {
    const [owner, member, guest] = [
      await product.person(),
      await product.person({ verified: false }),
      await product.person(),
    ];
    await owner.post("/api/categories", CATEGORY);
    const lent = freshAddress();
    await share(owner, lent, "member");
    await member.post("/api/invitations/accept", { token: await tokenFor("invitation", lent) });
    await share(owner, guest.email);
    await guest.asOwner(owner.id).get("/api/categories");
    expect((await owner.delete(`/api/ledger/members/${owner.id}`)).status).toBe(204);
    await reset(member.email);
    await member.post("/api/login", { email: member.email, password: "the owner's horse" });
    expect((await member.asOwner(owner.id).get("/api/categories")).body).toHaveLength(1);
    expect((await guest.asOwner(owner.id).get("/api/categories")).status).toBe(200);
  });
});

describe("an unverified account's share", () => {
  test("is mailed once its own address is verified", async () => {
    const [owner, friend] = [await product.person({ verified: false }), await product.person()];
    const stranger = freshAddress();
    await share(owner, friend.email);
    await share(owner, stranger);
    // Both entries look alike, so neither tells who has an account.
    const waits = async () => {
      const entries = (await owner.get("/api/shared-users")).body;
      return v.parse(sharing.list.reply, entries).map(({ waitsForSender }) => waitsForSender);
    };
    expect(await waits()).toEqual([true, true]);
    expect((await product.mailsTo(friend.email)).map(({ kind }) => kind)).toEqual(["verify-email"]);
    expect(await product.mailsTo(stranger)).toEqual([]);
    await product.visitor().post("/api/verify-email", { token: await tokenFor("verify-email", owner.email) });
    expect((await product.mailsTo(friend.email)).map(({ kind }) => kind)).toContain("budget-shared");
    expect(await waits()).toEqual([false, false]);
    const reader = await product.person();
    const token = await tokenFor("invitation", stranger);
    expect((await reader.post("/api/invitations/accept", { token })).status).toBe(200);
    expect((await reader.asOwner(owner.id).get("/api/categories")).status).toBe(200);
  });
});

describe("shares of members with unverified addresses", () => {
  const verify = async ({ email }: Person) =>
    product.visitor().post("/api/verify-email", { token: await tokenFor("verify-email", email) });
  const note = "Call me about the money";
  const noted = (by: Visitor, email: string) => by.post("/api/share-budget", { ...shareWith(email), note });

  async function twoUnproven() {
    const [owner, member] = [
      await product.person({ verified: false, firstName: "Olga" }),
      await product.person({ verified: false, firstName: "Milan" }),
    ];
    const helper = await product.person();
    await share(owner, helper.email, "member");
    const helpers = helper.asOwner(owner.id);
    await helpers.get("/api/categories");
    const lent = freshAddress();
    await share(helpers, lent, "member");
    await member.post("/api/invitations/accept", { token: await tokenFor("invitation", lent) });
    return { owner, member, members: member.asOwner(owner.id), helpers };
  }

  test("are mailed in the member's own name once verified", async () => {
    const { owner, member, members } = await twoUnproven();
    const [friend, stranger] = [await product.person(), freshAddress()];
    await noted(members, friend.email);
    await noted(members, stranger);
    await verify(owner);
    const mailed = async () => [
      ...(await product.mailsTo(friend.email)),
      ...(await product.mailsTo(stranger)),
    ];
    expect((await mailed()).filter(({ kind }) => kind !== "verify-email")).toEqual([]);
    await verify(member);
    const sent = (await mailed()).filter(({ kind }) => kind !== "verify-email");
    const by = { ownerName: "Milan Stone", ownerEmail: member.email, note };
    expect(sent).toMatchObject([
      { kind: "budget-shared", ...by },
      { kind: "invitation", ...by },
    ]);
    const reader = await product.person();
    const token = await tokenFor("invitation", stranger);
    expect((await reader.post("/api/invitations/accept", { token })).status).toBe(200);
  });

  test("are not mailed for a former member", async () => {
    const { owner, member, members, helpers } = await twoUnproven();
    const stranger = freshAddress();
    await noted(members, stranger);
    expect((await helpers.delete(`/api/ledger/members/${member.id}`)).status).toBe(204);
    await verify(member);
    await verify(owner);
    expect(await product.mailsTo(stranger)).toEqual([]);
  });

  test("are mailed without the note if its author was not stored", async () => {
    const owner = await product.person({ verified: false });
    const stranger = freshAddress();
    await noted(owner, stranger);
    const [invitation] = (await product.items("BUDGET#")).filter(({ email }) => email === stranger);
    const { invitedBy: _, ...older } = { ...invitation };
    await product.table.put(older);
    await verify(owner);
    expect(await product.mailsTo(stranger)).toMatchObject([{ kind: "invitation", note: null }]);
  });
});

describe("the holder of a stolen session", () => {
  const MINUTE = 60_000;
  const moved = (email: string) => ({ firstName: "Maya", lastName: "Stone", phone: "555 0102030", email });
  const REAUTHENTICATE = { message: "Please enter your password to continue.", code: "reauthenticate" };

  test("cannot change the address, share, export or appoint administrators without the password", async () => {
    const thief = await product.person();
    await makeAdmin(product, thief);
    const other = await product.person();
    const calls = {
      address: () => thief.put("/api/user", moved(freshAddress())),
      share: () => share(thief, other.email, "full_access"),
      admin: () => thief.post("/api/admin/set-admin", { userId: other.id, isAdmin: true }),
      export: () => thief.get("/api/export"),
    };
    product.pass(10 * MINUTE);
    for (const call of Object.values(calls)) {
      const { status, body } = await call();
      expect([status, body]).toEqual([403, REAUTHENTICATE]);
    }
    expect((await thief.put("/api/user", moved(thief.email))).status).toBe(200);
    expect((await share(thief, other.email, "edit_categories")).status).toBe(403);
    expect((await thief.post("/api/reauthenticate", { password: "not this one" })).body).toEqual(
      invalidField("password", "Password is incorrect"),
    );
    expect((await calls.address()).status).toBe(403);
    expect((await thief.post("/api/reauthenticate", { password: thief.password })).status).toBe(204);
    product.pass(10 * MINUTE - 1);
    expect((await calls.admin()).status).toBe(200);
    expect((await calls.share()).status).toBe(201);
    expect((await calls.export()).status).toBe(200);
    expect((await calls.address()).status).toBe(200);
  });

  test("must give the password in each session", async () => {
    const [person, thief] = [await product.person(), product.visitor()];
    await thief.post("/api/login", { email: person.email, password: person.password });
    product.pass(10 * MINUTE);
    await person.post("/api/reauthenticate", { password: person.password });
    expect((await thief.put("/api/user", moved(freshAddress()))).body).toEqual(REAUTHENTICATE);
  });

  test("gets no reset link before the new address is verified", async () => {
    const person = await product.person();
    const thiefs = freshAddress();
    await person.put("/api/user", moved(thiefs));
    await product.visitor().post("/api/forgot-password", { email: thiefs });
    expect((await product.mailsTo(thiefs)).map(({ kind }) => kind)).toEqual(["verify-email"]);
    const token = await tokenFor("reset-password", person.email);
    const answer = await product
      .visitor()
      .post("/api/reset-password", { token, password: "brand new horse" });
    expect(answer.status).toBe(200);
    const login = { email: person.email, password: "brand new horse" };
    expect((await product.visitor().post("/api/login", login)).body).toMatchObject({
      email: person.email,
      emailVerified: true,
    });
    await product.person({ email: thiefs });
  });

  test("cannot keep the account from its former address", async () => {
    const person = await product.person();
    const [first, second] = [freshAddress(), freshAddress()];
    await person.put("/api/user", moved(first));
    await product.visitor().post("/api/verify-email", { token: await tokenFor("verify-email", first) });
    await person.put("/api/user", moved(second));
    const [link, thiefs] = [
      await tokenFor("email-changed", person.email),
      await tokenFor("email-changed", first),
    ];
    expect((await product.visitor().get(`/api/email-change/${link}`)).body).toEqual({
      valid: true,
      email: person.email,
      newEmail: second,
    });
    const takeBack = (token: string) => product.visitor().post("/api/email-change/take-back", { token });
    expect((await takeBack(link)).status).toBe(200);
    expect((await person.get("/api/user")).status).toBe(401);
    const login = { email: person.email, password: person.password };
    expect((await product.visitor().post("/api/login", login)).status).toBe(401);
    // The thief's own link, from the later move, is void, and so is this one.
    for (const used of [thiefs, link]) {
      expect((await takeBack(used)).body).toEqual({ message: "This link has expired or was already used." });
      expect((await product.visitor().get(`/api/email-change/${used}`)).body).toMatchObject({ valid: false });
    }
    const token = await tokenFor("reset-password", person.email);
    await product.visitor().post("/api/reset-password", { token, password: "brand new horse" });
    const mine = { email: person.email, password: "brand new horse" };
    expect((await product.visitor().post("/api/login", mine)).body).toMatchObject({ email: person.email });
  });

  test("keeps the new address after seven days", async () => {
    const person = await product.person();
    await person.put("/api/user", moved(freshAddress()));
    const token = await tokenFor("email-changed", person.email);
    product.pass(7 * 24 * 60 * MINUTE - 1);
    expect((await product.visitor().get(`/api/email-change/${token}`)).body).toMatchObject({ valid: true });
    product.pass(1);
    const { status } = await product.visitor().post("/api/email-change/take-back", { token });
    expect(status).toBe(400);
  });
});

test("an address that was given up is free once the new one is verified", async () => {
  const apart = await startProduct({ now: Date.now() });
  const person = await apart.person();
  const email = freshAddress();
  const register = () => apart.visitor().post("/api/register", { ...newUser(), email: person.email });
  await person.put("/api/user", { ...newUser(), email });
  expect((await register()).status).toBe(409);
  await apart.visitor().post("/api/verify-email", { token: await tokenFor("verify-email", email, apart) });
  expect((await register()).status).toBe(409);
  apart.pass(8 * 24 * 60 * 60_000);
  await apart.core.housekeep(apart.clock());
  expect((await register()).status).toBe(201);
});

describe("a verification link", () => {
  const look = (token: string) => product.visitor().get(`/api/verify-email/${token}`);
  const disown = (token: string) => product.visitor().post("/api/verify-email/disown", { token });
  const refused = { message: "This verification link has expired or is invalid." };

  test("verifies nothing by being opened", async () => {
    const person = await product.person({ verified: false, firstName: "Mallory" });
    const token = await tokenFor("verify-email", person.email);
    expect((await look(token)).body).toEqual({ valid: true, name: "Mallory Stone", email: person.email });
    expect((await person.get("/api/user")).body).toMatchObject({ emailVerified: false });
    await product.visitor().post("/api/verify-email", { token });
    const used = { valid: false, name: null, email: null, verified: true };
    expect((await look(token)).body).toEqual(used);
    expect((await product.visitor().post("/api/verify-email", { token })).body).toEqual(refused);
  });

  test("deletes the account that somebody else registered by 'This was not me'", async () => {
    const [impostor, accomplice] = [await product.person({ verified: false }), await product.person()];
    await impostor.post("/api/categories", CATEGORY);
    await share(impostor, accomplice.email);
    const token = await tokenFor("verify-email", impostor.email);
    expect((await disown(token)).status).toBe(200);
    expect((await impostor.get("/api/user")).status).toBe(401);
    expect((await accomplice.asOwner(impostor.id).get("/api/categories")).status).toBe(403);
    expect((await accomplice.get("/api/shared-with-me")).body).toEqual([]);
    const login = { email: impostor.email, password: impostor.password };
    expect((await product.visitor().post("/api/login", login)).status).toBe(401);
    expect((await disown(token)).body).toEqual(refused);
    const partitions = (await product.items()).filter(
      ({ pk, sk }) => /^(USER|BUDGET|EMAIL)#/.test(String(pk)) && `${pk}${sk}`.includes(String(impostor.id)),
    );
    expect(partitions).toEqual([]);
    await product.person({ email: impostor.email });
  });

  test("returns an account that was moved to the address by 'This was not me'", async () => {
    const person = await product.person();
    const email = freshAddress();
    await person.put("/api/user", { ...newUser(), email });
    expect((await disown(await tokenFor("verify-email", email))).status).toBe(200);
    expect((await person.get("/api/user")).body).toMatchObject({ email: person.email, emailVerified: true });
    await product.person({ email });
  });

  test("deletes no account with a verified address", async () => {
    const person = await product.person({ verified: false });
    const first = await tokenFor("verify-email", person.email);
    product.pass(1_000);
    await person.post("/api/verify-email/resend");
    const second = await tokenFor("verify-email", person.email);
    await product.visitor().post("/api/verify-email", { token: first });
    expect((await disown(second)).body).toEqual(refused);
    expect((await person.get("/api/user")).status).toBe(200);
  });
});
