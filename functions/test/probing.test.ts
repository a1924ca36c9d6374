import { createHook } from "node:async_hooks";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { meteredClient } from "../../packages/test/metered-client.ts";
import { type Answer, type Product, startProduct } from "./harness.ts";

// docs/promises.md S4: neither signing in nor a forgotten password tells which addresses have an account.

const { client, measure } = meteredClient(inject("engine"));
let product: Product;
beforeAll(async () => {
  product = await startProduct({ client, throttle: true });
});

let numbers = 0;
const freshNetwork = () => ({ "x-test-address": `198.51.100.${++numbers}` });
const nobody = () => `nobody-${++numbers}@example.com`;
async function somebody(verified: boolean) {
  const email = `somebody-${++numbers}@example.com`;
  const details = { firstName: "A", lastName: "B", phone: "555 0102030", password: "correct horse", email };
  const { body } = await product.visitor().post("/api/register", details, freshNetwork());
  if (verified) await product.core.accounts.proveEmail(Object(body).id, email);
  return email;
}

/** Status, body and headers, except for those that differ with every request. */
const said = ({ status, body, headers }: Answer) => ({
  status,
  body,
  headers: [...headers].filter(([name]) => name !== "x-request-id"),
});

/** The answers to eight requests of a visitor, and what each read and wrote. */
async function answersOf(path: string, email: string) {
  const here = freshNetwork();
  const heard = [];
  for (let time = 0; time < 8; time++) {
    const answers: Answer[] = [];
    const used = await measure(async () => {
      answers.push(await product.visitor().post(path, { email, password: "wrong horse" }, here));
    });
    heard.push(...answers.map((answer) => ({ ...said(answer), used })));
  }
  return heard;
}

const FORGOTTEN =
  "If your email is registered in our system, you will receive instructions to reset your password shortly.";

describe.each([true, false])("an account whose address is verified: %s", (verified) => {
  test("answers wrong passwords as if there were no account", async () => {
    const known = await answersOf("/api/login", await somebody(verified));
    expect(known).toEqual(await answersOf("/api/login", nobody()));
    expect(known.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 429, 429, 429]);
    expect(known[0]?.body).toEqual({ message: "Invalid email or password" });
  });

  test("answers a forgotten password as if there were no account", async () => {
    const known = await answersOf("/api/forgot-password", await somebody(verified));
    expect(known).toEqual(await answersOf("/api/forgot-password", nobody()));
    expect(known.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(known[0]?.body).toEqual({ message: FORGOTTEN });
  });
});

test("hashes the password once even without an account", async () => {
  const hashesOf = async (email: string) => {
    let hashes = 0;
    const hook = createHook({
      init: (_, type) => {
        if (type === "ARGON2REQUEST") hashes += 1;
      },
    }).enable();
    const login = { email, password: "wrong horse" };
    await product.visitor().post("/api/login", login, freshNetwork());
    hook.disable();
    return hashes;
  };
  expect([await hashesOf(await somebody(true)), await hashesOf(nobody())]).toEqual([1, 1]);
});
