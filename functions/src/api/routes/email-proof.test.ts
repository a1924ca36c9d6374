import { beforeAll, describe, expect, test } from "vitest";
import { freshAddress, invalidField, newUser, tokenOf } from "../../../test/fixtures.ts";
import { type Product, startProduct } from "../../../test/harness.ts";

const HOUR = 60 * 60_000;

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
const tokenFor = async (kind: string, to: string) => tokenOf(await product.linkFor(kind, to));

describe("verifying an address", () => {
  const verify = (token: unknown) => product.visitor().post("/api/verify-email", { token });
  const refused = { message: "This verification link has expired or is invalid." };

  test("works once, without signing in", async () => {
    const person = await product.person({ verified: false });
    const token = await tokenFor("verify-email", person.email);
    const { status, body } = await verify(token);
    expect([status, body]).toEqual([200, { message: "Your email address is verified." }]);
    expect((await person.get("/api/user")).body).toMatchObject({ emailVerified: true });
    const again = await verify(token);
    expect([again.status, again.body]).toEqual([400, refused]);
  });

  test("succeeds for one of twenty attempts at once", async () => {
    const person = await product.person({ verified: false });
    const token = await tokenFor("verify-email", person.email);
    const answers = await Promise.all(Array.from({ length: 20 }, () => verify(token)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(19);
  });

  test("works for twenty-four hours", async () => {
    const person = await product.person({ verified: false });
    const token = await tokenFor("verify-email", person.email);
    product.pass(24 * HOUR);
    expect((await verify(token)).body).toEqual(refused);
    const other = await product.person({ verified: false });
    product.pass(24 * HOUR - 1);
    expect((await verify(await tokenFor("verify-email", other.email))).status).toBe(200);
  });

  test("works only for the address that the link was mailed to", async () => {
    const person = await product.person({ verified: false });
    const old = await tokenFor("verify-email", person.email);
    const email = freshAddress();
    await person.put("/api/user", { ...newUser(), email });
    expect((await verify(old)).body).toEqual(refused);
    expect((await person.get("/api/user")).body).toMatchObject({ emailVerified: false });
    expect((await verify(await tokenFor("verify-email", email))).status).toBe(200);
    expect((await person.get("/api/user")).body).toMatchObject({ email, emailVerified: true });
  });

  test("does not work with an invalid token", async () => {
    expect((await verify("x".repeat(43))).body).toEqual(refused);
    expect((await verify("short")).body).toEqual(invalidField("token", "This link is not valid"));
    expect((await verify(undefined)).body).toEqual(invalidField("token", "A token is required"));
  });

  test("can be requested again", async () => {
    const person = await product.person({ verified: false });
    const first = await tokenFor("verify-email", person.email);
    product.pass(1_000);
    const { status, body } = await person.post("/api/verify-email/resend");
    expect([status, body]).toEqual([202, { message: "The verification email is on its way." }]);
    const second = await tokenFor("verify-email", person.email);
    expect(second).not.toBe(first);
    expect((await verify(second)).status).toBe(200);
    await person.post("/api/verify-email/resend");
    expect(await product.mailsTo(person.email)).toHaveLength(2);
  });

  test("is not promised again to an address that mail came back from", async () => {
    const person = await product.person({ verified: false });
    await product.bounce(person.email);
    const message =
      "Mail to you came back or was marked as spam, so we stopped sending it. Choose “Send mail again” first.";
    for (const path of ["/api/verify-email/resend", "/api/notification-preferences/preview"])
      expect(await person.post(path)).toMatchObject({ status: 409, body: { message } });
    await person.post("/api/user/mail-again");
    expect((await person.post("/api/verify-email/resend")).status).toBe(202);
  });

  test("verifies only the proven address, even if it changes at that moment", async () => {
    const person = await product.person({ verified: false });
    const email = freshAddress();
    await person.put("/api/user", { ...newUser(), email });
    await product.core.accounts.proveEmail(person.id, person.email);
    expect((await person.get("/api/user")).body).toMatchObject({ email, emailVerified: false });
  });
});
