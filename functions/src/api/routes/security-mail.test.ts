import { appointAdmin } from "@coffer/core/admin/admin";
import { beforeAll, describe, expect, test } from "vitest";
import { idsInARow } from "../../../../packages/test/store.ts";
import { makeAdmin, type Person } from "../../../test/fixtures.ts";
import { type Product, startProduct } from "../../../test/harness.ts";

const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0";
const SAFARI = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Version/18.1 Mobile Safari/604.1";
const from = (address: string, userAgent: string) => ({
  "user-agent": userAgent,
  "x-test-address": address,
});

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
const mailsOf = async (kind: string, to: string) =>
  (await product.mailsTo(to)).filter((mail) => mail.kind === kind);

describe("a sign-in from a new network or browser", () => {
  const signIn = ({ email, password }: Person, headers: Record<string, string>, within = product) =>
    within.visitor().post("/api/login", { email, password }, headers);
  const mails = ({ email }: Person) => mailsOf("new-sign-in", email);

  test("is mailed once", async () => {
    const person = await product.person();
    expect(await mails(person)).toEqual([]);
    await signIn(person, from("203.0.113.7", FIREFOX));
    const device = { network: "203.0.113.0/24", browser: "Firefox", system: "Linux" };
    const [mail, ...more] = await mails(person);
    expect(more).toEqual([]);
    expect(mail).toEqual({
      kind: "new-sign-in",
      to: person.email,
      firstName: "Maya",
      at: product.clock(),
      timeZone: "America/New_York",
      device,
      links: { devices: `${product.origin}/settings`, newPassword: `${product.origin}/auth?forgot=true` },
    });
    // The list of known networks is eventually consistent.
    await expect
      .poll(async () => (await person.get("/api/notifications")).body)
      .toMatchObject([
        { kind: "security", text: expect.stringContaining("signed in to your account"), link: "/settings" },
      ]);
    // The same network, another address of it, and the first one again.
    await signIn(person, from("203.0.113.200", FIREFOX));
    await signIn(person, {});
    expect(await mails(person)).toHaveLength(1);
    await signIn(person, from("203.0.113.7", SAFARI));
    await signIn(person, from("198.51.100.1", FIREFOX));
    expect(await mails(person)).toHaveLength(3);
  });

  test("is mailed with the time in the browser's format", async () => {
    const person = await product.person();
    await product.deliver();
    await signIn(person, { ...from("203.0.113.7", FIREFOX), "accept-language": "de-CH,de;q=0.9,en;q=0.8" });
    const sent = (await product.deliver()).filter(({ to }) => to === person.email);
    expect(sent.map(({ subject }) => subject)).toEqual(["New sign-in: Firefox on Linux"]);
    expect(sent[0]?.text).toMatch(/\b\d{1,2} \w{3,4} 20\d\d, \d\d:\d\d/);
  });

  test("is mailed once for concurrent sign-ins", async () => {
    const person = await product.person();
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => signIn(person, from("203.0.113.7", FIREFOX))),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    expect(await mails(person)).toHaveLength(1);
  });

  test("is not mailed to an unverified address", async () => {
    const unverified = await product.person({ verified: false });
    await signIn(unverified, from("203.0.113.7", FIREFOX));
    expect(await mails(unverified)).toEqual([]);
    const person = await product.person();
    await signIn({ ...person, password: "wrong horse" }, from("203.0.113.7", FIREFOX));
    expect(await mails(person)).toEqual([]);
  });

  test("is mailed to the last verified address", async () => {
    const person = await product.person();
    const thiefs = `moved-${person.email}`;
    await person.put("/api/user", {
      firstName: "Maya",
      lastName: "Stone",
      phone: "555 0102030",
      email: thiefs,
    });
    await signIn({ ...person, email: thiefs }, from("203.0.113.7", FIREFOX));
    expect(await mails(person)).toHaveLength(1);
    expect(await mailsOf("new-sign-in", thiefs)).toEqual([]);
  });

  test("is mailed again after fifty other networks", async () => {
    const person = await product.person();
    for (let network = 0; network < 50; network++) await signIn(person, from(`10.0.${network}.1`, FIREFOX));
    await signIn(person, from("10.0.49.1", FIREFOX));
    expect(await mails(person)).toHaveLength(50);
    await signIn(person, {});
    expect(await mails(person)).toHaveLength(51);
    const known = (await product.items()).find(
      ({ pk, sk }) => String(pk).endsWith(String(person.id)) && sk === "KNOWN_DEVICES",
    );
    expect(Object(known?.hashes)).toHaveLength(50);
    expect(JSON.stringify(known)).not.toMatch(/10\.0|Firefox/);
  });
});

describe("a new administrator", () => {
  let ada: Person;
  let bea: Person;
  beforeAll(async () => {
    [ada, bea] = [await product.person({ firstName: "Ada" }), await product.person({ firstName: "Bea" })];
    await makeAdmin(product, ada);
    await makeAdmin(product, bea);
  });
  const setAdmin = (userId: number, isAdmin: boolean) =>
    ada.post("/api/admin/set-admin", { userId, isAdmin });
  const mails = ({ email }: Person) => mailsOf("new-administrator", email);

  test("is announced to every administrator once a grant", async () => {
    const ben = await product.person({ firstName: "Ben" });
    await setAdmin(ben.id, true);
    await setAdmin(ben.id, true);
    const link = `${product.origin}/admin`;
    const common = { kind: "new-administrator", byName: "Ada Stone", link };
    expect(await mails(ben)).toEqual([{ ...common, to: ben.email, firstName: "Ben", person: null }]);
    const person = { name: "Ben Stone", email: ben.email };
    expect(await mails(ada)).toEqual([{ ...common, to: ada.email, firstName: "Ada", person }]);
    expect(await mails(bea)).toEqual([{ ...common, to: bea.email, firstName: "Bea", person }]);
    await setAdmin(ben.id, false);
    expect(await mails(ada)).toHaveLength(1);
    await setAdmin(ben.id, true);
    expect(await mails(ada)).toHaveLength(2);
    expect(await mails(ben)).toHaveLength(2);
  });

  test("appointed by an operator is announced as well", async () => {
    const store = product.store;
    const env = { clock: product.clock, ids: idsInARow(9_000) };
    const appoint = (email: string, isAdmin: boolean) => appointAdmin(store, env, email, isAdmin);
    const cleo = await product.person({ firstName: "Cleo", verified: false });
    const before = (await mails(bea)).length;
    expect(await appoint("nobody@example.com", true)).toBe("notFound");
    expect(await appoint(cleo.email, true)).toBe("unverified");
    expect(await mails(bea)).toHaveLength(before);
    await product.core.accounts.proveEmail(cleo.id, cleo.email);
    expect(await appoint(cleo.email.toUpperCase(), true)).toBe("done");
    expect(await appoint(cleo.email, true)).toBe("done");
    expect(await mails(cleo)).toMatchObject([{ person: null, byName: null }]);
    expect(await mails(bea)).toHaveLength(before + 1);
    expect(await appoint(cleo.email, false)).toBe("done");
    expect((await product.account(cleo.email))?.user.isAdmin).toBe(false);
  });
});
