import { createLeaving } from "@coffer/core/account/leaving";
import { createEmailResolver } from "@coffer/core/mail/resolve-email";
import { idSource } from "@coffer/domain/id";
import { DAY_MS, type Day, HOUR_MS } from "@coffer/domain/time/day";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { interruptedClient } from "../../../../packages/test/crashing-client.ts";
import { quiet } from "../../../../packages/test/fixtures.ts";
import {
  CATEGORY,
  freshAddress,
  GOAL,
  shareWith,
  signIn,
  subscriptionOf,
  tokenOf,
} from "../../../test/fixtures.ts";
import { type Product, startProduct } from "../../../test/harness.ts";
import { createPasswords } from "../../adapters/passwords.ts";

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});

type Person = Awaited<ReturnType<Product["person"]>>;

async function household() {
  const [ana, ben] = [await product.person({ firstName: "Ana" }), await product.person({ firstName: "Ben" })];
  await ana.post("/api/categories", CATEGORY);
  await join(ana, ben, "member");
  return { ana, ben, bens: ben.asOwner(ana.id) };
}

async function join(
  owner: Pick<Person, "post" | "id">,
  person: Person,
  permissionType: string,
  ledgerId = owner.id,
) {
  expect((await owner.post("/api/share-budget", { ...shareWith(person.email), permissionType })).status).toBe(
    201,
  );
  expect((await person.asOwner(ledgerId).get("/api/categories")).status).toBe(200);
}
const rolesIn = (body: unknown) =>
  Object(body).members.map(
    ({ firstName, role }: { firstName: string; role: string }) => `${firstName} ${role}`,
  );

describe("a ledger", () => {
  test("is named after its first owner by default", async () => {
    const { ana, ben, bens } = await household();
    expect((await ana.get("/api/ledger")).body).toMatchObject({ id: ana.id, name: "Ana's budget" });
    expect((await bens.put("/api/ledger", { name: "Home" })).body).toMatchObject({ name: "Home" });
    expect((await ana.put("/api/ledger", { name: " " })).status).toBe(400);
    expect((await ben.get("/api/shared-with-me")).body).toMatchObject([{ ownerId: ana.id, name: "Home" }]);
    expect(rolesIn((await ana.get("/api/ledger")).body)).toEqual(["Ana member", "Ben member"]);
  });

  test("is named and linked in invitations by any member", async () => {
    const { ana, ben, bens } = await household();
    await bens.put("/api/ledger", { name: "Home" });
    const cleo = await product.person({ firstName: "Cleo" });
    for (const email of [cleo.email, "dora@example.com"])
      expect((await bens.post("/api/share-budget", shareWith(email))).status).toBe(201);
    const mails = (await product.mails()).map(({ mail }) => mail);
    const from = { ownerEmail: ben.email, ledgerName: "Home" };
    const link = `${product.origin}/?budget=${ana.id}`;
    expect(mails).toContainEqual(
      expect.objectContaining({ kind: "budget-shared", to: cleo.email, link, ...from }),
    );
    expect(mails).toContainEqual(
      expect.objectContaining({ kind: "invitation", to: "dora@example.com", ...from }),
    );
    // A name with a link in it does not reach strangers.
    await bens.put("/api/ledger", { name: "See evil.example.com" });
    const eli = await product.person();
    await bens.post("/api/share-budget", shareWith(eli.email));
    expect((await product.mails()).map(({ mail }) => mail)).toContainEqual(
      expect.objectContaining({ kind: "budget-shared", to: eli.email, ledgerName: null }),
    );
  });

  test("can be shared and exported by members only", async () => {
    const { bens } = await household();
    const cleo = await product.person({ firstName: "Cleo" });
    await join(
      { post: bens.post, id: cleo.id },
      cleo,
      "view_only",
      Number(Object((await bens.get("/api/ledger")).body).id),
    );
    const guests = cleo.asOwner(Object((await bens.get("/api/ledger")).body).id);
    expect((await bens.get("/api/export")).status).toBe(200);
    expect((await guests.get("/api/shared-users")).status).toBe(403);
    expect((await guests.delete(`/api/ledger/members/${cleo.id}`)).status).toBe(403);
    expect(rolesIn((await bens.get("/api/ledger")).body)).toEqual([
      "Ana member",
      "Ben member",
      "Cleo view_only",
    ]);
  });

  test("stays with its members when its first owner leaves", async () => {
    const { ana, ben, bens } = await household();
    expect((await ana.delete(`/api/ledger/members/${ana.id}`)).status).toBe(204);
    const [told] = Object((await bens.get("/api/notifications")).body);
    expect(told).toMatchObject({
      kind: "share",
      text: expect.stringMatching(/^Ana .*has left your budget\.$/),
    });
    const [own] = Object((await ana.get("/api/notifications")).body);
    expect(own).toMatchObject({ text: "You have left “Ana's budget”. Its other members keep it." });
    const [entry] = Object((await bens.get("/api/activity?limit=1")).body);
    expect(entry).toMatchObject({ kind: "share", action: "deleted", label: ana.email });
    expect((await ana.get("/api/categories")).status).toBe(404);
    expect((await ana.asOwner(ana.id).get("/api/categories")).status).toBe(403);
    expect((await bens.get("/api/categories")).body).toHaveLength(1);
    expect((await bens.delete(`/api/ledger/members/${ben.id}`)).status).toBe(409);
    await join({ post: bens.post, id: ana.id }, ana, "member");
    expect(rolesIn((await bens.get("/api/ledger")).body).sort()).toEqual(["Ana member", "Ben member"]);
  });

  test("does not notify a first owner who has left of its plans", async () => {
    const { ana, ben, bens } = await household();
    await ben.put("/api/preferences", { homeBudget: ana.id });
    const [{ id: categoryId }] = Object((await bens.get("/api/categories")).body);
    await bens.post("/api/budgets", { categoryId, month: 11, year: 2026, projected: 10, actual: 0 });
    expect((await ana.delete(`/api/ledger/members/${ana.id}`)).status).toBe(204);
    const dinner = { description: "Dinner", amount: 20, date: "2026-11-20", type: "expense", categoryId };
    expect((await bens.post("/api/transactions", dinner)).status).toBe(201);
    const toldTo = async (person: Pick<Person, "get">) =>
      Object((await person.get("/api/notifications")).body).map(({ kind }: { kind: string }) => kind);
    await product.core.notifyDaily(product.clock() + DAY_MS);
    expect(await toldTo(ben)).toContain("at-plan");
    expect(await toldTo(ana)).not.toContain("at-plan");
  });

  test("notifies other members of who joined or left", async () => {
    const { ana, bens } = await household();
    const cleo = await product.person({ firstName: "Cleo", lastName: "Stone" });
    await join({ post: bens.post, id: cleo.id }, cleo, "member", ana.id);
    expect((await cleo.delete(`/api/shared-with-me/${ana.id}`)).status).toBe(204);
    const textsOf = async (person: Pick<Person, "get">) =>
      Object((await person.get("/api/notifications")).body).map(({ text }: { text: string }) => text);
    const told = [
      "Cleo Stone has left your budget.",
      "Cleo Stone has accepted your invitation and can open your budget now.",
    ];
    for (const member of [ana, bens]) expect((await textsOf(member)).slice(0, 2)).toEqual(told);
    expect(await textsOf(cleo)).not.toContain(told[0]);
    await join({ post: bens.post, id: cleo.id }, cleo, "view_only", ana.id);
    expect((await cleo.delete(`/api/shared-with-me/${ana.id}`)).status).toBe(204);
    expect(await textsOf(bens)).toHaveLength(5);
  });

  test("keeps one of two members who remove each other concurrently", async () => {
    const { ana, ben, bens } = await household();
    const answers = await Promise.all([
      ana.delete(`/api/ledger/members/${ben.id}`),
      bens.delete(`/api/ledger/members/${ana.id}`),
    ]);
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
    const open = await Promise.all([ana.get("/api/ledger"), bens.get("/api/ledger")]);
    expect(open.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test("refuses to lower or remove its only member", async () => {
    const { ana, ben, bens } = await household();
    await ana.delete(`/api/ledger/members/${ana.id}`);
    const lowered = await bens.post("/api/share-budget", {
      ...shareWith(ben.email),
      permissionType: "view_only",
    });
    expect(lowered.status).toBe(400);
    const [share] = Object((await bens.get("/api/shared-users")).body);
    expect((await bens.delete(`/api/shared-users/${share.id}`)).status).toBe(409);
    expect((await ben.delete(`/api/shared-with-me/${ana.id}`)).status).toBe(409);
  });
});

const leave = (person: Person) => person.send("DELETE", "/api/user", { password: person.password });
/** An hourly run of housekeeping. */
async function housekeep(): Promise<void> {
  await product.core.leaving.removeDue(product.clock());
  await product.core.housekeep(product.clock());
}
const invite = async (by: Pick<Person, "post">, permissionType: string) => {
  const email = freshAddress();
  expect((await by.post("/api/share-budget", { ...shareWith(email), permissionType })).status).toBe(201);
  return tokenOf(await product.linkFor("invitation", email));
};
const accept = (person: Pick<Person, "post">, token: string) =>
  person.post("/api/invitations/accept", { token });

describe("a ledger whose first owner deletes their account", () => {
  test("stays with its other member", async () => {
    const { ana, ben, bens } = await household();
    expect((await leave(ana)).status).toBe(202);
    product.pass(7 * DAY_MS);
    for (let hour = 0; hour < 3; hour++) {
      await housekeep();
      product.pass(HOUR_MS);
    }
    await signIn(ben);
    expect((await bens.get("/api/categories")).body).toHaveLength(1);
    expect(rolesIn((await bens.get("/api/ledger")).body)).toEqual(["Ben member"]);
    expect((await product.items("REMOVAL#")).filter(({ userId }) => userId === ana.id)).toEqual([]);
  });

  test("survives a removal begun by an older release, which does not name its ledgers", async () => {
    const { ana, ben, bens } = await household();
    await leave(ana);
    product.pass(7 * DAY_MS);
    await product.core.leaving.removeDue(product.clock());
    const [removal] = (await product.items("REMOVAL#")).filter(({ userId }) => userId === ana.id);
    const { ledgerIds: _, name: __, isProven: ___, ...older } = { ...removal };
    await product.table.put(older);
    await housekeep();
    await signIn(ben);
    expect((await bens.get("/api/categories")).body).toHaveLength(1);
  });

  test("stays with a member who joins while its removal begins", async () => {
    const [ana, ben] = [
      await product.person({ firstName: "Ana" }),
      await product.person({ firstName: "Ben" }),
    ];
    await ana.post("/api/categories", CATEGORY);
    await ana.post("/api/share-budget", { ...shareWith(ben.email), permissionType: "member" });
    await leave(ana);
    product.pass(7 * DAY_MS);
    const { begin } = product.store.accountRemoval;
    let isDecided = false;
    const raced: typeof begin = async (...given) => {
      if (!isDecided) await signIn(ben).then(() => ben.asOwner(ana.id).get("/api/categories"));
      isDecided = true;
      return begin(...given);
    };
    const stores = { ...product.store, accountRemoval: { ...product.store.accountRemoval, begin: raced } };
    const env = { ...quiet, clock: product.clock, ids: idSource(Date.now, Math.random), throttle: false };
    const { removeDue } = createLeaving(stores, { ...env, passwords: createPasswords() });
    await removeDue(product.clock());
    await housekeep();
    await signIn(ben);
    expect((await ben.asOwner(ana.id).get("/api/categories")).body).toHaveLength(1);
  });

  test("cannot be deleted while it has a member", async () => {
    const { ana, bens } = await household();
    await product.store.accountRemoval.deleteLedger(ana.id, ana.id);
    expect((await bens.get("/api/categories")).body).toHaveLength(1);
    const current = await product.store.households.get(ana.id);
    expect(await product.store.households.end({ ...current, revision: 0 }, ana.id)).toBe(false);
  });

  test("is deleted with the account of its last member", async () => {
    const { ana, ben, bens } = await household();
    const guest = await product.person({ firstName: "Cleo" });
    await join({ post: bens.post, id: ana.id }, guest, "view_only", ana.id);
    const token = await invite(bens, "member");
    await ana.delete(`/api/ledger/members/${ana.id}`);
    await leave(ben);
    product.pass(7 * DAY_MS);
    await housekeep();
    await signIn(guest);
    expect((await guest.asOwner(ana.id).get("/api/categories")).status).toBe(403);
    expect((await product.mailsTo(guest.email)).map(({ kind }) => kind)).toContain("budget-gone");
    expect((await accept(guest, token)).status).toBe(400);
    product.pass(2 * HOUR_MS);
    await housekeep();
    const left = (await product.items()).filter(({ pk }) => /^(BUDGET|ACTIVITY)#/.test(String(pk)));
    expect(left.filter(({ pk }) => String(pk).endsWith(String(ana.id)))).toEqual([]);
    // A new ledger of the same id.
    await signIn(ana);
    expect((await ana.put("/api/preferences", { homeBudget: ana.id })).status).toBe(200);
    expect((await ana.get("/api/categories")).body).toEqual([]);
  });

  test("records payments in its members' time zone", async () => {
    const { ana, ben, bens } = await household();
    const [{ id: categoryId }] = Object((await bens.get("/api/categories")).body);
    const due = { ...subscriptionOf(categoryId), startDate: "2026-12-24", autoCreateTransaction: true };
    expect((await bens.post("/api/subscriptions", due)).status).toBe(201);
    await leave(ana);
    product.pass(40 * DAY_MS);
    await housekeep();
    await product.core.postDue(product.clock());
    await signIn(ben);
    const found = Object((await bens.get("/api/transactions/search?text=Paper")).body);
    expect(found.total.count).toBeGreaterThan(0);
  });
});

describe("a first owner who left and was invited again", () => {
  test("can leave or be removed again", async () => {
    const { ana, bens } = await household();
    const share = (permissionType: string) =>
      bens.post("/api/share-budget", { ...shareWith(ana.email), permissionType });
    const anas = ana.asOwner(ana.id);
    expect((await ana.delete(`/api/ledger/members/${ana.id}`)).status).toBe(204);
    for (const permissionType of ["member", "full_access"]) {
      for (const end of [
        () => ana.delete(`/api/shared-with-me/${ana.id}`),
        () => bens.delete(`/api/ledger/members/${ana.id}`),
        async () => {
          const [entry] = Object((await bens.get("/api/shared-users")).body).filter(
            ({ sharedWithUser }: { sharedWithUser: { firstName: string } }) =>
              sharedWithUser.firstName === "Ana",
          );
          return bens.delete(`/api/shared-users/${entry.id}`);
        },
      ]) {
        expect((await share(permissionType)).status).toBe(201);
        expect((await anas.get("/api/categories")).status).toBe(200);
        expect((await end()).status, `${permissionType} ${end}`).toBe(204);
        expect((await anas.get("/api/categories")).status).toBe(403);
      }
    }
    expect((await share("member")).status).toBe(201);
    expect((await anas.get("/api/categories")).status).toBe(200);
    await leave(ana);
    product.pass(7 * DAY_MS);
    await housekeep();
    expect(await product.account(ana.email)).toBeUndefined();
  });

  test("can choose it as their home budget again", async () => {
    const { ana, bens } = await household();
    await ana.delete(`/api/ledger/members/${ana.id}`);
    await bens.post("/api/share-budget", { ...shareWith(ana.email), permissionType: "view_only" });
    await ana.asOwner(ana.id).get("/api/categories");
    expect((await ana.get("/api/categories")).body).toHaveLength(1);
    expect((await ana.post("/api/categories", CATEGORY)).status).toBe(403);
    expect((await ana.put("/api/preferences", { homeBudget: ana.id })).body).toMatchObject({
      homeBudget: ana.id,
      hasLedger: false,
    });
    expect((await ana.post("/api/categories", CATEGORY)).status).toBe(403);
  });

  test("is shown as a former member until then, without their new name", async () => {
    const { ana, ben, bens } = await household();
    await ana.post("/api/categories", { ...CATEGORY, name: "Fun" });
    await ana.delete(`/api/ledger/members/${ana.id}`);
    await ana.put("/api/user", {
      firstName: "Zenobia",
      lastName: "Quill",
      phone: "555 0102030",
      email: ana.email,
    });
    const lists = ["/api/people", "/api/ledger", "/api/shared-with-me", "/api/shared-users"];
    const seen = await Promise.all(lists.map((path) => bens.get(path)));
    expect(JSON.stringify(seen)).not.toMatch(/Zenobia|Quill|"Ana/);
    expect((await bens.get("/api/people")).body).toMatchObject([{ id: ben.id }]);
    expect((await ben.get("/api/shared-with-me")).body).toMatchObject([
      { ownerId: ana.id, name: "Shared budget", firstName: "Shared budget", lastName: "" },
    ]);
    const entries = Object((await bens.get("/api/activity")).body);
    const names = entries.map(({ by }: { by: { firstName: string } }) => by.firstName);
    expect(new Set(names)).toEqual(new Set(["Former member", "Ben"]));
  });
});

test("a member who is removed while they share the budget shares nothing", async () => {
  let meanwhile: (() => Promise<unknown>) | undefined;
  const client = interruptedClient(inject("engine"), async (command) => {
    const happens = command === "TransactWrite" ? meanwhile : undefined;
    if (happens) meanwhile = undefined;
    await happens?.();
  });
  const raced = await startProduct({ client });
  const [ana, ben, friend] = [await raced.person(), await raced.person(), await raced.person()];
  await join(ana, ben, "member");
  meanwhile = () => ana.delete(`/api/ledger/members/${ben.id}`);
  expect((await ben.asOwner(ana.id).post("/api/share-budget", shareWith(friend.email))).status).toBe(403);
  expect((await friend.asOwner(ana.id).get("/api/categories")).status).toBe(403);
  expect((await ana.get("/api/shared-users")).body).toEqual([]);
});

test("an invitation names the member who sent it", async () => {
  const { ana, bens } = await household();
  const cleo = await product.person();
  await bens.post("/api/share-budget", shareWith(cleo.email));
  const token = await invite(bens, "view_only");
  const offered = async () => {
    const [offer] = Object((await cleo.get("/api/shared-with-me")).body);
    const { ownerName } = Object((await product.visitor().get(`/api/invitations/${token}`)).body);
    return [offer.ownerId, offer.firstName, ownerName];
  };
  expect(await offered()).toEqual([ana.id, "Ben", "Ben Stone"]);
  await ana.delete(`/api/ledger/members/${ana.id}`);
  expect(await offered()).toEqual([ana.id, "Ben", "Ben Stone"]);
});

describe("members and guests", () => {
  test("are the same in every list", async () => {
    const { ana, ben, bens } = await household();
    const [viewer, other, editor] = [
      await product.person({ firstName: "Vera" }),
      await product.person({ firstName: "Otto" }),
      await product.person({ firstName: "Edda" }),
    ];
    for (const guest of [viewer, other]) await join(ana, guest, "view_only");
    await join(ana, editor, "edit_transactions");
    const namesIn = (people: unknown) =>
      Object(people)
        .map(({ firstName }: { firstName: string }) => firstName)
        .sort();
    const [all, known] = [
      ["Ana", "Ben", "Edda", "Otto", "Vera"],
      ["Ana", "Ben", "Edda"],
    ];
    for (const [person, expected] of [
      [ana, all],
      [bens, all],
      [editor.asOwner(ana.id), known],
      [viewer.asOwner(ana.id), [...known, "Vera"]],
    ] as const) {
      expect(namesIn((await person.get("/api/people")).body)).toEqual(expected);
      expect(namesIn(Object((await person.get("/api/ledger")).body).members)).toEqual(expected);
    }
    expect(ben.id).toBeGreaterThan(0);
  });
});

test("notices about plans return to the person's own budget after losing access to the chosen home", async () => {
  const [ana, own] = [await product.person(), await product.person()];
  await join(ana, own, "view_only");
  const { id: categoryId } = Object((await own.post("/api/categories", CATEGORY)).body);
  await own.put("/api/preferences", { homeBudget: ana.id });
  await ana.delete(`/api/ledger/members/${own.id}`);
  const owns = own.asOwner(own.id);
  const now = new Date(product.clock()).toISOString();
  const [year, month] = [Number(now.slice(0, 4)), Number(now.slice(5, 7))];
  await owns.post("/api/budgets", { categoryId, month, year, projected: 10, actual: 0 });
  const dinner = { description: "Dinner", amount: 20, date: now.slice(0, 10), type: "expense", categoryId };
  expect((await owns.post("/api/transactions", dinner)).status).toBe(201);
  await product.core.notifyDaily(product.clock() + DAY_MS);
  const told = Object((await own.get("/api/notifications")).body).map(({ kind }: { kind: string }) => kind);
  expect(told).toContain("at-plan");
});

describe("accepting an invitation", () => {
  test("with a lower permission does not lower a member", async () => {
    const { ana, ben, bens } = await household();
    const token = await invite(ana, "view_only");
    await ana.delete(`/api/ledger/members/${ana.id}`);
    expect((await accept(ben, token)).body).toMatchObject({ permissionType: "member", opened: true });
    expect(rolesIn((await bens.get("/api/ledger")).body)).toEqual(["Ben member"]);
    expect((await bens.post("/api/categories", CATEGORY)).status).toBe(201);
    expect((await accept(ben, token)).status).toBe(400);
  });

  test("raises a guest", async () => {
    const { ana } = await household();
    const cleo = await product.person({ firstName: "Cleo" });
    await join(ana, cleo, "edit_categories");
    const [less, more] = [await invite(ana, "edit_transactions"), await invite(ana, "full_access")];
    expect((await accept(cleo, less)).body).toMatchObject({ permissionType: "edit_categories" });
    expect((await accept(cleo, more)).body).toMatchObject({ permissionType: "full_access" });
    const roles = rolesIn((await ana.get("/api/ledger")).body);
    expect(roles).toEqual(["Ana member", "Ben member", "Cleo full_access"]);
  });

  test.each<[string, (own: Person) => Promise<unknown>]>([
    ["a guest", async (own) => join(own, await product.person(), "view_only")],
    ["an offer", async (own) => own.post("/api/share-budget", shareWith((await product.person()).email))],
    ["an invitation", (own) => invite(own, "view_only")],
    ["a goal", (own) => own.post("/api/financial-goals", GOAL)],
    [
      "a subscription",
      async (own) => {
        const { id } = Object((await own.post("/api/categories", CATEGORY)).body);
        await own.post("/api/subscriptions", subscriptionOf(id));
        await own.delete(`/api/categories/${id}`);
      },
    ],
    ["a name", (own) => own.put("/api/ledger", { name: "Mine" })],
  ])("keeps the person's own budget if it has %s", async (_, fill) => {
    const [ana, own] = [await product.person({ firstName: "Ana" }), await product.person()];
    await fill(own);
    expect((await accept(own, await invite(ana, "view_only"))).status).toBe(200);
    expect((await own.get("/api/user")).body).toMatchObject({ hasLedger: true, homeBudget: null });
    expect((await own.get("/api/ledger")).body).toMatchObject({ id: own.id });
  });
});

describe("a ledger's currency", () => {
  const currencyOf = async (person: Pick<Person, "get">) =>
    Object((await person.get("/api/ledger")).body).currency;
  const household = async () => {
    const ana = await product.person({ firstName: "Ana", currency: "EUR" });
    const ben = await product.person({ firstName: "Ben" });
    await ana.post("/api/categories", CATEGORY);
    await join(ana, ben, "member");
    return { ana, ben, bens: ben.asOwner(ana.id) };
  };

  test("is its first owner's by default", async () => {
    const { ana, ben, bens } = await household();
    const cleo = await product.person({ firstName: "Cleo", currency: "JPY" });
    await join(ana, cleo, "view_only");
    const cleos = cleo.asOwner(ana.id);
    for (const person of [ana, bens, cleos]) expect(await currencyOf(person)).toBe("EUR");
    expect(await currencyOf(ben)).toBe("USD");
    expect((await ben.get("/api/shared-with-me")).body).toMatchObject([{ currency: "EUR" }]);
    expect((await cleos.put("/api/ledger", { currency: "JPY" })).status).toBe(403);
    expect((await bens.put("/api/ledger", { currency: "CHF" })).body).toMatchObject({
      name: "Ana's budget",
      currency: "CHF",
    });
    for (const person of [ana, bens, cleos]) expect(await currencyOf(person)).toBe("CHF");
    expect((await ana.get("/api/user")).body).toMatchObject({ currency: "EUR", ledgerCurrency: "CHF" });
    expect((await bens.put("/api/ledger", { name: "Home" })).body).toMatchObject({ currency: "CHF" });
    for (const refused of [{ currency: "XXY" }, { currency: 5 }, { name: "" }, {}])
      expect((await bens.put("/api/ledger", refused)).status, JSON.stringify(refused)).toBe(400);
    expect((await ana.put("/api/ledger", { name: "Us", currency: "EUR" })).body).toMatchObject({
      name: "Us",
      currency: "EUR",
    });
  });

  test("follows its only member's setting", async () => {
    const ana = await product.person({ firstName: "Ana", currency: "EUR" });
    const ben = await product.person({ firstName: "Ben" });
    await ana.put("/api/ledger", { currency: "GBP" });
    await ana.put("/api/preferences", { spendUntil: "pay-day" });
    expect(await currencyOf(ana)).toBe("GBP");
    await ana.put("/api/preferences", { currency: "CAD" });
    expect(await currencyOf(ana)).toBe("CAD");
    await join(ana, ben, "view_only");
    await ana.put("/api/preferences", { currency: "AUD" });
    expect(await currencyOf(ana)).toBe("CAD");
    expect(await currencyOf(ben.asOwner(ana.id))).toBe("CAD");
    expect((await ana.get("/api/user")).body).toMatchObject({ currency: "AUD" });
  });

  test("is kept when its first owner leaves", async () => {
    const { ana, ben, bens } = await household();
    expect((await ana.delete(`/api/ledger/members/${ana.id}`)).status).toBe(204);
    await ana.put("/api/preferences", { currency: "JPY" });
    expect(await currencyOf(bens)).toBe("EUR");
    expect((await ana.send("DELETE", "/api/user", { password: ana.password })).status).toBe(202);
    product.pass(8 * DAY_MS);
    await product.core.leaving.removeDue(product.clock());
    await signIn(ben);
    expect(await currencyOf(bens)).toBe("EUR");
    expect((await bens.put("/api/ledger", { currency: "SEK" })).body).toMatchObject({ currency: "SEK" });
  });

  test("is used in tips, notices and mails", async () => {
    const { ana, ben, bens } = await household();
    await ben.put("/api/preferences", { homeBudget: ana.id });
    const [{ id: categoryId }] = Object((await bens.get("/api/categories")).body);
    const date = new Date(product.clock()).toISOString().slice(0, 10);
    const [year, month] = date.split("-").map(Number);
    await bens.post("/api/budgets", { categoryId, month, year, projected: 10, actual: 0 });
    const dinner = { description: "Dinner", amount: 950, date, type: "expense", categoryId };
    expect((await ana.post("/api/transactions", dinner)).status).toBe(201);
    const texts = [
      JSON.stringify((await bens.get("/api/notifications")).body),
      JSON.stringify((await bens.get(`/api/budget-tips?month=${month}&year=${year}`)).body),
    ];
    for (const text of texts) {
      expect(text).toContain("€9");
      expect(text).not.toMatch(/\$\d/);
    }
    const resolve = createEmailResolver(product.store, product);
    const mail = { kind: "digest-preview", to: ben.email, day: date as Day } as const;
    const addressed = await resolve({ id: "a", mail, userId: ben.id, createdAt: product.clock() });
    const summary = await addressed?.compose();
    expect(summary?.data).toMatchObject({ facts: { currency: "EUR" } });
  });
});

test("the first owner can take back a budget that an older release left with guests only", async () => {
  const [ana, guest] = [await product.person({ firstName: "Ana" }), await product.person()];
  await ana.post("/api/categories", CATEGORY);
  await join(ana, guest, "view_only");
  const account = await product.store.users.account(ana.id);
  if (!account) throw new Error("Ana is gone");
  const left = { ...account, user: { ...account.user, hasLedger: false } };
  expect(await product.store.users.save(account, left, {})).toBe("saved");
  expect((await ana.get("/api/categories")).status).toBe(404);
  expect((await ana.put("/api/preferences", { homeBudget: ana.id })).status).toBe(200);
  expect((await ana.get("/api/categories")).body).toHaveLength(1);
  expect((await guest.asOwner(ana.id).get("/api/categories")).status).toBe(200);
});

describe("a person without a budget", () => {
  test("gets the budget that they join as their home", async () => {
    const [ana, ben] = [
      await product.person({ firstName: "Ana" }),
      await product.person({ firstName: "Ben" }),
    ];
    await ana.post("/api/categories", CATEGORY);
    const guest = `guest.${ben.id}@example.com`;
    await ana.post("/api/share-budget", shareWith(guest));
    const token = (await product.linkFor("invitation", guest)).split("/").at(-1);
    expect((await ben.post("/api/invitations/accept", { token })).status).toBe(200);
    expect((await ben.get("/api/user")).body).toMatchObject({ homeBudget: ana.id, hasLedger: false });
    expect((await ben.get("/api/categories")).body).toHaveLength(1);
    expect((await ben.put("/api/preferences", { homeBudget: ben.id })).status).toBe(200);
    expect((await ben.get("/api/categories")).body).toEqual([]);
  });
});
