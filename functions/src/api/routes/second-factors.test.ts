import { beforeEach, describe, expect, test } from "vitest";
import { freshAddress, makeAdmin, type Person, tokenOf } from "../../../test/fixtures.ts";
import { type Product, startProduct, type Visitor } from "../../../test/harness.ts";
import { addCodes, addPasskey, beginCodes, createPasskey } from "../../../test/second-factors.ts";

const MINUTE = 60_000;
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0";
const DAY = 24 * 60 * MINUTE;

let product: Product;
let person: Person;
beforeEach(async () => {
  product = await startProduct({ throttle: true });
  person = await product.person();
});
let networks = 0;
const elsewhere = () => ({ "x-test-address": `2001:db8:${(++networks).toString(16)}::1` });
const logIn = (code?: string, given: object = {}) =>
  product
    .visitor()
    .post("/api/login", { email: person.email, password: person.password, code, ...given }, elsewhere());

describe("a passkey", () => {
  test("signs in by itself", async () => {
    const passkey = await addPasskey(person);
    const visitor = product.visitor();
    const { status, body } = await visitor.post("/api/login/passkey", await passkey.signIn(visitor));
    expect([status, body]).toMatchObject([200, { id: person.id }]);
    expect((await visitor.get("/api/user")).status).toBe(200);
    expect((await person.get("/api/passkeys")).body).toEqual([
      {
        ...{ id: passkey.id, name: "Phone", createdAt: product.clock(), lastUsedAt: product.clock() },
        ...{ network: "192.0.2.0/24", browser: null, system: null, suspended: false },
      },
    ]);
    expect((await person.delete(`/api/passkeys/${passkey.id}`)).status).toBe(204);
    expect((await visitor.post("/api/login/passkey", await passkey.signIn(visitor))).status).toBe(401);
    const mails = (await product.mailsTo(person.email)).filter(({ kind }) => kind === "security");
    expect(mails.map((mail) => Object(mail).text)).toEqual([
      "The passkey “Phone” was added to your account.",
      "The passkey “Phone” was removed from your account.",
    ]);
  });

  test("counts as its owner's recent password", async () => {
    const passkey = await addPasskey(person);
    const other = await product.person();
    const theirs = await addPasskey(other);
    product.pass(11 * MINUTE);
    expect((await person.get("/api/export")).status).toBe(403);
    const path = "/api/reauthenticate/passkey";
    expect((await person.post(path, await theirs.signIn(person))).status).toBe(400);
    expect((await person.get("/api/export")).status).toBe(403);
    expect((await person.post(path, await passkey.signIn(person))).status).toBe(204);
    expect((await person.get("/api/export")).status).toBe(200);
  });

  test("is added only with a recent password", async () => {
    const other = await product.person();
    const made = await createPasskey(person);
    expect((await other.post("/api/passkeys", { name: "Mine", ...made.answer })).status).toBe(400);
    product.pass(11 * MINUTE);
    expect((await person.post("/api/passkeys/options")).body).toMatchObject({ code: "reauthenticate" });
    expect((await person.post("/api/passkeys", { name: "Mine", ...made.answer })).status).toBe(403);
  });

  test.each([
    ["another site", { origin: "http://evil.test" }],
    ["another site's passkey", { rpId: "evil.test" }],
    ["a user who did not unlock it", { flags: 0x41 }],
  ])("of %s is refused", async (_, given) => {
    const made = await createPasskey(person, given);
    expect((await person.post("/api/passkeys", { name: "Mine", ...made.answer })).status).toBe(400);
    const passkey = await addPasskey(person);
    const visitor = product.visitor();
    const answer = await passkey.signIn(visitor, "flags" in given ? { flags: 0x01 } : given);
    expect((await visitor.post("/api/login/passkey", answer)).status).toBe(401);
  });

  test("answers each challenge once, within five minutes", async () => {
    const passkey = await addPasskey(person);
    const visitor = product.visitor();
    const answer = await passkey.signIn(visitor);
    expect((await visitor.post("/api/login/passkey", answer)).status).toBe(200);
    expect((await visitor.post("/api/login/passkey", answer)).status).toBe(401);
    const late = await passkey.signIn(visitor);
    product.pass(5 * MINUTE);
    expect((await visitor.post("/api/login/passkey", late)).status).toBe(401);
  });

  test("is refused beyond twenty, even if more were begun before", async () => {
    const made: Awaited<ReturnType<typeof createPasskey>>[] = [];
    for (let begun = 0; begun < 24; begun++) made.push(await createPasskey(person));
    const add = ({ answer }: (typeof made)[number]) =>
      person.post("/api/passkeys", { name: "Phone", ...answer });
    for (const one of made.splice(0, 18)) expect((await add(one)).status).toBe(201);
    const statuses = (await Promise.all(made.map(add))).map(({ status }) => status);
    expect(statuses.sort()).toEqual([201, 201, 409, 409, 409, 409]);
    expect((await person.get("/api/passkeys")).body).toHaveLength(20);
  });

  test("with a wrong signature, user handle or counter does not sign in", async () => {
    const passkey = await addPasskey(person);
    const victim = await product.person();
    const theirs = await addPasskey(victim);
    const visitor = product.visitor();
    const own = await passkey.signIn(visitor);
    const userHandle = (await theirs.signIn(visitor)).response.userHandle;
    const cases = [
      { ...own, response: { ...own.response, userHandle } },
      { ...(await theirs.signIn(visitor)), id: passkey.id, rawId: passkey.id },
      { ...(await theirs.signIn(visitor)), response: (await passkey.signIn(visitor)).response },
    ];
    for (const body of cases) expect((await visitor.post("/api/login/passkey", body)).status).toBe(401);
  });
});

describe("a password that is reset", () => {
  async function reset(email: string) {
    await product.visitor().post("/api/forgot-password", { email }, elsewhere());
    const token = tokenOf(await product.linkFor("reset-password", email));
    const password = "the owner's horse";
    expect((await product.visitor().post("/api/reset-password", { token, password })).status).toBe(200);
    return password;
  }
  const listed = async (by: Visitor) =>
    Object((await by.get("/api/passkeys")).body).map((one: object) => Object(one).suspended);

  test("suspends a thief's passkey until the owner keeps it", async () => {
    const theirs = await addPasskey(person);
    const app = await addCodes(person);
    const password = await reset(person.email);
    const thief = product.visitor();
    const refused = await thief.post("/api/login/passkey", await theirs.signIn(thief));
    expect([refused.status, refused.body]).toMatchObject([
      401,
      { message: expect.stringContaining("keep the passkey in Settings") },
    ]);
    const owner = product.visitor();
    product.pass(MINUTE);
    const signIn = { email: person.email, password };
    expect((await owner.post("/api/login", signIn, elsewhere())).status).toBe(401);
    const code = app.next(product.clock());
    expect((await owner.post("/api/login", { ...signIn, code }, elsewhere())).status).toBe(200);
    expect(await listed(owner)).toEqual([true]);
    // Nor does it count as the password.
    product.pass(11 * MINUTE);
    const again = await owner.post("/api/reauthenticate/passkey", await theirs.signIn(owner));
    expect(again.status).toBe(401);
    const keep = `/api/passkeys/${theirs.id}/keep`;
    expect((await owner.post(keep)).body).toMatchObject({ code: "reauthenticate" });
    await owner.post("/api/reauthenticate", { password });
    expect((await owner.post(keep)).status).toBe(204);
    expect((await owner.post(keep)).status).toBe(204);
    expect(await listed(owner)).toEqual([false]);
    const visitor = product.visitor();
    expect((await visitor.post("/api/login/passkey", await theirs.signIn(visitor))).status).toBe(200);
    expect((await product.visitor().post(keep)).status).toBe(401);
    const other = await product.person();
    expect((await other.post(keep)).status).toBe(404);
  });

  test("the mail about a passkey lists all passkeys", async () => {
    await addPasskey(person);
    await reset(person.email);
    const mail = (await product.deliver()).findLast(({ subject }) => subject === "Your password was changed");
    expect(mail?.text).toContain("until you keep them in Settings");
    expect(mail?.text).toMatch(
      /- Phone \(Added Nov 21, 2026, 10:00 AM · Unknown browser, network 192\.0\.2\.0\/24\)/,
    );
  });

  test("does not suspend passkeys that are added afterwards", async () => {
    const password = await reset(person.email);
    await person.post("/api/login", { email: person.email, password }, elsewhere());
    await addPasskey(person);
    expect(await listed(person)).toEqual([false]);
    const newest = await reset(person.email);
    await person.post("/api/login", { email: person.email, password: newest }, elsewhere());
    expect(await listed(person)).toEqual([true]);
  });

  test("withholds an administrator's rights from a passkey that is not kept", async () => {
    const admin = await product.person({ password: "horses" });
    await makeAdmin(product, admin);
    const passkey = await addPasskey(admin);
    await product.visitor().post("/api/forgot-password", { email: admin.email }, elsewhere());
    const token = tokenOf(await product.linkFor("reset-password", admin.email));
    await product.visitor().post("/api/reset-password", { token, password: "horses" });
    await admin.post("/api/login", { email: admin.email, password: "horses" }, elsewhere());
    expect((await admin.get("/api/admin/users")).status).toBe(403);
    await admin.post(`/api/passkeys/${passkey.id}/keep`);
    expect((await admin.get("/api/admin/users")).status).toBe(200);
  });

  test("suspends a passkey of the previous release as well", async () => {
    const passkey = await addPasskey(person);
    const [item] = (await product.items("CREDENTIALS#")).filter(({ sk }) =>
      String(sk).startsWith("PASSKEY#"),
    );
    const { device: _, sessionVersion: __, ...older } = Object(item);
    await product.table.put(older);
    expect(await listed(person)).toEqual([false]);
    await reset(person.email);
    const visitor = product.visitor();
    expect((await visitor.post("/api/login/passkey", await passkey.signIn(visitor))).status).toBe(401);
  });
});

test("changing the password removes the passkeys on request", async () => {
  const first = await addPasskey(person);
  const change = (newPassword: string, more: object) => {
    const body = { currentPassword: person.password, newPassword, ...more };
    return person.post("/api/user/change-password", body);
  };
  expect((await change(person.password, {})).status).toBe(200);
  const visitor = product.visitor();
  expect((await visitor.post("/api/login/passkey", await first.signIn(visitor))).status).toBe(200);
  expect((await change(person.password, { endPasskeys: true })).status).toBe(200);
  expect((await visitor.post("/api/login/passkey", await first.signIn(visitor))).status).toBe(401);
  expect((await person.get("/api/passkeys")).body).toEqual([]);
  const second = await addPasskey(person);
  expect((await visitor.post("/api/login/passkey", await second.signIn(visitor))).status).toBe(200);
});

test("a network can request sign-in options thirty times in ten minutes", async () => {
  const here = elsewhere();
  const statuses: number[] = [];
  for (let asked = 0; asked < 40; asked++)
    statuses.push((await product.visitor().post("/api/login/passkey/options", {}, here)).status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(30);
  expect(await product.items("CHALLENGE#")).toHaveLength(30);
  expect((await product.visitor().post("/api/login/passkey/options", {}, elsewhere())).status).toBe(200);
});

describe("sign-in codes", () => {
  test("can be used once", async () => {
    const app = await addCodes(person);
    product.pass(MINUTE);
    expect((await logIn(undefined, { password: "wrong horse" })).body).not.toHaveProperty("code");
    expect((await logIn()).body).toMatchObject({ code: "second-factor" });
    const code = app.next(product.clock());
    expect((await logIn(`${code.slice(0, 3)} ${code.slice(3)}`)).status).toBe(200);
    expect((await logIn(code)).body).toMatchObject({ code: "second-factor" });
    product.pass(MINUTE);
    const parallel = await Promise.all(Array.from({ length: 5 }, () => logIn(app.next(product.clock()))));
    expect(parallel.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test("allow ten guesses in a quarter of an hour from all networks", async () => {
    const app = await addCodes(person);
    product.pass(MINUTE);
    const right = app.next(product.clock());
    const wrong = right === "000000" ? "000001" : "000000";
    const statuses: number[] = [];
    for (let tried = 0; tried < 12; tried++) statuses.push((await logIn(wrong)).status);
    statuses.push((await logIn(right)).status);
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(10);
    expect(statuses.at(-1)).toBe(429);
  });

  test("are not blocked on a known network or device by guesses from elsewhere", async () => {
    const home = { "x-test-address": "198.51.100.7", "user-agent": FIREFOX };
    const { email, password } = person;
    const logInFrom = (headers: Record<string, string>, code?: string) =>
      product.visitor().post("/api/login", { email, password, code }, headers);
    expect((await logInFrom(home)).status).toBe(200);
    const app = await addCodes(person);
    product.pass(MINUTE);
    // An attacker who knows the password, from another network.
    for (let tried = 0; tried < 12; tried++) await logIn("000000");
    expect((await logIn(app.next(product.clock()))).status).toBe(429);
    expect((await logInFrom(home, app.next(product.clock()))).status).toBe(200);
    product.pass(MINUTE);
    for (let tried = 0; tried < 12; tried++) await logIn("000000");
    // Another address of the same network, by the same browser.
    const nearby = { ...home, "x-test-address": "198.51.100.99" };
    expect((await logInFrom(nearby, app.next(product.clock()))).status).toBe(200);
    // Attempts from home count and are limited there as well.
    const statuses: number[] = [];
    for (let tried = 0; tried < 12; tried++) statuses.push((await logInFrom(home, "000000")).status);
    expect(statuses).toContain(429);
  });

  test("can be replaced by ten recovery codes, each used once", async () => {
    const { recoveryCodes } = await addCodes(person);
    expect(new Set(recoveryCodes).size).toBe(10);
    const [first = "", second = ""] = recoveryCodes;
    expect((await logIn(first)).status).toBe(200);
    expect((await logIn(first)).status).toBe(401);
    expect((await logIn(second.toUpperCase().replaceAll("-", " "))).status).toBe(200);
    expect((await person.get("/api/totp")).body).toEqual({ on: true, recoveryCodes: 8, goesAt: null });
    const texts = (await product.mailsTo(person.email)).map((mail) => Object(mail).text);
    expect(texts).toContain("A recovery code was used to sign in. Codes left: 8.");
  });

  test("are off until a first code confirms them", async () => {
    const app = await beginCodes(person);
    expect((await logIn()).status).toBe(200);
    const wrong = app.next() === "000000" ? "000001" : "000000";
    expect((await person.post("/api/totp/confirm", { code: wrong })).status).toBe(400);
    expect((await person.post("/api/totp/confirm", { code: app.next() })).status).toBe(200);
    expect((await person.post("/api/totp/confirm", { code: app.next() })).status).toBe(409);
    expect((await person.post("/api/totp")).status).toBe(409);
  });

  test("need a recent password to be turned on or off", async () => {
    await addCodes(person);
    product.pass(11 * MINUTE);
    for (const [method, path] of [
      ["POST", "/api/totp"],
      ["POST", "/api/totp/confirm"],
      ["DELETE", "/api/totp"],
    ] as const)
      expect((await person.send(method, path, { code: "123456" })).body).toMatchObject({
        code: "reauthenticate",
      });
    await person.post("/api/reauthenticate", { password: person.password });
    expect((await person.delete("/api/totp")).status).toBe(204);
    expect((await logIn()).status).toBe(200);
  });

  test("can be removed by an administrator after three days", async () => {
    const admin = await product.person();
    await makeAdmin(product, admin);
    const app = await addCodes(person);
    const path = `/api/admin/users/${person.id}/second-factor`;
    expect((await admin.delete(path)).body).toEqual({ goesAt: product.clock() + 3 * DAY });
    expect((await product.mailsTo(person.email)).map((mail) => Object(mail).text)).toContain(
      "An administrator will remove your sign-in codes in 3 days. Signing in with a code keeps them.",
    );
    product.pass(3 * DAY - MINUTE);
    expect((await logIn()).status).toBe(401);
    // Signing in with a code keeps the codes.
    expect((await logIn(app.next(product.clock()))).status).toBe(200);
    product.pass(DAY);
    expect((await logIn()).status).toBe(401);
    await admin.post("/api/login", { email: admin.email, password: admin.password });
    await admin.delete(path);
    product.pass(3 * DAY);
    expect((await logIn()).status).toBe(200);
  });
});

describe("an account that returns to its owner", () => {
  test("loses the passkeys and codes of whoever registered it", async () => {
    const impostor = await product.person({ verified: false });
    const passkey = await addPasskey(impostor);
    await addCodes(impostor);
    await product.visitor().post("/api/forgot-password", { email: impostor.email });
    const token = tokenOf(await product.linkFor("reset-password", impostor.email));
    const password = "the owner's horse";
    expect((await product.visitor().post("/api/reset-password", { token, password })).status).toBe(200);
    const visitor = product.visitor();
    expect((await visitor.post("/api/login/passkey", await passkey.signIn(visitor))).status).toBe(401);
    expect((await visitor.post("/api/login", { email: impostor.email, password })).status).toBe(200);
  });

  test("loses the passkeys and codes of whoever moved it to another address", async () => {
    const passkey = await addPasskey(person);
    await addCodes(person);
    const moved = { firstName: "Maya", lastName: "Stone", phone: "555 0102030", email: freshAddress() };
    await person.put("/api/user", moved);
    const token = tokenOf(await product.linkFor("email-changed", person.email));
    await product.visitor().post("/api/email-change/take-back", { token });
    const visitor = product.visitor();
    expect((await visitor.post("/api/login/passkey", await passkey.signIn(visitor))).status).toBe(401);
    expect(await product.items(`CREDENTIALS#${String(person.id).padStart(16, "0")}`)).not.toContainEqual(
      expect.objectContaining({ sk: "SECOND_FACTOR" }),
    );
  });
});

describe("an administrator", () => {
  const users = "/api/admin/users";

  test("with a short or common password is told to change it", async () => {
    for (const password of ["horse", "unbelievable", "short horse"].filter(({ length }) => length > 5)) {
      const admin = await product.person({ password });
      await makeAdmin(product, admin);
      expect((await admin.get(users)).status).toBe(403);
      const change = { currentPassword: password, newPassword: "a much longer horse" };
      expect((await admin.post("/api/user/change-password", change)).status).toBe(200);
      expect((await admin.get(users)).status).toBe(200);
    }
  });

  test("with a passkey may have any password", async () => {
    const admin = await product.person({ password: "horses" });
    await makeAdmin(product, admin);
    expect((await admin.get(users)).body).toMatchObject({
      message: expect.stringContaining("at least 12 characters"),
    });
    await addPasskey(admin);
    expect((await admin.get(users)).status).toBe(200);
  });

  test("of an earlier release shows a strong password by signing in", async () => {
    const admin = await product.person();
    await makeAdmin(product, admin);
    const { password, email } = admin;
    const item = await product.profile(admin.id);
    const { hasStrongPassword: _, ...older } = Object(item);
    await product.table.put(older);
    expect((await admin.get(users)).status).toBe(403);
    await admin.post("/api/login", { email, password });
    expect((await admin.get(users)).status).toBe(200);
  });

  test("on AWS needs codes or a passkey as well", async () => {
    const deployed = await startProduct({ secondFactorForAdmins: true });
    const admin = await deployed.person();
    await makeAdmin(deployed, admin);
    expect((await admin.get(users)).body).toMatchObject({
      message: expect.stringContaining("passkey or sign-in codes"),
    });
    await addCodes(admin);
    expect((await admin.get(users)).status).toBe(200);
  });
});
