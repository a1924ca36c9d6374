import { beforeAll, expect, test } from "vitest";
import { type Product, startProduct } from "../test/harness.ts";
import { checkSignIn } from "./sign-in-check.ts";

const account = { email: "check@example.com", password: "correct horse" };
let product: Product;
beforeAll(async () => {
  product = await startProduct();
  const person = { firstName: "Sign-in", lastName: "Check", phone: "555 0100", ...account };
  const answer = await request("/api/register", {
    method: "POST",
    body: JSON.stringify({ ...person, confirmPassword: account.password }),
  });
  expect(answer.status).toBe(201);
});

const request = async (path: string, init: RequestInit) =>
  product.app.request(`${product.origin}${path}`, {
    ...init,
    headers: { "content-type": "application/json", origin: product.origin, ...init.headers },
  });
/** The network between the check and the product. */
const fetch: typeof globalThis.fetch = async (url, init = {}) => product.app.request(`${url}`, init);
const sessions = async () =>
  (await product.items()).filter(({ sk }) => String(sk).startsWith("SESSION#")).length;

test("signs in and out, and leaves no session behind", async () => {
  const before = await sessions();
  await checkSignIn(product.origin, account, fetch);
  expect(await sessions()).toBe(before);
});

test("fails where the account cannot sign in, without a word of its password", async () => {
  const failure = checkSignIn(product.origin, { ...account, password: "wrong" }, fetch);
  await expect(failure).rejects.toThrow("POST /api/login answered 401");
});

test("says at which step no answer came", async () => {
  const failure = checkSignIn(product.origin, account, () => Promise.reject(new TypeError("fetch failed")));
  await expect(failure).rejects.toThrow("POST /api/login was not answered: fetch failed");
});

test("fails where the product does not answer well", async () => {
  const failure = checkSignIn(product.origin, account, async (url, init) =>
    `${url}`.endsWith("/api/user") ? new Response(null, { status: 503 }) : fetch(url, init),
  );
  await expect(failure).rejects.toThrow("GET /api/user answered 503");
});
