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
const PAGE = '<link rel="stylesheet" href="/assets/a.css"><script type="module" src="/assets/a.js"></script>';
const FILES: Record<string, [type: string, text: string]> = {
  "/auth": ["text/html", PAGE],
  "/assets/a.js": ["text/javascript", "1"],
  "/assets/a.css": ["text/css", "a{}"],
};
/** The network between the check and the product. */
const serving =
  (files: typeof FILES): typeof globalThis.fetch =>
  async (url, init = {}) => {
    const { pathname } = new URL(`${url}`);
    if (pathname.startsWith("/api/")) return product.app.request(`${url}`, init);
    const [type, text] = files[pathname] ?? [];
    return type === undefined
      ? new Response(null, { status: 404 })
      : new Response(text, { headers: { "content-type": type } });
  };
const fetch = serving(FILES);
const sessions = async () =>
  (await product.items()).filter(({ sk }) => String(sk).startsWith("SESSION#")).length;

test("ends its session", async () => {
  const before = await sessions();
  await checkSignIn(product.origin, account, fetch);
  expect(await sessions()).toBe(before);
});

test("fails without naming the password if the account cannot sign in", async () => {
  const failure = checkSignIn(product.origin, { ...account, password: "wrong" }, fetch);
  await expect(failure).rejects.toThrow("POST /api/login answered 401");
});

test.each([
  ["the page is missing", { "/auth": undefined }, "GET /auth answered 404"],
  [
    "the page has no script",
    { "/auth": ["text/html", "<p>Hello</p>"] },
    "answered with a page without a script",
  ],
  ["a script is missing", { "/assets/a.js": undefined }, "GET /assets/a.js answered 404"],
  [
    "the page is served for a script",
    { "/assets/a.js": ["text/html", PAGE] },
    "GET /assets/a.js answered with text/html",
  ],
  ["a style is empty", { "/assets/a.css": ["text/css", ""] }, "GET /assets/a.css answered with text/css"],
] as const)("fails where %s", async (_what, change, said) => {
  const files = Object.fromEntries(
    Object.entries({ ...FILES, ...change }).flatMap(([path, file]) =>
      file ? [[path, [file[0], file[1]] satisfies [string, string]]] : [],
    ),
  );
  await expect(checkSignIn(product.origin, account, serving(files))).rejects.toThrow(said);
});

test("names the step without an answer", async () => {
  const failure = checkSignIn(product.origin, account, () => Promise.reject(new TypeError("fetch failed")));
  await expect(failure).rejects.toThrow("GET /auth was not answered: fetch failed");
});

test("fails for an answer that is not OK", async () => {
  const failure = checkSignIn(product.origin, account, async (url, init) =>
    `${url}`.endsWith("/api/user") ? new Response(null, { status: 503 }) : fetch(url, init),
  );
  await expect(failure).rejects.toThrow("GET /api/user answered 503");
});
