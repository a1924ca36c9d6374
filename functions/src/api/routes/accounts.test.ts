import { beforeAll, describe, expect, test } from "vitest";
import { freshAddress, type InvalidField, invalidField, newUser } from "../../../test/fixtures.ts";
import { type Product, startProduct } from "../../../test/harness.ts";

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
const login = (email: string, password: string) => product.visitor().post("/api/login", { email, password });

// The messages are what users see beside each field.
const REGISTER: InvalidField[] = [
  ["firstName", "  ", "First name is required"],
  ["firstName", "Visit evil.com", "Write the name without a link"],
  ["lastName", "\u200b\u3164", "Last name is required"],
  ["firstName", "x".repeat(101), "Use at most 100 characters"],
  ["lastName", undefined, "Last name is required"],
  ["email", "", "Email is required"],
  ["email", `${"\ufb2c".repeat(100)}@example.com`, "Use at most 254 characters"],
  ["email", "ａna@example.com", "Please enter a valid email address"],
  ["email", "an\u200ba@example.com", "Please enter a valid email address"],
  ["email", "\u0430na@example.com", "Please enter a valid email address"],
  ["email", 7, "Email is required"],
  ["email", "a\r\nBcc: b@example.com", "Please enter a valid email address"],
  ["phone", "555 01", "Phone number is required"],
  ["phone", "\u200b".repeat(10), "Phone number is required"],
  ["password", "short", "Password must be at least 6 characters"],
  ["password", "x".repeat(1_001), "Use a shorter password"],
  ["confirmPassword", "another horse", "Passwords do not match"],
];
const PROFILE: InvalidField[] = [
  ["firstName", "", "First name is required"],
  ["lastName", null, "Last name is required"],
  ["email", "no address", "Please enter a valid email address"],
  ["email", undefined, "Please enter a valid email address"],
  ["phone", "123456", "Phone number is required"],
];
const PASSWORD: InvalidField[] = [
  ["currentPassword", "", "Current password is required"],
  ["currentPassword", "not this one", "Current password is incorrect"],
  ["newPassword", "short", "New password must be at least 6 characters"],
];

describe("registering", () => {
  test("signs in an unverified user with default preferences", async () => {
    const visitor = product.visitor();
    const { password, ...details } = newUser();
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
      mailSuppressed: false,
      emailNotifications: false,
      notificationTime: "09:00",
      timeZone: "America/New_York",
      currency: "USD",
      aiRecommendations: true,
      notifications: true,
      notify: {},
      notifyBy: "product",
      frequency: "daily",
      weekday: 1,
      hasLedger: true,
      homeBudget: null,
      ledgerCurrency: null,
      spendUntil: "month-end",
    });
    expect((await visitor.get("/api/user")).body).toEqual(body);
    expect((await product.mailsTo(email)).map(({ kind }) => kind)).toEqual(["verify-email"]);
  });

  test.each(REGISTER)("refuses %s %j: %s", async (path, value, message) => {
    const { status, body } = await product.visitor().post("/api/register", { ...newUser(), [path]: value });
    expect([status, body]).toEqual([400, invalidField(path, message)]);
  });

  test("names every invalid field at once", async () => {
    const { body } = await product.visitor().post("/api/register", {});
    expect(Object(body).issues.map(({ path }: { path: string }) => path)).toEqual([
      "firstName",
      "lastName",
      "email",
      "phone",
      "password",
    ]);
  });

  test("refuses a taken address in any spelling", async () => {
    const { email } = await product.person();
    const message = "An account with this email already exists";
    const again = { ...newUser(), email: email.toUpperCase() };
    const { status, body } = await product.visitor().post("/api/register", again);
    expect([status, body]).toEqual([409, invalidField("email", message)]);
  });

  test("succeeds for one of twenty concurrent registrations of an address", async () => {
    const details = newUser();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => product.visitor().post("/api/register", details)),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
    expect(await product.mailsTo(details.email)).toHaveLength(1);
  });

  test("ignores fields that a client may not set", async () => {
    const given = {
      ...newUser(),
      id: 1,
      isAdmin: true,
      emailVerified: true,
      epoch: 9,
      aiRecommendations: false,
    };
    const { body } = await product.visitor().post("/api/register", given);
    expect(body).toMatchObject({ isAdmin: false, emailVerified: false, aiRecommendations: true });
    expect(Object(body).id).not.toBe(1);
  });
});

describe("the profile", () => {
  const changed = (email: string) => ({ firstName: "Bea", lastName: "Lang", email, phone: "555 9998877" });

  test("can be changed", async () => {
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
    expect((await product.mailsTo(person.email)).map(({ kind }) => kind)).toEqual(["verify-email"]);
  });

  test.each(PROFILE)("refuses %s %j: %s", async (path, value, message) => {
    const person = await product.person();
    const { status, body } = await person.put("/api/user", { ...changed(person.email), [path]: value });
    expect([status, body]).toEqual([400, invalidField(path, message)]);
  });

  test("takes a new address and notifies the old one", async () => {
    const person = await product.person();
    const email = freshAddress();
    expect((await person.put("/api/user", changed(email.toUpperCase()))).body).toMatchObject({
      email,
      emailVerified: false,
    });
    expect(await product.mailsTo(person.email)).toContainEqual({
      kind: "email-changed",
      to: person.email,
      firstName: "Maya",
      newEmail: email,
      link: expect.stringContaining("/email-change/"),
    });
    expect((await product.mailsTo(email)).map(({ kind }) => kind)).toEqual(["verify-email"]);
    expect((await login(person.email, person.password)).status).toBe(401);
    expect((await login(email, person.password)).status).toBe(200);
  });

  test("refuses an address that is taken", async () => {
    const person = await product.person();
    const { email } = await product.person();
    const { status, body } = await person.put("/api/user", changed(email));
    expect([status, body]).toEqual([409, invalidField("email", "An account with this email already exists")]);
    expect((await person.get("/api/user")).body).toMatchObject({ email: person.email, firstName: "Maya" });
  });

  test("gives an address to one of two people who change to it at once", async () => {
    const email = freshAddress();
    const both = await Promise.all([product.person(), product.person()]);
    const answers = await Promise.all(both.map((person) => person.put("/api/user", changed(email))));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

describe("the password", () => {
  test("is changed: this session goes on, every other one ends", async () => {
    const person = await product.person();
    const other = product.visitor();
    await other.post("/api/login", { email: person.email, password: person.password, rememberMe: true });
    const { status, body, headers } = await other.post("/api/user/change-password", {
      currentPassword: person.password,
      newPassword: "brand new horse",
    });
    expect([status, body]).toEqual([200, { message: "Your password has been updated." }]);
    expect(headers.getSetCookie().join()).toMatch(/Max-Age=1209600/);
    expect((await other.get("/api/user")).status).toBe(200);
    expect((await person.get("/api/user")).status).toBe(401);
    expect((await login(person.email, person.password)).status).toBe(401);
    expect((await login(person.email, "brand new horse")).status).toBe(200);
    expect((await product.mailsTo(person.email)).map(({ kind }) => kind)).toEqual([
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
    expect([status, body]).toEqual([400, invalidField(path, message)]);
    expect((await login(person.email, person.password)).status).toBe(200);
  });

  test("is changed by one of two attempts at once", async () => {
    const person = await product.person();
    const answers = await Promise.all(
      ["first horse", "second horse"].map((newPassword) =>
        person.post("/api/user/change-password", { currentPassword: person.password, newPassword }),
      ),
    );
    // The other one's password was wrong by then, or their session over.
    const [won, lost] = answers.map(({ status }) => status).sort();
    expect(won).toBe(200);
    expect([400, 401]).toContain(lost);
  });
});
