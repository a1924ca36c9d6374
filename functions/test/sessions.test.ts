import { expect, test } from "vitest";
import { startProduct } from "./harness.ts";

test("register, sign out, sign in, and be known", async () => {
  const product = await startProduct();
  const maya = await product.person({ firstName: "Maya" });
  expect((await maya.get("/api/user")).body).toMatchObject({
    firstName: "Maya",
    emailVerified: true,
    isAdmin: false,
  });
  expect((await maya.post("/api/logout")).status).toBe(204);
  expect((await maya.get("/api/user")).status).toBe(401);
  const wrong = await maya.post("/api/login", { email: maya.email, password: "wrong horse" });
  expect([wrong.status, wrong.body]).toEqual([401, { message: "Invalid email or password" }]);
  const right = await maya.post("/api/login", {
    email: maya.email.toUpperCase(),
    password: maya.password,
    rememberMe: true,
  });
  expect(right.status).toBe(200);
  expect(right.headers.getSetCookie().join()).toMatch(/HttpOnly; SameSite=Strict/);
  expect((await maya.get("/api/user")).status).toBe(200);
});
