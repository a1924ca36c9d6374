import { userReply } from "@coffer/contract/session";
import * as v from "valibot";
import { beforeAll, describe, expect, test } from "vitest";
import { type Product, startProduct, type Visitor } from "./harness.ts";

type Mail = { kind: string; to: string; link?: string; newEmail?: string };

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});

let people = 0;
const newAddress = () => `somebody-${++people}@example.com`;
const registration = () => ({
  firstName: "Ana",
  lastName: "Ruiz",
  email: newAddress(),
  phone: "555 0102030",
  password: "correct horse",
});
const mailsTo = async (to: string): Promise<Mail[]> =>
  (await product.mails()).map(({ mail }) => Object(mail)).filter((mail) => mail.to === to);
const tokenFor = async (kind: string, to: string) =>
  (await product.linkFor(kind, to)).split("/").at(-1) ?? "";
/** The body of a refusal for one field. */
const wrong = (path: string, message: string) => ({ message, issues: [{ path, message }] });
const login = (email: string, password: string) => product.visitor().post("/api/login", { email, password });

/** What each field of a call asks for, in the specification's words (section 5). */
type Field = [field: string, value: unknown, message: string];
const REGISTER: Field[] = [
  ["firstName", "  ", "First name is required"],
  ["firstName", "x".repeat(101), "Use at most 100 characters"],
  ["lastName", undefined, "Last name is required"],
  ["email", "", "Email is required"],
  ["email", 7, "Email is required"],
  ["email", "a\r\nBcc: b@example.com", "Please enter a valid email address"],
  ["phone", "555 01", "Phone number is required"],
  ["password", "short", "Password must be at least 6 characters"],
  ["password", "x".repeat(1_001), "Use a shorter password"],
  ["confirmPassword", "another horse", "Passwords do not match"],
];
const PROFILE: Field[] = [
  ["firstName", "", "First name is required"],
  ["lastName", null, "Last name is required"],
  ["email", "no address", "Please enter a valid email address"],
  ["email", undefined, "Please enter a valid email address"],
  ["phone", "123456", "Phone number is required"],
];
const PASSWORD: Field[] = [
  ["currentPassword", "", "Current password is required"],
  ["currentPassword", "not this one", "Current password is incorrect"],
  ["newPassword", "short", "New password must be at least 6 characters"],
];
const NOTIFICATIONS: Field[] = [
  ["emailNotifications", "yes", "Daily summary is on or off"],
  ["notificationTime", "24:00", "Use a time as HH:MM"],
  ["notificationTime", undefined, "Choose a time"],
  ["timeZone", "Europe/Vienna", "Choose one of the offered time zones"],
];
const PREFERENCES: Field[] = [
  ["currency", "DOGE", "Choose one of the offered currencies"],
  ["aiRecommendations", 1, "AI recommendations are on or off"],
  ["notifications", "off", "Notifications are on or off"],
];

describe("registering", () => {
  test("answers with the user, signed in, unverified, with the specification's defaults", async () => {
    const visitor = product.visitor();
    const { password, ...details } = registration();
    const email = details.email;
    const { status, body } = await visitor.post("/api/register", {
      ...details,
      email: ` ${email.toUpperCase()} `,
      password,
      confirmPassword: password,
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      ...details,
      id: expect.any(Number),
      isAdmin: false,
      emailVerified: false,
      emailNotifications: false,
      notificationTime: "09:00",
      timeZone: "America/New_York",
      currency: "USD",
      aiRecommendations: true,
      notifications: true,
    });
    expect((await visitor.get("/api/user")).body).toEqual(body);
    expect((await mailsTo(email)).map(({ kind }) => kind)).toEqual(["verify-email"]);
  });

  test.each(REGISTER)("refuses %s %j: %s", async (path, value, message) => {
    const { status, body } = await product
      .visitor()
      .post("/api/register", { ...registration(), [path]: value });
    expect([status, body]).toEqual([400, wrong(path, message)]);
  });

  test("names everything that is wrong at once", async () => {
    const { body } = await product.visitor().post("/api/register", {});
    expect(Object(body).issues.map(({ path }: { path: string }) => path)).toEqual([
      "firstName",
      "lastName",
      "email",
      "phone",
      "password",
    ]);
  });

  test("refuses an address that is taken, in any spelling", async () => {
    const { email } = await product.person();
    const message = "An account with this email already exists";
    const again = { ...registration(), email: email.toUpperCase() };
    const { status, body } = await product.visitor().post("/api/register", again);
    expect([status, body]).toEqual([409, wrong("email", message)]);
  });

  test("gives an address to one of twenty who want it at once", async () => {
    const details = registration();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => product.visitor().post("/api/register", details)),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
    expect(await mailsTo(details.email)).toHaveLength(1);
  });

  test("lets nobody make themselves an administrator, verified or somebody else", async () => {
    const given = { ...registration(), id: 1, isAdmin: true, emailVerified: true, epoch: 9, currency: "JPY" };
    const { body } = await product.visitor().post("/api/register", given);
    expect(body).toMatchObject({ isAdmin: false, emailVerified: false, currency: "USD" });
    expect(Object(body).id).not.toBe(1);
  });
});

describe("signing in", () => {
  test.each([
    ["email", { password: "correct horse" }, "Email is required"],
    ["password", { email: "ana@example.com" }, "Password is required"],
    [
      "rememberMe",
      { email: "ana@example.com", password: "correct horse", rememberMe: 1 },
      "Remember me is yes or no",
    ],
  ])("asks for %s", async (path, given, message) => {
    const { status, body } = await product.visitor().post("/api/login", given);
    expect([status, body]).toEqual([400, wrong(path, message)]);
  });

  test("ends the oldest of eleven sessions", async () => {
    const person = await product.person();
    const others: Visitor[] = [];
    for (let n = 0; n < 10; n++) {
      product.pass(1_000);
      const other = product.visitor();
      await other.post("/api/login", { email: person.email, password: person.password });
      others.push(other);
    }
    expect((await person.get("/api/user")).status).toBe(401);
    for (const other of others) expect((await other.get("/api/user")).status).toBe(200);
  });

  test("keeps ten sessions of twenty that begin at once", async () => {
    const person = await product.person();
    const others = Array.from({ length: 20 }, () => product.visitor());
    await Promise.all(
      others.map((other) => other.post("/api/login", { email: person.email, password: person.password })),
    );
    const answers = await Promise.all([person, ...others].map((each) => each.get("/api/user")));
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(10);
  });

  test("hashes a password anew when the hash is of another strength, and it stays good", async () => {
    const { email, password } = await product.person();
    const stronger = await startProduct({
      table: product.tableName,
      strength: { memory: 16, passes: 1, parallelism: 1 },
    });
    const before = (await stronger.account(email))?.passwordHash;
    expect((await stronger.visitor().post("/api/login", { email, password })).status).toBe(200);
    const after = (await stronger.account(email))?.passwordHash;
    expect([before, after].map((hash) => /m=\d+/.exec(hash ?? "")?.[0])).toEqual(["m=8", "m=16"]);
    expect((await login(email, password)).status).toBe(200);
  });
});

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

  test("is set anew with the link, once; it proves the address and ends every session", async () => {
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
    expect((await mailsTo(person.email)).map(({ kind }) => kind)).toContain("password-changed");

    expect(await isGood(token)).toEqual({ valid: false });
    const again = await reset(token, "third horse");
    expect([again.status, again.body]).toEqual([400, refused]);
  });

  test("is set by one of twenty who use the link at once", async () => {
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

  test("can be set for thirty minutes", async () => {
    const { token } = await asked();
    product.pass(30 * MINUTE - 1);
    expect(await isGood(token)).toEqual({ valid: true });
    product.pass(1);
    expect(await isGood(token)).toEqual({ valid: false });
    expect((await reset(token)).body).toEqual(refused);
  });

  test("is set with the newest link only", async () => {
    const { person, token: older } = await asked();
    product.pass(1_000);
    await forgot(person.email);
    const newer = await tokenFor("reset-password", person.email);
    expect(newer).not.toBe(older);
    expect(await isGood(older)).toEqual({ valid: false });
    expect((await reset(older)).body).toEqual(refused);
    expect((await reset(newer)).status).toBe(200);
  });

  test("is not set with a link from before the password or the address was changed", async () => {
    const first = await asked();
    await first.person.post("/api/user/change-password", {
      currentPassword: first.person.password,
      newPassword: "brand new horse",
    });
    expect((await reset(first.token)).body).toEqual(refused);
    const second = await asked();
    await second.person.put("/api/user", { ...registration(), email: newAddress() });
    expect((await reset(second.token)).body).toEqual(refused);
  });

  test("is not set with what is no link for it", async () => {
    const { person, token } = await asked();
    const verification = await tokenFor("verify-email", person.email);
    for (const other of ["x".repeat(43), verification]) {
      expect(await isGood(other)).toEqual({ valid: false });
      expect((await reset(other)).body).toEqual(refused);
    }
    for (const other of ["", "x", `${token}x`]) {
      expect((await reset(other)).body).toEqual(wrong("token", "This link is not valid"));
    }
    expect(
      (await product.visitor().post("/api/reset-password", { password: "brand new horse" })).body,
    ).toEqual(wrong("token", "A token is required"));
    expect((await reset(token, "short")).body).toEqual(
      wrong("password", "Password must be at least 6 characters"),
    );
    expect((await reset(token)).status).toBe(200);
  });

  test.each(["", "ana", "ana@", "a b@example.com", "a@b.com\r\nBcc: c@d.com", null, ["a@b.com"]])(
    "asks for a real address, not %j",
    async (email) => {
      const { status, body } = await forgot(email);
      expect([status, body]).toEqual([400, wrong("email", "Please enter a valid email address")]);
    },
  );

  test("is mailed with the configured origin, whatever the request says of its host", async () => {
    const person = await product.person();
    const hosts: Record<string, string>[] = [
      { host: "evil.example" },
      { "x-forwarded-host": "evil.example", "x-forwarded-proto": "https" },
      { forwarded: "host=evil.example" },
    ];
    for (const headers of hosts) {
      await product.visitor().post("/api/forgot-password", { email: person.email }, headers);
    }
    const links = (await mailsTo(person.email)).flatMap(({ link }) => link ?? []);
    expect(links).toHaveLength(4);
    for (const link of links) expect(new URL(link).origin).toBe(product.origin);
  });

  test("leaves no secret in the table or in the log", async () => {
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

describe("verifying an address", () => {
  const verify = (token: unknown) => product.visitor().post("/api/verify-email", { token });
  const refused = { message: "This verification link has expired or is invalid." };

  test("works signed out, once", async () => {
    const person = await product.person({ verified: false });
    const token = await tokenFor("verify-email", person.email);
    const { status, body } = await verify(token);
    expect([status, body]).toEqual([200, { message: "Your email address is verified." }]);
    expect((await person.get("/api/user")).body).toMatchObject({ emailVerified: true });
    const again = await verify(token);
    expect([again.status, again.body]).toEqual([400, refused]);
  });

  test("works once of twenty times at once", async () => {
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

  test("works for the address that the link was mailed to, and no other", async () => {
    const person = await product.person({ verified: false });
    const old = await tokenFor("verify-email", person.email);
    const email = newAddress();
    await person.put("/api/user", { ...registration(), email });
    expect((await verify(old)).body).toEqual(refused);
    expect((await person.get("/api/user")).body).toMatchObject({ emailVerified: false });
    expect((await verify(await tokenFor("verify-email", email))).status).toBe(200);
    expect((await person.get("/api/user")).body).toMatchObject({ email, emailVerified: true });
  });

  test("does not work with what is no such link", async () => {
    expect((await verify("x".repeat(43))).body).toEqual(refused);
    expect((await verify("short")).body).toEqual(wrong("token", "This link is not valid"));
    expect((await verify(undefined)).body).toEqual(wrong("token", "A token is required"));
  });

  test("can be asked for again, and both links are good until one is used", async () => {
    const person = await product.person({ verified: false });
    const first = await tokenFor("verify-email", person.email);
    product.pass(1_000);
    const { status, body } = await person.post("/api/verify-email/resend");
    expect([status, body]).toEqual([202, { message: "The verification email is on its way." }]);
    const second = await tokenFor("verify-email", person.email);
    expect(second).not.toBe(first);
    expect((await verify(second)).status).toBe(200);
    await person.post("/api/verify-email/resend");
    expect(await mailsTo(person.email)).toHaveLength(2);
  });

  test("happens only to the address that was proven, also when it changes at that moment", async () => {
    const person = await product.person({ verified: false });
    const email = newAddress();
    await person.put("/api/user", { ...registration(), email });
    await product.core.accounts.proveEmail(person.id, person.email);
    expect((await person.get("/api/user")).body).toMatchObject({ email, emailVerified: false });
  });
});

describe("the profile", () => {
  const changed = (email: string) => ({ firstName: "Bea", lastName: "Lang", email, phone: "555 9998877" });

  test("is changed, and answered as it is now", async () => {
    const person = await product.person();
    const { status, body } = await person.put("/api/user", {
      ...changed(person.email),
      isAdmin: true,
      id: 1,
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ...changed(person.email),
      id: person.id,
      isAdmin: false,
      emailVerified: true,
    });
    expect((await person.get("/api/user")).body).toEqual(body);
    expect((await mailsTo(person.email)).map(({ kind }) => kind)).toEqual(["verify-email"]);
  });

  test.each(PROFILE)("refuses %s %j: %s", async (path, value, message) => {
    const person = await product.person();
    const { status, body } = await person.put("/api/user", { ...changed(person.email), [path]: value });
    expect([status, body]).toEqual([400, wrong(path, message)]);
  });

  test("takes a new address, which has to be verified; the old one is told and free again", async () => {
    const person = await product.person();
    const email = newAddress();
    expect((await person.put("/api/user", changed(email.toUpperCase()))).body).toMatchObject({
      email,
      emailVerified: false,
    });
    expect(await mailsTo(person.email)).toContainEqual({
      kind: "email-changed",
      to: person.email,
      firstName: "Maya",
      newEmail: email,
    });
    expect((await mailsTo(email)).map(({ kind }) => kind)).toEqual(["verify-email"]);
    expect((await login(person.email, person.password)).status).toBe(401);
    expect((await login(email, person.password)).status).toBe(200);
    await product.person({ email: person.email });
  });

  test("refuses an address that is taken, and stays as it was", async () => {
    const person = await product.person();
    const { email } = await product.person();
    const { status, body } = await person.put("/api/user", changed(email));
    expect([status, body]).toEqual([409, wrong("email", "An account with this email already exists")]);
    expect((await person.get("/api/user")).body).toMatchObject({ email: person.email, firstName: "Maya" });
  });

  test("gives an address to one of two people who want it at once", async () => {
    const email = newAddress();
    const both = await Promise.all([product.person(), product.person()]);
    const answers = await Promise.all(both.map((person) => person.put("/api/user", changed(email))));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

describe("the password", () => {
  test("is changed: this session goes on as it was, every other one ends", async () => {
    const person = await product.person();
    const other = product.visitor();
    await other.post("/api/login", { email: person.email, password: person.password, rememberMe: true });
    const { status, body, headers } = await other.post("/api/user/change-password", {
      currentPassword: person.password,
      newPassword: "brand new horse",
    });
    expect([status, body]).toEqual([200, { message: "Your password has been updated." }]);
    expect(headers.getSetCookie().join()).toMatch(/Max-Age=2592000/);
    expect((await other.get("/api/user")).status).toBe(200);
    expect((await person.get("/api/user")).status).toBe(401);
    expect((await login(person.email, person.password)).status).toBe(401);
    expect((await login(person.email, "brand new horse")).status).toBe(200);
    expect((await mailsTo(person.email)).map(({ kind }) => kind)).toEqual([
      "verify-email",
      "password-changed",
    ]);
  });

  test.each(PASSWORD)("is not changed with %s %j: %s", async (path, value, message) => {
    const person = await product.person();
    const { status, body } = await person.post("/api/user/change-password", {
      currentPassword: person.password,
      newPassword: "brand new horse",
      [path]: value,
    });
    expect([status, body]).toEqual([400, wrong(path, message)]);
    expect((await login(person.email, person.password)).status).toBe(200);
  });

  test("is changed by one of two who know it at once", async () => {
    const person = await product.person();
    const answers = await Promise.all(
      ["first horse", "second horse"].map((newPassword) =>
        person.post("/api/user/change-password", { currentPassword: person.password, newPassword }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });
});

describe("preferences", () => {
  const on = { emailNotifications: true, notificationTime: "07:30", timeZone: "Europe/Paris" };

  test("of the daily summary are saved and answered, and put it into the schedule", async () => {
    const person = await product.person();
    const { status, body } = await person.put("/api/notification-preferences", on);
    expect(status).toBe(200);
    expect(body).toMatchObject(on);
    expect((await person.get("/api/user")).body).toEqual(body);
    expect((await product.profile(person.id))?.scheduleSk).toBeDefined();
    await person.put("/api/notification-preferences", { ...on, emailNotifications: false });
    expect((await product.profile(person.id))?.scheduleSk).toBeUndefined();
  });

  test("put no summary into the schedule while the address is not verified", async () => {
    const person = await product.person({ verified: false });
    await person.put("/api/notification-preferences", on);
    expect((await product.profile(person.id))?.scheduleSk).toBeUndefined();
    await product
      .visitor()
      .post("/api/verify-email", { token: await tokenFor("verify-email", person.email) });
    expect((await product.profile(person.id))?.scheduleSk).toBeDefined();
    await person.put("/api/user", { ...registration(), email: newAddress() });
    expect((await product.profile(person.id))?.scheduleSk).toBeUndefined();
  });

  test.each(NOTIFICATIONS)("refuse %s %j: %s", async (path, value, message) => {
    const person = await product.person();
    const { status, body } = await person.put("/api/notification-preferences", { ...on, [path]: value });
    expect([status, body]).toEqual([400, wrong(path, message)]);
  });

  test("of the rest are saved one by one", async () => {
    const person = await product.person();
    expect((await person.put("/api/preferences", { currency: "JPY" })).body).toMatchObject({
      currency: "JPY",
      aiRecommendations: true,
    });
    const { body } = await person.put("/api/preferences", { aiRecommendations: false, notifications: false });
    expect(body).toMatchObject({ currency: "JPY", aiRecommendations: false, notifications: false });
    expect(v.is(v.strictObject(userReply.entries), body)).toBe(true);
    expect((await person.put("/api/preferences", {})).body).toEqual(body);
  });

  test.each(PREFERENCES)("refuse %s %j: %s", async (path, value, message) => {
    const person = await product.person();
    const { status, body } = await person.put("/api/preferences", { [path]: value });
    expect([status, body]).toEqual([400, wrong(path, message)]);
  });

  test("changed in different places at once are all kept", async () => {
    const person = await product.person();
    const answers = await Promise.all([
      person.put("/api/preferences", { currency: "EUR" }),
      person.put("/api/notification-preferences", on),
      person.put("/api/user", { ...registration(), email: person.email, firstName: "Bea" }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await person.get("/api/user")).body).toMatchObject({ ...on, currency: "EUR", firstName: "Bea" });
  });
});

describe("unsubscribing", () => {
  test("works signed out, from any mail server, again and again", async () => {
    const person = await product.person();
    await person.put("/api/notification-preferences", {
      emailNotifications: true,
      notificationTime: "07:30",
      timeZone: "Europe/Paris",
    });
    const token = await product.unsubscribeToken(person.id);
    for (let time = 0; time < 2; time++) {
      const { status, body } = await product
        .visitor()
        .send("POST", `/api/unsubscribe/${token}`, "List-Unsubscribe=One-Click", {
          "content-type": "application/x-www-form-urlencoded",
          "sec-fetch-site": "cross-site",
          origin: "https://mail.example",
        });
      expect([status, body]).toEqual([
        200,
        { message: "You will not receive daily summaries or announcements any more." },
      ]);
    }
    expect((await person.get("/api/user")).body).toMatchObject({ emailNotifications: false });
    expect((await product.profile(person.id))?.scheduleSk).toBeUndefined();
  });

  test("does not work with somebody else's secret", async () => {
    const [person, other] = await Promise.all([product.person(), product.person()]);
    const [, secret] = (await product.unsubscribeToken(other.id)).split(".");
    for (const token of [`${person.id}.${secret}`, `${person.id}.${"x".repeat(32)}`, "x", `0.${secret}`]) {
      const { status, body } = await product.visitor().post(`/api/unsubscribe/${token}`);
      expect([status, body]).toEqual([404, { message: "Subscription not found" }]);
    }
  });
});
