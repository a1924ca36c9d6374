import { beforeAll, describe, expect, test } from "vitest";
import { type Answer, type Product, startProduct } from "../../../test/harness.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

let product: Product;
beforeAll(async () => {
  product = await startProduct({ throttle: true });
});

let networks = 0;
/** Headers of a request from a new network. */
const fresh = () => ({ "x-test-address": `2001:db8:${(++networks).toString(16)}::1` });
const person = async (verified = true) => {
  // Each from a new network: five may register from one.
  const visitor = product.visitor();
  const email = `somebody-${networks}-${Math.random()}@example.com`;
  const details = { firstName: "A", lastName: "B", phone: "555 0102030", password: "correct horse", email };
  const home = fresh();
  const { body } = await visitor.post("/api/register", details, home);
  if (verified) await product.core.accounts.proveEmail(Object(body).id, email);
  return { ...visitor, email, password: details.password, home };
};
const login = (email: string, password: string, headers: Record<string, string>) =>
  product.visitor().post("/api/login", { email, password }, headers);
const waitOf = ({ headers }: Answer) => Number(headers.get("retry-after"));
const TOO_MANY = {
  message: expect.stringMatching(/^Too many attempts\. Please try again in \d+ (second|minute)s?\.$/),
};

describe("signing in", () => {
  test("waits after five failures, twice as long each time", async () => {
    const { email } = await person();
    const here = fresh();
    for (let time = 0; time < 5; time++) expect((await login(email, "wrong", here)).status).toBe(401);
    const waits: number[] = [];
    for (let time = 0; time < 12; time++) {
      const refused = await login(email, "wrong", here);
      expect([refused.status, refused.body]).toEqual([429, TOO_MANY]);
      waits.push(waitOf(refused));
      product.pass(waitOf(refused) * SECOND);
      expect((await login(email, "wrong", here)).status).toBe(401);
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]);
  });

  test("is refused during a wait even with the right password", async () => {
    const { email, password } = await person();
    const here = fresh();
    for (let time = 0; time < 5; time++) await login(email, "wrong", here);
    expect((await login(email, password, here)).status).toBe(429);
    product.pass(SECOND);
    expect((await login(email, password, here)).status).toBe(200);
  });

  test("forgives failures once it succeeds", async () => {
    const { email, password } = await person();
    const here = fresh();
    for (let round = 0; round < 3; round++) {
      for (let time = 0; time < 4; time++) expect((await login(email, "wrong", here)).status).toBe(401);
      expect((await login(email, password, here)).status).toBe(200);
    }
  });

  test("does not wait from another network or for another account", async () => {
    const [one, other] = [await person(), await person()];
    const here = fresh();
    for (let time = 0; time < 6; time++) await login(one.email, "wrong", here);
    expect((await login(one.email, one.password, here)).status).toBe(429);
    expect((await login(one.email, one.password, fresh())).status).toBe(200);
    expect((await login(other.email, other.password, here)).status).toBe(200);
  });

  test("waits on unknown networks after ten failures within an hour from anywhere", async () => {
    const { email, password, home } = await person();
    const fail = () => login(email, "wrong", fresh());
    for (let time = 0; time < 10; time++) expect((await fail()).status).toBe(401);
    const waits: number[] = [];
    for (let time = 0; time < 12; time++) {
      const refused = await fail();
      expect([refused.status, refused.body]).toEqual([429, TOO_MANY]);
      waits.push(waitOf(refused));
      product.pass(waitOf(refused) * SECOND);
      expect((await fail()).status).toBe(401);
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]);
    expect((await login(email, password, fresh())).status).toBe(429);
    expect((await login(email, password, home)).status).toBe(200);
    // The window slides: an hour later the failures are forgotten.
    product.pass(HOUR);
    const away = fresh();
    expect((await login(email, password, away)).status).toBe(200);
    for (let time = 0; time < 10; time++) await fail();
    expect((await fail()).status).toBe(429);
    expect((await login(email, password, away)).status).toBe(200);
  });

  test("allows at most ten of twenty concurrent guesses from as many networks", async () => {
    const { email } = await person();
    const guesses = await Promise.all(
      Array.from({ length: 20 }, (_, n) => login(email, `guess ${n}`, fresh())),
    );
    expect(guesses.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(10);
    for (const guess of guesses) expect([401, 429]).toContain(guess.status);
  });

  test("counts the addresses of one IPv6 /64 network as one", async () => {
    const { email, password } = await person();
    const { "x-test-address": here } = fresh();
    for (let time = 0; time < 5; time++) {
      await login(email, "wrong", { "x-test-address": here.replace(/1$/, `${time + 2}`) });
    }
    expect((await login(email, password, { "x-test-address": here })).status).toBe(429);
  });

  test("allows at most five of twenty concurrent guesses", async () => {
    const { email } = await person();
    const here = fresh();
    const guesses = await Promise.all(Array.from({ length: 20 }, (_, n) => login(email, `guess ${n}`, here)));
    expect(guesses.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(5);
    for (const guess of guesses) expect([401, 429]).toContain(guess.status);
  });

  test("is allowed fifty times in ten minutes from one network", async () => {
    const here = fresh();
    product.pass(10 * MINUTE - (product.clock() % (10 * MINUTE)));
    const tries = Array.from({ length: 50 }, (_, n) => login(`nobody-${n}@example.com`, "wrong", here));
    for (const { status } of await Promise.all(tries)) expect(status).toBe(401);
    const { email, password } = await person();
    const refused = await login(email, password, here);
    expect([refused.status, waitOf(refused)]).toEqual([429, 600]);
    product.pass(10 * MINUTE);
    expect((await login(email, password, here)).status).toBe(200);
  });
});

describe("within an hour", () => {
  /** Repeats until refused. Returns the number of accepted calls. */
  async function timesUntilRefused(work: () => Promise<Answer>): Promise<number> {
    product.pass(HOUR - (product.clock() % HOUR));
    for (let times = 0; ; times++) {
      const answer = await work();
      if (answer.status !== 429) continue;
      expect(answer.body).toEqual(TOO_MANY);
      const wait = waitOf(answer);
      product.pass((wait - 1) * SECOND);
      expect((await work()).status).toBe(429);
      product.pass(SECOND);
      expect((await work()).status).not.toBe(429);
      return times;
    }
  }

  test("five accounts can be registered from one network", async () => {
    const here = fresh();
    let number = 0;
    const register = () => {
      const email = `newcomer-${++number}@example.com`;
      const details = {
        firstName: "A",
        lastName: "B",
        phone: "555 0102030",
        password: "correct horse",
        email,
      };
      return product.visitor().post("/api/register", details, here);
    };
    expect(await timesUntilRefused(register)).toBe(5);
  });

  test("twenty reset links can be requested from one network", async () => {
    const here = fresh();
    let number = 0;
    const forgot = () => {
      const email = `forgetful-${++number}@example.com`;
      return product.visitor().post("/api/forgot-password", { email }, here);
    };
    expect(await timesUntilRefused(forgot)).toBe(20);
  });

  test("five verification mails are sent to an account's addresses", async () => {
    const somebody = await person(false);
    expect(await timesUntilRefused(() => somebody.post("/api/verify-email/resend"))).toBe(5);
    const other = await person();
    let number = 0;
    const move = async () => {
      await other.post("/api/reauthenticate", { password: other.password });
      const email = `victim-${++number}@example.com`;
      return other.put("/api/user", { firstName: "A", lastName: "B", phone: "555 0102030", email });
    };
    expect(await timesUntilRefused(move)).toBe(5);
  });
});

test("requests beyond three reset links get the same answer", async () => {
  const { email } = await person();
  const forgot = (of: string) => product.visitor().post("/api/forgot-password", { email: of }, fresh());
  const mailed = async () =>
    (await product.mailsTo(email)).filter(({ kind }) => kind === "reset-password").length;
  product.pass(HOUR - (product.clock() % HOUR));
  const answers = [];
  for (let time = 0; time < 5; time++) answers.push(await forgot(email), await forgot("nobody@example.com"));
  for (const { status, body } of answers) expect([status, body]).toEqual([200, answers[0]?.body]);
  expect(await mailed()).toBe(3);
  product.pass(30 * MINUTE);
  await forgot(email);
  expect(await mailed()).toBe(4);
});

test("attempts late in one hour count early in the next", async () => {
  const here = fresh();
  let number = 0;
  const register = () => {
    const email = `late-${++number}@example.com`;
    const details = { firstName: "A", lastName: "B", phone: "555 0102030", password: "correct horse", email };
    return product.visitor().post("/api/register", details, here);
  };
  product.pass(HOUR - (product.clock() % HOUR) + 54 * MINUTE);
  for (let time = 0; time < 5; time++) expect((await register()).status).toBe(201);
  product.pass(12 * MINUTE);
  const refused = await register();
  expect([refused.status, waitOf(refused)]).toEqual([429, 48 * 60]);
});

test("five of twenty concurrent registrations from one network succeed", async () => {
  const here = fresh();
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => {
      const email = `crowd-${n}@example.com`;
      const details = {
        firstName: "A",
        lastName: "B",
        phone: "555 0102030",
        password: "correct horse",
        email,
      };
      return product.visitor().post("/api/register", details, here);
    }),
  );
  expect(answers.filter(({ status }) => status === 201).length).toBeLessThanOrEqual(5);
  for (const { status } of answers) expect([201, 429]).toContain(status);
});

test("a password change can be tried five times in fifteen minutes", async () => {
  const somebody = await person();
  const change = (currentPassword: string) =>
    somebody.post("/api/user/change-password", { currentPassword, newPassword: somebody.password });
  product.pass(15 * MINUTE - (product.clock() % (15 * MINUTE)));
  for (let time = 0; time < 5; time++) expect((await change("wrong")).status).toBe(400);
  const refused = await change(somebody.password);
  expect([refused.status, waitOf(refused)]).toEqual([429, 900]);
  product.pass(15 * MINUTE);
  expect((await change(somebody.password)).status).toBe(200);
});

test("nothing is limited without throttling", async () => {
  const free = await startProduct({ throttle: false });
  const { email, password } = await free.person();
  const guess = () => free.visitor().post("/api/login", { email, password: "wrong" });
  for (let time = 0; time < 8; time++) expect((await guess()).status).toBe(401);
  expect((await free.visitor().post("/api/login", { email, password })).status).toBe(200);
});

test("a mailbox is not flooded through its tagged addresses", async () => {
  let sent = 0;
  const deliver = async () => {
    sent += (await product.deliver()).filter(({ to }) => to.startsWith("flooded")).length;
  };
  const details = { firstName: "A", lastName: "B", phone: "555 0102030", password: "correct horse" };
  let tag = 0;
  const attack = async (headers: Record<string, string>) => {
    const email = `flooded+${++tag}@example.com`;
    const thief = product.visitor();
    await thief.post("/api/register", { ...details, email }, headers);
    for (let time = 0; time < 3; time++) {
      await thief.post("/api/verify-email/resend", {}, headers);
      await product.visitor().post("/api/forgot-password", { email }, headers);
    }
  };
  const here = fresh();
  for (let hour = 0; hour < 2; hour++) {
    await attack(here);
    await attack(fresh());
    await deliver();
    product.pass(HOUR);
  }
  expect(sent).toBeGreaterThan(5);
  // Fifteen a day, then one an hour.
  expect(sent).toBeLessThanOrEqual(15 + 2);
  // Another address of the provider still gets its mail.
  const { email } = await person(false);
  expect((await product.deliver()).filter(({ to }) => to === email)).toHaveLength(1);
});
