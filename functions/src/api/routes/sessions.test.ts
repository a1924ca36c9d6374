import { beforeAll, describe, expect, test } from "vitest";
import { makeAdmin } from "../../../test/fixtures.ts";
import { type Product, startProduct, type Visitor } from "../../../test/harness.ts";

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});

/** The status of GET /api/user with this cookie. */
const statusWith = async (token: string) => {
  const visitor = product.visitor();
  visitor.jar.set("session", token);
  return (await visitor.get("/api/user")).status;
};
const tokenOf = ({ jar }: Visitor) => jar.get("session") ?? "";
async function remembered() {
  const person = await product.person();
  await person.post("/api/login", { email: person.email, password: person.password, rememberMe: true });
  return person;
}

test("works from registration through signing out and in", async () => {
  const maya = await product.person({ firstName: "Maya" });
  expect((await maya.get("/api/user")).body).toMatchObject({
    firstName: "Maya",
    emailVerified: true,
    isAdmin: false,
  });
  expect((await maya.post("/api/logout")).status).toBe(204);
  expect((await maya.get("/api/user")).body).toEqual({ message: "Please sign in" });
  const wrong = await maya.post("/api/login", { email: maya.email, password: "wrong horse" });
  expect([wrong.status, wrong.body]).toEqual([401, { message: "Invalid email or password" }]);
  const right = await maya.post("/api/login", {
    email: maya.email.toUpperCase(),
    password: maya.password,
    rememberMe: true,
  });
  expect(right.status).toBe(200);
  expect((await maya.get("/api/user")).status).toBe(200);
});

describe("refuses an ended session at the next request:", () => {
  test("after signing out, but not other sessions", async () => {
    const person = await product.person();
    const other = product.visitor();
    await other.post("/api/login", { email: person.email, password: person.password });
    const token = tokenOf(person);
    await person.post("/api/logout");
    expect([...person.jar.keys()]).toEqual([]);
    expect(await statusWith(token)).toBe(401);
    expect((await other.get("/api/user")).status).toBe(200);
    expect((await person.post("/api/logout")).status).toBe(204);
  });

  test("after the password was changed", async () => {
    const person = await product.person();
    const before = tokenOf(person);
    const change = { currentPassword: person.password, newPassword: "brand new horse" };
    await person.post("/api/user/change-password", change);
    expect(await statusWith(before)).toBe(401);
    expect(await statusWith(tokenOf(person))).toBe(200);
  });

  test("after the password was reset", async () => {
    const person = await product.person();
    await person.post("/api/forgot-password", { email: person.email });
    const token = (await product.linkFor("reset-password", person.email)).split("/").at(-1);
    const before = tokenOf(person);
    await person.post("/api/reset-password", { token, password: "brand new horse" });
    expect([...person.jar.keys()]).toEqual([]);
    expect(await statusWith(before)).toBe(401);
  });

  test("of administrators' calls after a demotion", async () => {
    const [one, other] = await Promise.all([product.person(), product.person()]);
    await makeAdmin(product, one);
    await makeAdmin(product, other);
    expect((await other.get("/api/admin/users")).status).toBe(200);
    const demotion = await one.post("/api/admin/set-admin", { userId: other.id, isAdmin: false });
    expect(demotion.body).toMatchObject({ id: other.id, isAdmin: false });
    expect((await other.get("/api/admin/users")).status).toBe(403);
    expect((await other.get("/api/user")).body).toMatchObject({ isAdmin: false });
  });
});

describe("a session lasts", () => {
  test("twelve hours without a request", async () => {
    const person = await product.person();
    product.pass(11 * HOUR);
    expect((await person.get("/api/user")).status).toBe(200);
    product.pass(12 * HOUR);
    expect((await person.get("/api/user")).status).toBe(401);
  });

  test("at most a day", async () => {
    const person = await product.person();
    for (let hours = 6; hours < 24; hours += 6) {
      product.pass(6 * HOUR);
      expect((await person.get("/api/user")).status).toBe(200);
    }
    product.pass(6 * HOUR);
    expect((await person.get("/api/user")).status).toBe(401);
  });

  test("with rememberMe, fourteen days without a request", async () => {
    const [seen, unseen] = [await remembered(), await remembered()];
    product.pass(13 * DAY);
    expect((await seen.get("/api/user")).status).toBe(200);
    product.pass(DAY);
    expect((await unseen.get("/api/user")).status).toBe(401);
    expect((await seen.get("/api/user")).status).toBe(200);
  });

  test("with rememberMe, at most 180 days if it is used", async () => {
    const named = { firstName: "Ana", lastName: "Ruiz", phone: "555 0102030", password: "correct horse" };
    const details = { ...named, email: "lasting@example.com", rememberMe: true };
    const registered = product.visitor();
    expect((await registered.post("/api/register", details)).status).toBe(201);
    const people = [await remembered(), registered];
    for (let day = 13; day < 180; day += 13) {
      product.pass(13 * DAY);
      for (const person of people) expect((await person.get("/api/user")).status).toBe(200);
    }
    product.pass(180 * DAY - 169 * DAY - 1);
    for (const person of people) expect((await person.get("/api/user")).status).toBe(200);
    product.pass(1);
    for (const person of people) expect((await person.get("/api/user")).status).toBe(401);
  });

  test("as long as its cookies, which are renewed once an hour", async () => {
    const person = await remembered();
    const maxAges = async () => {
      const { headers } = await person.get("/api/user");
      return headers.getSetCookie().map((line) => Number(/max-age=(\d+)/i.exec(line)?.[1]));
    };
    expect(await maxAges()).toEqual([]);
    product.pass(HOUR);
    expect(await maxAges()).toEqual([(14 * DAY) / 1000, (14 * DAY) / 1000]);
    expect(await maxAges()).toEqual([]);
    for (let day = 13; day < 170; day += 13) {
      product.pass(13 * DAY);
      await maxAges();
    }
    product.pass(2 * HOUR);
    const left = (11 * DAY - 3 * HOUR) / 1000;
    expect(await maxAges()).toEqual([left, left]);
    const unremembered = await product.person();
    product.pass(2 * HOUR);
    expect((await unremembered.get("/api/user")).headers.getSetCookie()).toEqual([]);
  });
});
