import { beforeAll, describe, expect, test } from "vitest";
import { invalidField } from "../../../test/fixtures.ts";
import { type Product, startProduct, type Visitor } from "../../../test/harness.ts";

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
const login = (email: string, password: string) => product.visitor().post("/api/login", { email, password });

describe("signing in", () => {
  test.each([
    ["email", { password: "correct horse" }, "Email is required"],
    ["password", { email: "ana@example.com" }, "Password is required"],
    [
      "rememberMe",
      { email: "ana@example.com", password: "correct horse", rememberMe: 1 },
      "Remember me must be true or false",
    ],
  ])("asks for %s", async (path, given, message) => {
    const { status, body } = await product.visitor().post("/api/login", given);
    expect([status, body]).toEqual([400, invalidField(path, message)]);
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

  test("leaves ten of twenty concurrent sessions", async () => {
    const person = await product.person();
    const others = Array.from({ length: 20 }, () => product.visitor());
    await Promise.all(
      others.map((other) => other.post("/api/login", { email: person.email, password: person.password })),
    );
    const answers = await Promise.all([person, ...others].map((each) => each.get("/api/user")));
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(10);
  });

  test("rehashes a password whose hash has another strength", async () => {
    const { id, email, password } = await product.person();
    const stronger = await startProduct({
      table: product.tableName,
      strength: { memory: 16, passes: 1, parallelism: 1 },
    });
    const hashOf = () => product.store.users.passwordHash(id);
    const before = await hashOf();
    expect((await stronger.visitor().post("/api/login", { email, password })).status).toBe(200);
    const after = await hashOf();
    expect([before, after].map((hash) => /m=\d+/.exec(hash ?? "")?.[0])).toEqual(["m=8", "m=16"]);
    expect((await login(email, password)).status).toBe(200);
  });
});
