import { idSource } from "@coffer/domain/id";
import { beforeAll, describe, expect, test } from "vitest";
import { atLength } from "../../packages/test/at-length.ts";
import { CATEGORY, GOAL, shareWith, subscriptionOf, transactionOf } from "./fixtures.ts";
import { type Product, startProduct, type Visitor } from "./harness.ts";

// docs/promises.md R12: an export restores every item, and exporting again gives the same bytes.

type Person = Awaited<ReturnType<Product["person"]>>;
type Exported = { kind: string; [name: string]: unknown };

async function exported(person: Visitor): Promise<Exported[]> {
  const items: Exported[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const { status, body } = await person.get(`/api/export${cursor && `?cursor=${cursor}`}`);
    expect(status).toBe(200);
    items.push(...Object(body).items);
    cursor = Object(body).cursor;
  }
  return items;
}

/** Restores as the web app does: categories first, in parts. */
async function restore(person: Visitor, items: readonly Exported[], batch = "restore-1", size = 40) {
  const isCategory = ({ kind }: Exported) => kind === "category";
  const ordered = [...items.filter(isCategory), ...items.filter((item) => !isCategory(item))];
  for (let from = 0; from < ordered.length; from += size) {
    const { status, body } = await person.post("/api/restore", {
      batch,
      version: 1,
      items: ordered.slice(from, from + size),
    });
    expect([status, body], JSON.stringify(body)).toEqual([
      200,
      { restored: Math.min(size, ordered.length - from) },
    ]);
  }
}

/** The same numbers in every run. */
function seeded(seed: number) {
  let state = seed;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const below = (end: number) => Math.floor(next() * end);
  return { below, one: <T>(of: readonly [T, ...T[]]): T => of[below(of.length)] ?? of[0] };
}

const TEXTS = ["Market", "Café „Zoë“ 💶", "=SUM(A1)", "<b>Rent</b>", "日本", "a\u200bb"] as const;

/** A budget with a history: moves, deletions, resets, payments. */
async function fill(person: Person, seed: number): Promise<void> {
  const { below, one } = seeded(seed);
  const make = async (path: string, body: object) => Object((await person.post(path, body)).body).id;
  const categories: number[] = [];
  for (let n = 0; n < 6; n++) {
    categories.push(
      await make("/api/categories", { ...CATEGORY, name: one(TEXTS), description: one(["", "x"]) }),
    );
  }
  const category = () => categories[below(categories.length)] ?? 0;
  const date = () =>
    `2026-${String(1 + below(12)).padStart(2, "0")}-${String(1 + below(28)).padStart(2, "0")}`;
  for (let n = 0; n < 40; n++) {
    await make("/api/transactions", {
      ...transactionOf(category()),
      description: one(TEXTS),
      amount: (1 + below(1_000_000)) / 100,
      date: date(),
      notes: one([null, "cash", ...TEXTS]),
    });
  }
  for (let n = 0; n < 20; n++) {
    const plan = { categoryId: category(), month: 1 + below(12), year: 2026, projected: below(90_000) / 100 };
    await make("/api/budgets", plan);
  }
  for (let n = 0; n < 3; n++) {
    const id = await make("/api/financial-goals", {
      ...GOAL,
      name: one(TEXTS),
      categoryId: one([null, category()]),
    });
    await person.post(`/api/financial-goals/${id}/contributions`, { amount: one([0.05, 12, -0.5]) });
    if (n === 0) await person.delete(`/api/financial-goals/${id}`);
    for (let m = 0; m < below(4) && n > 0; m++) {
      await make(`/api/financial-goals/${id}/milestones`, { name: one(TEXTS), amount: 1 + below(400) });
    }
    const subscription = {
      // Paid subscriptions keep their categories.
      ...subscriptionOf(n === 1 ? category() : (categories[n + 2] ?? 0)),
      name: one(TEXTS),
      website: "https://a.example",
      autoCreateTransaction: n === 2,
      frequency: one(["weekly", "monthly", "annually"]),
      // One that began before today has its first payment after it.
      startDate: one(["2026-12-01", "2026-11-21", "2026-08-31"]),
      ...(n > 0 && {
        trialEndDate: "2026-12-05",
        cancelNoticeDays: below(30),
        endDate: one([null, "2028-01-31"]),
      }),
    };
    const { body } = await person.post("/api/subscriptions", subscription);
    const { id: added, nextPaymentDate: dueDate } = Object(body);
    const what = n === 1 ? "skip" : "pay";
    expect((await person.post(`/api/subscriptions/${added}/${what}`, { dueDate })).status).toBe(200);
    await make("/api/rules", { contains: one(TEXTS), categoryId: category() });
  }
  const imported = { ...transactionOf(category()), description: one(TEXTS), reference: `ofx:${seed}` };
  await person.post("/api/imports", { batch: "november-1", source: "Bank", rows: [imported, imported] });
  const [newest] = Object(
    (await person.get("/api/transactions?startDate=2026-11-20&endDate=2026-11-20")).body,
  );
  // Moved to another date than its row, which still identifies it.
  await person.put(`/api/transactions/${newest.id}`, { ...newest, date: "2026-03-01" });
  await decide(person, category(), one(TEXTS));
  await person.post("/api/budgets/reset-month", { month: 1 + below(12), year: 2026 });
  const [gone, moved, target] = categories;
  await person.delete(`/api/categories/${gone}`);
  await person.delete(`/api/categories/${moved}?moveTo=${target}`);
  for (const kind of ["current", "loan"]) {
    const account = { name: one(TEXTS), kind, isSpendable: kind === "current", rate: one([null, 1.25]) };
    const id = await make("/api/accounts", account);
    for (let n = 0; n < 5; n++)
      await person.put(`/api/accounts/${id}/points/2026-11-0${1 + below(9)}`, {
        amount: -below(90_000) / 100,
      });
  }
  await person.put("/api/preferences", { currency: one(["EUR", "JPY"]), aiRecommendations: false });
}

/** Rows that wait in review, are own transfers, were left out or became transactions. */
async function decide(person: Person, categoryId: number, text: string): Promise<void> {
  const rows = [1, 2, 3, 4, 5, 6].map((amount) => ({
    ...{ date: `2026-11-0${amount}`, description: `${amount} ${text}`, amount, type: "expense" },
    ...(amount > 3 && { account: "DE12", file: text, reference: `${amount}`, categoryId, notes: text }),
  }));
  await person.post("/api/review", { batch: "waiting-1", source: "Bank", rows });
  const waiting: { id: number }[] = Object((await person.get("/api/review")).body).rows;
  const [moved, out, accepted] = waiting.map(({ id }) => id);
  const goal = Object((await person.get("/api/financial-goals")).body)[0];
  const pair = { ids: [moved], goalId: goal.id };
  expect(await person.post("/api/review/transfer", { pairs: [pair] })).toMatchObject({ status: 204 });
  expect(await person.post("/api/review/dismiss", { ids: [out] })).toMatchObject({ status: 204 });
  const accept = { rows: [{ id: accepted, categoryId, date: "2026-02-01" }] };
  expect(await person.post("/api/review/accept", accept)).toMatchObject({ status: 200 });
}

describe("an export", () => {
  test.each(atLength([1, 2, 3], [1]))(
    "restored into a new account exports the same bytes (%i)",
    async (seed) => {
      const product = await startProduct();
      const [old, fresh] = [await product.person(), await product.person()];
      await fill(old, seed);
      const before = await exported(old);
      expect(before.filter(({ subscriptionId }) => subscriptionId !== undefined)).toHaveLength(2);
      expect(before.filter(({ trialEndDate }) => trialEndDate != null)).toHaveLength(2);
      expect(new Set(before.map(({ kind }) => kind)).size).toBe(11);
      await restore(fresh, before);
      expect(JSON.stringify(await exported(fresh))).toBe(JSON.stringify(before));
      // Once more, in other parts.
      await restore(fresh, before, "restore-1", 27);
      expect(await exported(fresh)).toEqual(before);
      for (const path of [
        "/api/budgets?month=5&year=2026",
        "/api/subscriptions",
        "/api/financial-goals",
        "/api/accounts",
        "/api/rules",
      ]) {
        expect((await fresh.get(path)).body).toEqual((await old.get(path)).body);
      }
    },
  );

  test("of more than one part has every transaction once", async () => {
    const product = await startProduct();
    const [ana, ben] = [await product.person(), await product.person()];
    const categoryId = Object((await ana.post("/api/categories", CATEGORY)).body).id;
    const category = (await exported(ana)).filter(({ kind }) => kind === "category");
    const ids = idSource(product.clock, Math.random);
    const transactions = Array.from({ length: 1_203 }, (_, n) => ({
      kind: "transaction",
      id: ids(),
      description: `number ${n}`,
      amount: 1,
      type: "expense",
      categoryId,
      notes: null,
      createdAt: product.clock(),
      date: "2026-11-20",
    }));
    await restore(ben, [...category, ...transactions], "restore-1", 200);
    const found = (await exported(ben)).filter(({ kind }) => kind === "transaction");
    expect(found).toEqual(transactions);

    // The parts as they came, one after the other.
    const [next, cleo] = [await product.person(), await product.person()];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const path: string = `/api/export${cursor && `?cursor=${cursor}`}`;
      const part: Record<string, unknown> = Object((await ben.get(path)).body);
      const { version, items } = part;
      expect((await next.post("/api/restore", { batch: "restore-1", version, items })).status).toBe(200);
      cursor = typeof part.cursor === "string" ? part.cursor : null;
    }
    expect(await exported(next)).toEqual(await exported(ben));
    expect((await cleo.get("/api/export")).body).toMatchObject({ items: [{ kind: "settings" }] });
  });

  test("requires the right to change everything in the budget", async () => {
    const product = await startProduct();
    const [owner, partner] = [await product.person(), await product.person()];
    await owner.post("/api/categories", { ...CATEGORY, name: "Theirs" });
    const open = { "x-budget-owner": String(owner.id) };
    const share = (permissionType: string) =>
      owner.post("/api/share-budget", { email: partner.email, permissionType });
    await share("edit_categories");
    expect((await partner.get("/api/export", open)).status).toBe(403);
    await share("full_access");
    const { status, body } = await partner.get("/api/export", open);
    expect([status, body]).toMatchObject([200, { items: [{ kind: "category", name: "Theirs" }] }]);
  });

  test("is refused with an invalid cursor", async () => {
    const ana = await (await startProduct()).person();
    for (const cursor of ["1", "2.x", `2.${Buffer.from("9.TX#").toString("base64url")}`]) {
      expect((await ana.get(`/api/export?cursor=${cursor}`)).status).toBe(400);
    }
  });
});

/** Adds members to a budget. */
async function household(owner: Person, ...members: Person[]) {
  for (const member of members) {
    await owner.post("/api/share-budget", { ...shareWith(member.email), permissionType: "member" });
    expect((await member.asOwner(owner.id).get("/api/categories")).status).toBe(200);
  }
}

async function backup(person: Visitor) {
  const { version, people, items } = Object((await person.get("/api/export")).body);
  return { version, people, items };
}

describe("payers, shares and settlements", () => {
  const balanceOf = async (person: Visitor) => (await person.get("/api/balance")).body;

  async function shared() {
    // An invitation's day is read from its id, which has the real day.
    const product = await startProduct({ now: Date.UTC(2090, 10, 21, 12) });
    const [tom, mara, guest] = [await product.person(), await product.person(), await product.person()];
    await household(tom, mara);
    await tom.post("/api/share-budget", { ...shareWith(guest.email), permissionType: "full_access" });
    const maras = mara.asOwner(tom.id);
    const shares = [
      { userId: tom.id, percent: 30 },
      { userId: mara.id, percent: 70 },
    ];
    const categoryId = Object((await tom.post("/api/categories", { ...CATEGORY, shares })).body).id;
    const buy = async (by: Visitor, amount: number, given: object = {}) => {
      const purchase = { ...transactionOf(categoryId), date: "2090-11-21", amount, ...given };
      expect((await by.post("/api/transactions", purchase)).status).toBe(201);
    };
    await buy(tom, 10.01);
    await buy(maras, 33.33);
    await buy(tom, 20, { paidBy: mara.id, shares: [{ userId: tom.id, percent: 100 }] });
    await buy(tom, 7, { shares: null });
    // Nobody owes a guest, or the owner instead of the guest.
    await buy(guest.asOwner(tom.id), 50);
    const rent = { ...subscriptionOf(categoryId), paidBy: mara.id };
    expect((await tom.post("/api/subscriptions", rent)).status).toBe(201);
    await tom.post("/api/settlements", { from: tom.id, to: mara.id, amount: 5, date: "2090-11-21" });
    return { product, tom, mara, maras, guest, categoryId };
  }

  test("are restored with the same debts", async () => {
    const { tom, mara, maras, categoryId } = await shared();
    const [file, owed] = [await backup(tom), await balanceOf(tom)];
    expect(file.people.map(Object).map(({ id }: { id: number }) => id)).toEqual([tom.id, mara.id].sort());
    expect(owed).toEqual([{ from: tom.id, to: mara.id, amount: 14.5 }]);

    const [settling] = Object((await tom.get("/api/activity?limit=1")).body);
    expect((await tom.post(`/api/activity/${settling.id}/undo`, undefined)).status).toBe(200);
    for (const path of ["/api/transactions", "/api/subscriptions"]) {
      for (const { id } of Object((await tom.get(`${path}?startDate=2090-11-01`)).body)) {
        expect((await tom.delete(`${path}/${id}`)).status).toBe(204);
      }
    }
    expect((await tom.delete(`/api/categories/${categoryId}`)).status).toBe(204);
    expect(await balanceOf(tom)).toEqual([]);
    const restored = await tom.post("/api/restore", { batch: "restore-1", ...file });
    expect(restored).toMatchObject({ status: 200, body: { restored: file.items.length } });
    expect(Object(restored.body).untied).toBeUndefined();
    expect(await balanceOf(maras)).toEqual(owed);
    expect(await backup(tom)).toEqual(file);

    // Her own budget; the preferences were his.
    await household(mara, tom);
    const items = file.items.filter(({ kind }: Exported) => kind !== "settings");
    const moved = await mara.post("/api/restore", { batch: "restore-1", ...file, items });
    expect(moved).toMatchObject({ status: 200, body: { restored: items.length } });
    expect(await balanceOf(mara)).toEqual(owed);
    expect((await backup(mara)).items.slice(1)).toEqual(items);
  });

  test("are omitted if they name people who are not members", async () => {
    const { product, tom, guest } = await shared();
    const file = await backup(tom);
    const [owner, other] = [await product.person(), await product.person()];
    await household(owner, other);
    await owner.post("/api/share-budget", { ...shareWith(tom.email), permissionType: "full_access" });
    expect((await tom.asOwner(owner.id).get("/api/categories")).status).toBe(200);
    const answer = await owner.post("/api/restore", { batch: "restore-1", ...file });
    // The category, the subscription, four purchases with a payer, the guest's with shares, and what was settled.
    expect(answer).toMatchObject({ status: 200, body: { untied: 8 } });
    expect(await balanceOf(owner)).toEqual([]);
    expect(JSON.stringify((await owner.get("/api/transactions?startDate=2090-11-01")).body)).not.toMatch(
      /paidBy|shares/,
    );
    expect((await backup(owner)).items.some(({ kind }: Exported) => kind === "settlement")).toBe(false);
    // Addresses are for members.
    const guests = await backup(guest.asOwner(tom.id));
    expect(guests.people).toEqual([]);
    expect(JSON.stringify(guests)).not.toMatch(/paidBy|shares|settlement/);
  });
});

describe("a restore", () => {
  let product: Product;
  /** A user with a history. */
  let old: Person;
  beforeAll(async () => {
    product = await startProduct();
    old = await product.person();
    await fill(old, 1);
  });

  test("changes no other user's preferences", async () => {
    const [owner, member] = [await product.person(), await product.person()];
    await household(owner, member);
    const file = await backup(member);
    const items = [{ ...file.items[0], kind: "settings", currency: "EUR" }];
    const into = member.asOwner(owner.id);
    expect((await into.post("/api/restore", { batch: "restore-1", ...file, items })).status).toBe(200);
    for (const each of [owner, member]) {
      expect((await each.get("/api/user")).body).toMatchObject({ currency: "USD" });
    }
    expect((await owner.post("/api/restore", { batch: "restore-2", ...file, items })).status).toBe(200);
    expect((await owner.get("/api/user")).body).toMatchObject({ currency: "EUR" });
  });

  test("changes nothing in a budget that is not empty", async () => {
    const product = await startProduct();
    const [old, busy] = [await product.person(), await product.person()];
    await old.post("/api/categories", { ...CATEGORY, name: "Fun" });
    await busy.post("/api/categories", CATEGORY);
    const before = await exported(busy);
    const items = await exported(old);
    const { status, body } = await busy.post("/api/restore", { batch: "restore-1", version: 1, items });
    expect([status, body]).toEqual([
      409,
      { message: "This budget is not empty. A file can be restored into an empty one only." },
    ]);
    expect(await exported(busy)).toEqual(before);
  });

  test("accepts a part of an export with categories at the end", async () => {
    const fresh = await product.person();
    const part = Object((await old.get("/api/export")).body);
    expect(part.items.at(-1).kind).toBe("category");
    const { version, items } = part;
    expect((await fresh.post("/api/restore", { batch: "restore-1", version, items })).status).toBe(200);
    expect(await exported(fresh)).toEqual(items);
  });

  test("refuses items whose category did not come first", async () => {
    const fresh = await (await startProduct()).person();
    const items = [{ kind: "plan", month: "2026-11", categoryId: 12, projected: 1 }];
    expect((await fresh.post("/api/restore", { batch: "restore-1", version: 1, items })).status).toBe(400);
  });

  test.each([
    [{ website: "javascript:alert(1)" }, "Use an address that starts with http:// or https://"],
    [{ endDate: "2026-01-01" }, "End date must not be before the start date"],
    [{ cancelNoticeDays: 400 }, "Notice days must be a whole number of 0 to 365"],
  ])("refuses a subscription that the API refuses: %j", async (wrong, message) => {
    const fresh = await product.person();
    const items = await exported(old);
    const worse = items.map((item) => (item.kind === "subscription" ? { ...item, ...wrong } : item));
    const answer = await fresh.post("/api/restore", { batch: "restore-1", version: 2, items: worse });
    expect([answer.status, answer.body]).toMatchObject([400, { message }]);
  });

  test.each([
    [{ type: "income", refund: true }, "Only an expense can be a refund"],
    [{ createdAt: 9_007_199_254_740_991 }, "Use an instant in milliseconds"],
    [{ amount: 0 }, "Amount must be a positive number"],
  ])("refuses a transaction that the API refuses: %j", async (wrong, message) => {
    const fresh = await product.person();
    const item = { kind: "transaction", id: 1, description: "a", amount: 1, type: "expense", categoryId: 1 };
    const whole = { ...item, notes: null, createdAt: 0, date: "2026-11-20", ...wrong };
    const answer = await fresh.post("/api/restore", { batch: "restore-1", version: 2, items: [whole] });
    expect([answer.status, answer.body]).toMatchObject([400, { message }]);
  });

  test("refuses a file of a newer version", async () => {
    const fresh = await (await startProduct()).person();
    const { status, body } = await fresh.post("/api/restore", { batch: "restore-1", version: 4, items: [] });
    expect([status, Object(body).message]).toEqual([
      400,
      "A newer Coffer wrote this file. Update Coffer to restore it.",
    ]);
  });
});

test("a restored subscription of a century owes nothing", async () => {
  const product = await startProduct();
  const [thief, neighbour] = [await product.person(), await product.person()];
  const make = async (person: Person, path: string, body: object) =>
    Object((await person.post(path, body)).body).id;
  const source = await product.person();
  const categoryId = await make(source, "/api/categories", CATEGORY);
  const daily = { frequency: "daily", startDate: "2026-11-21", autoCreateTransaction: true };
  const rent = { ...subscriptionOf(categoryId), ...daily };
  await make(source, "/api/subscriptions", rent);
  const items = (await exported(source)).flatMap((item) =>
    item.kind === "subscription"
      ? Array.from({ length: 16 }, (_, n) => ({
          ...item,
          id: Number(item.id) + n,
          startDate: "1900-01-01",
          nextPaymentDate: "1900-01-01",
        }))
      : [item],
  );
  await restore(thief, items);
  const own = await make(neighbour, "/api/categories", CATEGORY);
  await make(neighbour, "/api/subscriptions", { ...rent, categoryId: own });
  product.pass(20 * 60 * 60_000);
  await product.core.postDue(product.clock());
  const recordedBy = async (person: Person) => {
    await person.post("/api/login", { email: person.email, password: person.password, rememberMe: false });
    return (await person.get("/api/transactions")).body;
  };
  expect(await recordedBy(neighbour)).toHaveLength(1);
  // Payments due since the day of the restore, and none from before.
  expect(await recordedBy(thief)).toHaveLength(2 * 16);
});
