import { beforeAll, describe, expect, inject, test } from "vitest";
import { interruptedClient } from "../../../../packages/test/crashing-client.ts";
import { freshAddress, invalidField, newUser, tokenOf } from "../../../test/fixtures.ts";
import { type Product, startProduct } from "../../../test/harness.ts";

const MINUTE = 60_000;

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
const tokenFor = async (kind: string, to: string) => tokenOf(await product.linkFor(kind, to));
const login = (email: string, password: string) => product.visitor().post("/api/login", { email, password });

describe("a forgotten password", () => {
  const forgot = (email: unknown) => product.visitor().post("/api/forgot-password", { email });
  const reset = (token: string, password = "brand new horse") =>
    product.visitor().post("/api/reset-password", { token, password });
  const isGood = async (token: string) =>
    (await product.visitor().get(`/api/validate-reset-token/${encodeURIComponent(token)}`)).body;
  const refused = {
    message: "This password reset link has expired or is invalid. Please request a new one.",
  };
  async function asked() {
    const person = await product.person({ verified: false });
    await forgot(person.email);
    return { person, token: await tokenFor("reset-password", person.email) };
  }

  test("is reset once with the link", async () => {
    const { person, token } = await asked();
    expect(await isGood(token)).toEqual({ valid: true });
    const { status, body } = await reset(token);
    expect([status, body]).toEqual([
      200,
      { message: "Your password has been reset successfully. You can now log in with your new password." },
    ]);
    expect((await person.get("/api/user")).status).toBe(401);
    expect((await login(person.email, person.password)).status).toBe(401);
    expect((await login(person.email, "brand new horse")).body).toMatchObject({ emailVerified: true });
    expect((await product.mailsTo(person.email)).map(({ kind }) => kind)).toContain("password-changed");

    expect(await isGood(token)).toEqual({ valid: false });
    const again = await reset(token, "third horse");
    expect([again.status, again.body]).toEqual([400, refused]);
  });

  test("is reset by one of twenty concurrent attempts", async () => {
    const { person, token } = await asked();
    const passwords = Array.from({ length: 20 }, (_, n) => `brand new horse ${n}`);
    const answers = await Promise.all(passwords.map((password) => reset(token, password)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(
      answers.filter(({ status, body }) => status === 400 && Object(body).message === refused.message),
    ).toHaveLength(19);
    const winner = passwords[answers.findIndex(({ status }) => status === 200)] ?? "";
    expect((await login(person.email, winner)).status).toBe(200);
  });

  test("can be reset for thirty minutes", async () => {
    const { token } = await asked();
    product.pass(30 * MINUTE - 1);
    expect(await isGood(token)).toEqual({ valid: true });
    product.pass(1);
    expect(await isGood(token)).toEqual({ valid: false });
    expect((await reset(token)).body).toEqual(refused);
  });

  test("is reset with the newest link only", async () => {
    const { person, token: older } = await asked();
    product.pass(1_000);
    await forgot(person.email);
    const newer = await tokenFor("reset-password", person.email);
    expect(newer).not.toBe(older);
    expect(await isGood(older)).toEqual({ valid: false });
    expect((await reset(older)).body).toEqual(refused);
    expect((await reset(newer)).status).toBe(200);
  });

  test("is not reset with a link that is older than the password or address", async () => {
    const first = await asked();
    await first.person.post("/api/user/change-password", {
      currentPassword: first.person.password,
      newPassword: "brand new horse",
    });
    expect((await reset(first.token)).body).toEqual(refused);
    const second = await asked();
    await second.person.put("/api/user", { ...newUser(), email: freshAddress() });
    expect((await reset(second.token)).body).toEqual(refused);
  });

  test("is not mailed to an address that is replaced at that moment", async () => {
    let meanwhile: (() => Promise<unknown>) | undefined;
    const client = interruptedClient(inject("engine"), async (command) => {
      if (command !== "TransactWrite" || !meanwhile) return;
      const happens = meanwhile;
      meanwhile = undefined;
      await happens();
    });
    const raced = await startProduct({ client });
    const person = await raced.person({ verified: false });
    await raced.visitor().post("/api/forgot-password", { email: person.email });
    meanwhile = () => person.put("/api/user", { ...newUser(), email: freshAddress() });
    expect((await raced.mailsTo(person.email)).map(({ kind }) => kind)).not.toContain("reset-password");
  });

  test("is not reset with an invalid token", async () => {
    const { person, token } = await asked();
    const verification = await tokenFor("verify-email", person.email);
    for (const other of ["x".repeat(43), verification]) {
      expect(await isGood(other)).toEqual({ valid: false });
      expect((await reset(other)).body).toEqual(refused);
    }
    for (const other of ["", "x", `${token}x`]) {
      expect((await reset(other)).body).toEqual(invalidField("token", "This link is not valid"));
    }
    expect(
      (await product.visitor().post("/api/reset-password", { password: "brand new horse" })).body,
    ).toEqual(invalidField("token", "A token is required"));
    expect((await reset(token, "short")).body).toEqual(
      invalidField("password", "Password must be at least 6 characters"),
    );
    expect((await reset(token)).status).toBe(200);
  });

  test.each(["", "ana", "ana@", "a b@example.com", "a@b.com\r\nBcc: c@d.com", null, ["a@b.com"]])(
    "refuses %j as an address",
    async (email) => {
      const { status, body } = await forgot(email);
      expect([status, body]).toEqual([400, invalidField("email", "Please enter a valid email address")]);
    },
  );

  test("is mailed with the configured origin, whatever the request's Host", async () => {
    const person = await product.person();
    const hosts: Record<string, string>[] = [
      { host: "evil.example" },
      { "x-forwarded-host": "evil.example", "x-forwarded-proto": "https" },
      { forwarded: "host=evil.example" },
    ];
    for (const headers of hosts) {
      await product.visitor().post("/api/forgot-password", { email: person.email }, headers);
    }
    const links = (await product.mailsTo(person.email)).flatMap(({ link }) => link ?? []);
    expect(links).toHaveLength(3);
    for (const link of links) expect(new URL(link).origin).toBe(product.origin);
  });

  test("leaves no secret in the table or the log", async () => {
    const { person, token } = await asked();
    const verification = await tokenFor("verify-email", person.email);
    await isGood(token);
    await product.visitor().post("/api/verify-email", { token: verification });
    await product.visitor().get(`/api/invitations/${token}`);
    const kept = JSON.stringify(
      (await product.items()).filter(({ pk }) => !String(pk).startsWith("OUTBOX#")),
    );
    for (const secret of [token, verification, person.password, person.jar.get("session") ?? "none"]) {
      expect(product.logged.join("\n")).not.toContain(secret);
      expect(kept).not.toContain(secret);
    }
  });
});
