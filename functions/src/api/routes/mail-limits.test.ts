import { beforeEach, describe, expect, test } from "vitest";
import { CATEGORY, freshAddress, type Person, shareWith, tokenOf } from "../../../test/fixtures.ts";
import { type Product, startProduct, type Visitor } from "../../../test/harness.ts";
import { createPasskey } from "../../../test/second-factors.ts";

// The attacks of docs/decisions/036-limits-on-mail.md. What counts is the mail that is sent.

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const LURE = "URGENT: call 0800 555 0199 - https://evil.example/pay";

let product: Product;
beforeEach(async () => {
  product = await startProduct({ throttle: true });
});

let networks = 0;
const fresh = () => ({ "x-test-address": `2001:db8:${(++networks).toString(16)}::1` });
const DETAILS = { firstName: "Ana", lastName: "Ruiz", phone: "555 0102030", password: "correct horse" };
const register = (email: string, headers = fresh(), within = product) =>
  within.visitor().post("/api/register", { ...DETAILS, email }, headers);

/** Adds a passkey of that name and removes it, `times` times. */
async function addAndRemovePasskeys(person: Visitor, name: string, times: number) {
  for (let n = 0; n < times; n++) {
    const { id, answer } = await createPasskey(person);
    await person.post("/api/passkeys", { name, ...answer });
    expect((await person.delete(`/api/passkeys/${id}`)).status).toBe(204);
  }
}

describe("mail about passkeys with luring names", () => {
  test("does not reach a stranger whose address somebody registered", async () => {
    const stranger = freshAddress();
    const attacker = product.visitor();
    await attacker.post("/api/register", { ...DETAILS, email: stranger }, fresh());
    await addAndRemovePasskeys(attacker, LURE, 10);
    const sent = await product.deliver();
    expect(sent.map(({ to, subject }) => [to, subject])).toEqual([[stranger, "Confirm your email address"]]);
    product.pass(2 * HOUR);
    expect(await product.deliver()).toEqual([]);
  });

  test("reaches the account's owner once an hour for each kind", async () => {
    const person = await product.person();
    await product.deliver();
    await addAndRemovePasskeys(person, LURE, 12);
    const subjects = (await product.deliver()).map(({ subject }) => subject).sort();
    expect(subjects).toEqual([
      "A passkey was added to your account",
      "A passkey was removed from your account",
    ]);
    product.pass(30 * MINUTE);
    expect(await product.deliver()).toEqual([]);
    product.pass(30 * MINUTE);
    const [summary, ...more] = await product.deliver();
    expect(more).toEqual([]);
    expect(summary?.subject).toBe("22 more changes in signing in to your account");
    expect(summary?.text.match(/^- The passkey/gm)).toHaveLength(20);
    expect(summary?.text).toContain("And 2 more.");
    expect(summary?.text).not.toMatch(/evil|0800/);
    // An hour later a change is mailed at once again.
    product.pass(HOUR);
    await person.post("/api/reauthenticate", { password: person.password });
    await addAndRemovePasskeys(person, "Phone", 1);
    expect(await product.deliver()).toHaveLength(2);
  });

  test("is gathered with new sign-ins of the same hour", async () => {
    const person = await product.person();
    const { email, password } = person;
    // Ten sessions end the oldest, which is the one that adds the passkeys.
    for (let n = 0; n < 8; n++) await product.visitor().post("/api/login", { email, password }, fresh());
    await addAndRemovePasskeys(person, "Phone", 3);
    const subjects = (await product.deliver()).map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject.startsWith("New sign-in: "))).toHaveLength(1);
    product.pass(HOUR);
    const gathered = await product.deliver();
    expect(gathered).toHaveLength(1);
    expect(gathered[0]?.text).toContain("Somebody signed in to your account from");
    expect(gathered[0]?.text).toContain("The passkey “Phone” was added");
  });
});

test("a thief's mails do not delay the one about a changed password", async () => {
  const person = await product.person();
  for (let n = 0; n < 20; n++) {
    await person.post("/api/notification-preferences/preview");
    product.pass(MINUTE);
  }
  await addAndRemovePasskeys(await signedInAgain(person), "Phone", 6);
  await product.deliver();
  const change = { currentPassword: person.password, newPassword: "another horse" };
  expect((await person.post("/api/user/change-password", change)).status).toBe(200);
  expect((await product.deliver()).map(({ subject }) => subject)).toContain("Your password was changed");
});

async function signedInAgain(person: Person): Promise<Person> {
  await person.post("/api/reauthenticate", { password: person.password });
  return person;
}

describe("notices mailed at once", () => {
  /** A person whose home is another's budget. `overspend` puts that many of its categories over their plans. */
  async function household() {
    const spender = await product.person();
    const person = await product.person();
    await spender.post("/api/share-budget", { email: person.email, permissionType: "full_access" });
    await person.asOwner(spender.id).get("/api/categories");
    await person.put("/api/preferences", { homeBudget: spender.id, notifyBy: "mail" });
    await product.deliver();
    const overspend = async (categories: number) => {
      for (let n = 0; n < categories; n++) {
        const category = { ...CATEGORY, name: `Category ${n}`, projected: 10, month: 11, year: 2026 };
        const { body } = await spender.post("/api/categories", category);
        const row = { description: "Shop", amount: 20, date: "2026-11-20", type: "expense" };
        await spender.post("/api/transactions", { ...row, categoryId: Object(body).id });
      }
    };
    return { person, overspend };
  }

  test("are at most five an hour", async () => {
    const { overspend } = await household();
    await overspend(12);
    const atOnce = await product.deliver();
    expect(atOnce).toHaveLength(5);
    product.pass(HOUR);
    const [summary, ...more] = await product.deliver();
    expect(more).toEqual([]);
    expect(summary?.subject).toBe("7 more notifications from Coffer");
    expect(summary?.headers).toHaveProperty("List-Unsubscribe");
    const told = [...atOnce, summary].map((mail) => mail?.text).join();
    for (let n = 0; n < 12; n++) expect(told).toContain(`Category ${n} is $10.00 over its plan`);
  });

  test("are not sent once the mails are turned off", async () => {
    const { person, overspend } = await household();
    await overspend(7);
    expect(await product.deliver()).toHaveLength(5);
    await person.put("/api/preferences", { notifyBy: "product" });
    product.pass(HOUR);
    expect(await product.deliver()).toEqual([]);
  });
});

test("invitations are limited by sender, by recipient and by network", async () => {
  const here = { "x-test-address": "203.0.113.9" };
  const senders = [
    await product.person({ firstName: "Call" }),
    await product.person(),
    await product.person(),
  ];
  const statuses: number[] = [];
  // The network's forty are used up by the first two senders.
  for (const [index, sender] of senders.entries())
    for (let n = 0; n < (index === 2 ? 1 : 21); n++) {
      const email = { ...shareWith(freshAddress()), note: "Please call 0800 555 0199" };
      statuses.push((await sender.post("/api/share-budget", email, here)).status);
    }
  expect(statuses.filter((status) => status === 201)).toHaveLength(40);
  expect(statuses.slice(0, 21).filter((status) => status === 201)).toHaveLength(20);
  const sent = await product.deliver();
  const invitations = sent.filter(({ subject }) => subject.includes("invites you"));
  expect(invitations.length).toBeGreaterThan(0);
  for (const { text, html } of invitations) expect(text + html).not.toContain("0800");
  expect((await senders[0]?.post("/api/share-budget", shareWith(freshAddress()), fresh()))?.status).toBe(429);
});

describe("registering from one household's or provider's IPv6 prefix", () => {
  const from = (prefix: string) => async (n: number) =>
    (await register(freshAddress(), { "x-test-address": `${prefix}${n.toString(16).padStart(2, "0")}::1` }))
      .status;
  test.each([
    ["a /48", "2001:db8:aaaa:", 24, 20],
    ["a /56", "2001:db8:bbbb:77", 12, 10],
  ])("from new /64s of %s (%s): %i tries, of which %i pass", async (_what, prefix, tries, most) => {
    const register = from(prefix);
    const statuses: number[] = [];
    for (let n = 0; n < tries; n++) {
      // All of one /56 differ in the last eight bits; of a /48 in the first eight.
      statuses.push(await register(prefix.endsWith(":") ? n << 8 : n));
    }
    expect(statuses.filter((status) => status === 201)).toHaveLength(most);
    expect((await register_(fresh())).status).toBe(201);
  });
  const register_ = (headers: Record<string, string>) =>
    product.visitor().post("/api/register", { ...DETAILS, email: freshAddress() }, headers);
});

describe("the stage's limit of mail to unverified addresses", () => {
  test("delays further mail", async () => {
    product = await startProduct({ throttle: true, unprovenMailPerHour: 5 });
    const addresses = Array.from({ length: 13 }, freshAddress);
    for (const email of addresses) expect((await register(email)).status).toBe(201);
    const proven = await product.person();
    await proven.post("/api/notification-preferences/preview");
    const first = await product.deliver();
    expect(first.filter(({ subject }) => subject.startsWith("Confirm"))).toHaveLength(5);
    // Mail to verified addresses does not wait.
    expect(first.filter(({ to }) => to === proven.email)).toHaveLength(1);
    const later: Awaited<ReturnType<Product["deliver"]>> = [];
    for (let hour = 0; hour < 4; hour++) {
      product.pass(HOUR + 6 * MINUTE);
      later.push(...(await product.deliver()));
    }
    const sent = [...first, ...later].filter(({ subject }) => subject.startsWith("Confirm"));
    expect(sent.map(({ to }) => to).sort()).toEqual([...addresses].sort());
    product.pass(DAY - 5 * HOUR);
    const last = later.findLast(({ subject }) => subject.startsWith("Confirm"));
    const token = tokenOf(/verify-email\/[\w-]+/.exec(last?.text ?? "")?.[0] ?? "");
    expect((await product.visitor().post("/api/verify-email", { token })).status).toBe(200);
  });

  test("cannot be used up by one network", async () => {
    product = await startProduct({ throttle: true, unprovenMailPerHour: 100 });
    const prefix = "2001:db8:cccc:";
    for (let n = 0; n < 12; n++) {
      const address = `${prefix}${(n << 8).toString(16)}::1`;
      const attacker = product.visitor();
      const email = freshAddress();
      await attacker.post("/api/register", { ...DETAILS, email }, { "x-test-address": address });
      for (let asked = 0; asked < 2; asked++)
        await attacker.post("/api/verify-email/resend", {}, { "x-test-address": address });
    }
    const sent = await product.deliver();
    expect(sent.length).toBeGreaterThan(0);
    expect(sent.length).toBeLessThanOrEqual(12);
    const neighbour = freshAddress();
    await register(neighbour);
    expect((await product.deliver()).map(({ to }) => to)).toEqual([neighbour]);
  });

  test("holds mail back while too much of it bounces", async () => {
    const { bounce } = product;
    for (let n = 0; n < 12; n++) {
      const email = freshAddress();
      await register(email);
      await product.deliver();
      await bounce(email);
    }
    const email = freshAddress();
    await register(email);
    expect(await product.deliver()).toEqual([]);
    const proven = await product.person();
    await proven.post("/api/notification-preferences/preview");
    expect(await product.deliver()).toHaveLength(1);
    for (let hour = 0; hour < 26; hour++) product.pass(HOUR);
    expect((await product.deliver()).map(({ to }) => to)).toEqual([email]);
  });
});

describe("a suppressed address", () => {
  const suppressed = async (person: Visitor) =>
    Object((await person.get("/api/user")).body).mailSuppressed as boolean;

  test("can be lifted by its owner three times a week", async () => {
    const person = await product.person();
    expect(await suppressed(person)).toBe(false);
    for (let time = 0; time < 3; time++) {
      await product.bounce(person.email);
      expect(await suppressed(person)).toBe(true);
      await person.post("/api/notification-preferences/preview");
      expect(await product.deliver()).toEqual([]);
      expect((await person.post("/api/user/mail-again")).status).toBe(204);
      expect(await suppressed(person)).toBe(false);
      product.pass(MINUTE);
      await person.post("/api/notification-preferences/preview");
      expect(await product.deliver()).toHaveLength(1);
      product.pass(MINUTE);
    }
    await product.bounce(person.email);
    expect((await person.post("/api/user/mail-again")).status).toBe(429);
    expect((await product.visitor().post("/api/user/mail-again")).status).toBe(401);
  });

  test("cannot be lifted by an account that has not verified it", async () => {
    const stranger = freshAddress();
    await product.store.suppression.suppress(stranger, "complaint", product.clock());
    const attacker = await product.person({ verified: false, email: stranger });
    expect((await attacker.post("/api/user/mail-again")).status).toBe(403);
    expect(await product.store.suppression.reasonFor(stranger)).toBe("complaint");
  });

  test("lifts nothing if the address is not suppressed", async () => {
    const person = await product.person();
    for (let time = 0; time < 5; time++) expect((await person.post("/api/user/mail-again")).status).toBe(204);
  });
});
