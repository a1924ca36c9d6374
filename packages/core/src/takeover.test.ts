import { beforeAll, describe, expect, inject, test } from "vitest";
import { CATEGORY, freshAddress, type Person, shareWith, tokenOf } from "../../../functions/test/fixtures.ts";
import { type Product, startProduct, type Visitor } from "../../../functions/test/harness.ts";
import { interruptedClient } from "../../test/crashing-client.ts";

// An account returns to its owner (docs/promises.md, "Doors").

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

describe("whoever registers somebody else's address", () => {
  let accomplice: Person;
  let impostor: Person;
  beforeAll(async () => {
    accomplice = await product.person();
    impostor = await product.person({ verified: false });
    await impostor.post("/api/categories", CATEGORY);
  });

  test("keeps no share, invitation or session once the owner resets the password", async () => {
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

  test("slips in no share while the owner resets the password", async () => {
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

  test("ends nothing by the reset of an address that was proven before", async () => {
    const [owner, friend] = [await product.person(), await product.person()];
    await share(owner, friend.email);
    await reset(owner.email);
    expect((await friend.asOwner(owner.id).get("/api/categories")).status).toBe(200);
  });
});

describe("an unverified account shares", () => {
  test("with mail that leaves once its own address is verified", async () => {
    const [owner, friend] = [await product.person({ verified: false }), await product.person()];
    const stranger = freshAddress();
    await share(owner, friend.email);
    await share(owner, stranger);
    expect((await product.mailsTo(friend.email)).map(({ kind }) => kind)).toEqual(["verify-email"]);
    expect(await product.mailsTo(stranger)).toEqual([]);
    await product.visitor().post("/api/verify-email", { token: await tokenFor("verify-email", owner.email) });
    expect((await product.mailsTo(friend.email)).map(({ kind }) => kind)).toContain("budget-shared");
    const reader = await product.person();
    const token = await tokenFor("invitation", stranger);
    expect((await reader.post("/api/invitations/accept", { token })).status).toBe(200);
    expect((await reader.asOwner(owner.id).get("/api/categories")).status).toBe(200);
  });
});
