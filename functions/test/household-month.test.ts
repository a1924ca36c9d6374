import { expect, test } from "vitest";
import { atLength } from "../../packages/test/at-length.ts";
import { dice } from "../../packages/test/dice.ts";
import { CATEGORY, shareWith } from "./fixtures.ts";
import { startProduct, type Visitor } from "./harness.ts";

type Bought = { shop: string; amount: number; day: number; category: "Groceries" | "Dining"; typed: boolean };

const SHOPS = ["Shell", "Edeka", "Bakery Lang", "Cinema Royal", "Osteria Lina", "Kiosk"];
const dateOf = (day: number) => `2090-11-${String(day).padStart(2, "0")}`;
const sum = (amounts: readonly number[]) =>
  Math.round(amounts.reduce((total, one) => total + one, 0) * 100) / 100;

/** Purchases of a November, two in three of them typed. The same coffee may be bought twice in a day. */
function purchases(random: () => number): Bought[] {
  return Array.from({ length: 40 }, (_, index) => {
    const shop = SHOPS[Math.floor(random() * SHOPS.length)] ?? "Kiosk";
    return {
      shop,
      amount: shop === "Kiosk" ? 3.5 : Math.round(500 + random() * 4_000 + index) / 100,
      day: 1 + Math.floor(random() * 28),
      category: shop === "Osteria Lina" || shop === "Kiosk" ? "Dining" : "Groceries",
      typed: random() < 0.67,
    };
  });
}

/** A row of the bank: a day later, in its own words. */
const rowOf = ({ shop, amount, day }: Pick<Bought, "shop" | "amount" | "day">, index: number) => ({
  date: dateOf(day + 1),
  description: `${shop.toUpperCase()} 4711 BERLIN`,
  amount,
  type: "expense",
  notes: null,
  reference: `ref-${index}`,
});

// docs/promises.md, N1 to N3 and R11.
test.each(atLength([1, 2], [1]))(
  "a household has each purchase once after a month of typing and importing (%i)",
  async (seed) => {
    const product = await startProduct({ now: Date.UTC(2090, 10, 1, 12) });
    const ana = await product.person({ firstName: "Ana" });
    const tom = await product.person({ firstName: "Tom" });
    await ana.post("/api/share-budget", { ...shareWith(tom.email), permissionType: "member" });
    const toms = tom.asOwner(ana.id);
    const people: Visitor[] = [ana, toms];
    const random = dice(seed);
    const category = async (name: string, given: object = {}): Promise<number> =>
      Object((await toms.post("/api/categories", { ...CATEGORY, name, ...given })).body).id;
    const ids = {
      Groceries: await category("Groceries"),
      Dining: await category("Dining"),
      Rent: await category("Rent"),
      Insurance: await category("Insurance", { carry: "surplus" }),
    };
    const bill = { autoCreateTransaction: true, frequency: "monthly" };
    for (const given of [
      { ...bill, name: "Rent", amount: 1_950, startDate: "2090-11-01", categoryId: ids.Rent },
      { ...bill, name: "Music", amount: 10.99, startDate: "2090-11-28", categoryId: ids.Dining },
      {
        ...bill,
        name: "Insurance",
        amount: 1_512,
        frequency: "annually",
        startDate: "2091-03-01",
        categoryId: ids.Insurance,
      },
    ])
      expect((await ana.post("/api/subscriptions", given)).status).toBe(201);
    const plan = (categoryId: number, month: number, year: number, projected: number) =>
      ana.post("/api/budgets", { categoryId, month, year, projected });
    await plan(ids.Groceries, 11, 2090, 1_200);
    await plan(ids.Dining, 11, 2090, 400);
    await plan(ids.Rent, 11, 2090, 1_950);

    const bought = purchases(random);
    const rows = bought.map(rowOf).concat(rowOf({ shop: "Rent", amount: 1_950, day: 1 }, 99));
    const listed = async () => {
      const { body } = await toms.get("/api/transactions?startDate=2090-11-01&endDate=2090-11-30");
      return Object(body).filter(({ type }: { type: string }) => type === "expense");
    };
    /** Imports as the web app does: skips known rows, ties rows to the typed purchase that they resemble. */
    type Sent = (typeof rows)[number] & { tiesTo?: number; categoryId?: number };
    const bring = async (person: Visitor, batch: string, file: typeof rows) => {
      const { body } = await person.post("/api/imports/match", { rows: file });
      const sent = file.flatMap((row, index): Sent[] => {
        const { state, transactionId } = Object(body)[index];
        if (state === "here" || state === "left-out") return [];
        if (state === "like") return [{ ...row, tiesTo: transactionId }];
        const known = bought.find(({ shop }) => row.description.startsWith(shop.toUpperCase()));
        return [{ ...row, categoryId: known ? ids[known.category] : ids.Rent }];
      });
      const answer = await person.post("/api/imports", { batch, source: "bank.csv", rows: sent, last: true });
      expect(answer).toMatchObject({ status: 200 });
    };

    for (let day = 1; day <= 30; day++) {
      if (day > 1) product.pass(24 * 60 * 60_000);
      for (const { email, password, post } of [ana, tom]) await post("/api/login", { email, password });
      await product.core.postDue(product.clock());
      for (const { shop, amount, category: name, typed } of bought.filter(
        (one) => one.day === day && one.typed,
      )) {
        const person = people[Math.floor(random() * 2)] ?? ana;
        const draft = {
          description: shop,
          amount,
          date: dateOf(day),
          type: "expense",
          categoryId: ids[name],
          typed,
        };
        expect((await person.post("/api/transactions", draft)).status).toBe(201);
      }
      if (day === 22) {
        const { body } = await toms.get("/api/to-spend?month=11&year=2090");
        const spent = (await listed())
          .filter(({ categoryId }: { categoryId: number }) => categoryId !== ids.Rent)
          .map(({ amount }: { amount: number }) => amount);
        const left = sum([1_200, 400, -10.99, ...spent.map((amount: number) => -amount)]);
        expect(body).toMatchObject({
          amount: left,
          days: 9,
          perDay: Math.floor(Math.round(left * 100) / 9) / 100,
          due: 10.99,
        });
      }
      if (day % 7 === 0 || day === 30) {
        const file = rows.filter(({ date }) => date > dateOf(Math.max(1, day - 11)) && date <= dateOf(day));
        const [first = ana, second = toms] = random() < 0.5 ? people : people.toReversed();
        // Both import the same file, one in reverse order.
        await Promise.all([
          bring(first, `week-${day}-first`, file),
          bring(second, `week-${day}-second`, file.toReversed()),
        ]);
      }
    }

    const music = { amount: 10.99 };
    const expected = [...bought, { amount: 1_950 }, music].map(({ amount }) => amount).sort((a, b) => a - b);
    expect(
      (await listed()).map(({ amount }: { amount: number }) => amount).sort((a: number, b: number) => a - b),
    ).toEqual(expected);

    const insuranceOf = (list: unknown) =>
      Object(list).find((one: { categoryId: number }) => one.categoryId === ids.Insurance);
    for (const [month, year] of [
      [12, 2090],
      [1, 2091],
      [2, 2091],
      [3, 2091],
    ] as const) {
      const { body } = await ana.get(`/api/budgets/proposal?month=${month}&year=${year}&from=average`);
      expect([month, insuranceOf(body).setAside[0].proposed]).toEqual([month, 378]);
      await plan(ids.Insurance, month, year, 378);
    }
    product.pass(Date.UTC(2091, 2, 1, 12) - product.clock());
    await ana.post("/api/login", { email: ana.email, password: ana.password });
    await product.core.postDue(product.clock());
    const { body } = await ana.get("/api/budgets?month=3&year=2091");
    expect(insuranceOf(body)).toMatchObject({ projected: 378, carried: 1_134, actual: 1_512, available: 0 });
  },
);
