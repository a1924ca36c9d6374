import { beforeAll, describe, expect, test } from "vitest";
import { CATEGORY, shareWith } from "../../../test/fixtures.ts";
import { type Product, startProduct } from "../../../test/harness.ts";

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
  test("is called after its first owner until somebody names it, and shows that name to the others", async () => {
    const { ana, ben, bens } = await household();
    expect((await ana.get("/api/ledger")).body).toMatchObject({ id: ana.id, name: "Ana's budget" });
    expect((await bens.put("/api/ledger", { name: "Home" })).body).toMatchObject({ name: "Home" });
    expect((await ana.put("/api/ledger", { name: " " })).status).toBe(400);
    expect((await ben.get("/api/shared-with-me")).body).toMatchObject([{ ownerId: ana.id, name: "Home" }]);
    expect(rolesIn((await ana.get("/api/ledger")).body)).toEqual(["Ana member", "Ben member"]);
  });

  test("is named in the mail of who shares it, which leads to it also where that is not its first owner", async () => {
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
    // A name that leads somewhere reaches nobody who did not ask for it.
    await bens.put("/api/ledger", { name: "See evil.example.com" });
    const eli = await product.person();
    await bens.post("/api/share-budget", shareWith(eli.email));
    expect((await product.mails()).map(({ mail }) => mail)).toContainEqual(
      expect.objectContaining({ kind: "budget-shared", to: eli.email, ledgerName: null }),
    );
  });

  test("is shared, exported and left by each of its members, and by no guest", async () => {
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

  test("stays with its members when its first owner leaves, who may come back", async () => {
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

  test("tells nothing of its plans to a first owner who has left", async () => {
    const { ana, ben, bens } = await household();
    await ben.put("/api/preferences", { homeBudget: ana.id });
    const [{ id: categoryId }] = Object((await bens.get("/api/categories")).body);
    await bens.post("/api/budgets", { categoryId, month: 11, year: 2026, projected: 10, actual: 0 });
    expect((await ana.delete(`/api/ledger/members/${ana.id}`)).status).toBe(204);
    const dinner = { description: "Dinner", amount: 20, date: "2026-11-20", type: "expense", categoryId };
    expect((await bens.post("/api/transactions", dinner)).status).toBe(201);
    const toldTo = async (person: Pick<Person, "get">) =>
      Object((await person.get("/api/notifications")).body).map(({ kind }: { kind: string }) => kind);
    expect(await toldTo(ben)).toContain("at-plan");
    expect(await toldTo(ana)).not.toContain("at-plan");
  });

  test("tells every other member who has joined, and who has left", async () => {
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

  test("keeps one of two members who remove each other at once", async () => {
    const { ana, ben, bens } = await household();
    const answers = await Promise.all([
      ana.delete(`/api/ledger/members/${ben.id}`),
      bens.delete(`/api/ledger/members/${ana.id}`),
    ]);
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
    const open = await Promise.all([ana.get("/api/ledger"), bens.get("/api/ledger")]);
    expect(open.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test("refuses to lower its only member, or to end their share", async () => {
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

describe("a person without a budget", () => {
  test("who joins one has it as their home, and begins another when they want", async () => {
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
