import { expect, test } from "vitest";
import { type Product, startProduct, type Visitor } from "./harness.ts";

// A quarter of a household of two, replayed with sums of its own beside every figure: two banks' rows in overlapping
// files, cash, a holiday, a goal, a refund and two settlements. All in cents here, decimals on the wire.

const MONTHS = ["2090-01", "2090-02", "2090-03"] as const;
const NAMES = ["Housing", "Groceries", "Eating out", "Transport", "Holiday", "Insurance", "Savings"] as const;
type Name = (typeof NAMES)[number];
const PLANS: Record<Name, number> = {
  Housing: 950_00,
  Groceries: 520_00,
  "Eating out": 150_00,
  Transport: 90_00,
  Holiday: 400_00,
  Insurance: 60_00,
  Savings: 200_00,
};

/** `by`: the payer, the first or the second of the two. */
type Row = { date: string; description: string; cents: number; name: Name; by: 0 | 1; refund?: boolean };

const two = (day: number) => String(day).padStart(2, "0");

/** Some 130 rows of two banks, the same in every run. */
function bankRows(): Row[] {
  const rows: Row[] = [];
  for (const [index, month] of MONTHS.entries()) {
    const row = (day: number, description: string, cents: number, name: Name, by: 0 | 1 = 0) =>
      rows.push({ date: `${month}-${two(day)}`, description, cents, name, by });
    row(1, "RENT FLAT 4", 950_00, "Housing");
    for (let day = 2; day <= 28; day += 2)
      row(day, `MARKET ${day}`, 21_37 + day * 61 + index, "Groceries", day % 4 === 0 ? 1 : 0);
    for (let day = 1; day <= 28; day += 3) row(day, `METRO ${day}`, 2_90 + day, "Transport", 1);
    for (let day = 3; day <= 27; day += 3)
      row(day, `BISTRO ${day}`, 9_80 + day * 13, "Eating out", day % 2 ? 1 : 0);
    for (let day = 4; day <= 12; day += 1)
      if (index === 1) row(day, `HOTEL AND LIFTS ${day}`, 71_15 + day * 7, "Holiday", 1);
    row(15, "TO SAVINGS", 200_00, "Savings");
  }
  rows.push({ date: "2090-02-20", description: "INSURANCE YEAR", cents: 372_00, name: "Insurance", by: 0 });
  return rows;
}

const CASH: Row[] = [
  { date: "2090-01-09", description: "Flea market", cents: 17_50, name: "Eating out", by: 1 },
  { date: "2090-02-08", description: "Ski pass in cash", cents: 64_00, name: "Holiday", by: 0 },
  { date: "2090-03-12", description: "Ski pass in cash", cents: 24_00, name: "Holiday", by: 0, refund: true },
];
const SETTLEMENTS = [
  { date: "2090-01-31", cents: 300_00 },
  { date: "2090-02-28", cents: 150_25 },
];
const signed = ({ cents, refund }: Row) => (refund ? -cents : cents);
const wire = (cents: number) => cents / 100;
const totalOf = (rows: readonly Row[]) => rows.reduce((sum, row) => sum + signed(row), 0);

async function household(product: Product) {
  const [tom, mara] = [await product.person(), await product.person()];
  const share = { email: mara.email, permissionType: "member", note: "", isHousehold: false };
  expect((await tom.post("/api/share-budget", share)).status).toBeLessThan(300);
  const maras = mara.asOwner(tom.id);
  expect((await maras.get("/api/categories")).status).toBe(200);
  const ids = new Map<Name, number>();
  for (const name of NAMES) {
    const kind =
      name === "Housing" ? "bill" : name === "Insurance" || name === "Savings" ? "set-aside" : "everyday";
    const draft = { name, icon: "home", color: "blue", type: "expense", kind };
    ids.set(name, Object((await tom.post("/api/categories", draft)).body).id);
  }
  return { tom, mara, by: [tom, maras] as const, ids };
}

test("every figure of a quarter equals independently computed sums", async () => {
  const product = await startProduct({ now: Date.UTC(2090, 2, 31, 12) });
  const { tom, mara, by, ids } = await household(product);
  const idOf = (name: Name) => ids.get(name) ?? 0;
  for (const month of MONTHS)
    for (const name of NAMES)
      await tom.post("/api/budgets", {
        categoryId: idOf(name),
        month: Number(month.slice(5)),
        year: 2090,
        projected: wire(PLANS[name]),
      });
  const goalDraft = {
    name: "Sailing",
    targetAmount: 3_000,
    startDate: "2090-01-01",
    targetDate: "2090-12-31",
    categoryId: idOf("Savings"),
    currentAmount: 250,
  };
  expect((await tom.post("/api/financial-goals", goalDraft)).status).toBe(201);

  const bank = bankRows();
  expect(bank.length).toBeGreaterThan(100);
  const bodyOf = ({ date, description, cents, name }: Row) => {
    return { date, description, amount: wire(cents), type: "expense", categoryId: idOf(name), notes: null };
  };
  /** Each bank's months in files that overlap by a third, imported twice. */
  async function importFiles(visitor: Visitor, rows: readonly Row[], source: string) {
    const third = Math.ceil(rows.length / 3);
    for (const round of [1, 2])
      for (const [index, from] of [0, third, 2 * third].entries()) {
        const some = rows.slice(Math.max(0, from - third), from + third).map(bodyOf);
        const batch = `${source}-${round}-${index}-0000`;
        const { status, body } = await visitor.post("/api/imports", { batch, source, rows: some });
        expect({ status, refused: Object(body).refused }).toEqual({ status: 200, refused: [] });
      }
  }
  for (const person of [0, 1] as const)
    await importFiles(
      by[person],
      bank.filter((row) => row.by === person),
      `bank${person}`,
    );
  for (const row of CASH) {
    const typed = { ...bodyOf(row), ...(row.refund && { refund: true }) };
    expect((await by[row.by].post("/api/transactions", typed)).status).toBe(201);
  }
  for (const { date, cents } of SETTLEMENTS)
    expect(
      (await tom.post("/api/settlements", { from: mara.id, to: tom.id, amount: wire(cents), date })).status,
    ).toBe(201);

  const all = [...bank, ...CASH];
  const listed = Object((await tom.get("/api/transactions?startDate=2090-01-01&endDate=2090-03-31")).body);
  expect(listed).toHaveLength(all.length);

  let everydayLeft = 0;
  for (const month of MONTHS) {
    const query = `month=${Number(month.slice(5))}&year=2090`;
    const own = all.filter(({ date }) => date.startsWith(month));
    const budgets = Object((await tom.get(`/api/budgets?${query}`)).body);
    for (const name of NAMES) {
      const shown = budgets.find(({ categoryId }: { categoryId: number }) => categoryId === idOf(name));
      const spent = totalOf(own.filter((row) => row.name === name));
      expect([month, name, shown?.projected, shown?.actual]).toEqual([
        month,
        name,
        wire(PLANS[name]),
        wire(spent),
      ]);
      const why = Object((await tom.get(`/api/explain?${query}&categoryId=${idOf(name)}`)).body);
      expect([month, name, why.amount]).toEqual([month, name, wire(spent)]);
    }
    const expenses = Object((await tom.get(`/api/explain?${query}&card=expenses`)).body);
    expect(expenses.amount).toBe(wire(totalOf(own)));
    const leftIn = (name: Name) => PLANS[name] - totalOf(own.filter((row) => row.name === name));
    everydayLeft = (["Groceries", "Eating out", "Transport", "Holiday"] as const).reduce(
      (sum, name) => sum + leftIn(name),
      0,
    );
    const over = (["Housing", "Insurance", "Savings"] as const).reduce(
      (sum, name) => sum + Math.min(0, leftIn(name)),
      0,
    );
    const toSpend = Object((await tom.get(`/api/to-spend?${query}`)).body);
    expect([month, toSpend.amount]).toEqual([month, wire(everydayLeft + over)]);
    const rows = Object((await tom.get(`/api/explain?${query}&card=to-spend`)).body).rows;
    const cents = rows.reduce(
      (sum: number, { amount }: { amount: number }) => sum + Math.round(amount * 100),
      0,
    );
    expect(wire(cents)).toBe(toSpend.amount);
  }

  const [goal] = Object((await tom.get("/api/financial-goals")).body);
  expect(goal.currentAmount).toBe(wire(250_00 + totalOf(all.filter(({ name }) => name === "Savings"))));

  // The odd cent goes to the lower id.
  const owes = (row: Row) => {
    const half = Math.floor(row.cents / 2);
    const payer = row.by === 0 ? tom.id : mara.id;
    const other = row.by === 0 ? mara.id : tom.id;
    const part = other < payer ? row.cents - half : half;
    return (row.by === 0 ? 1 : -1) * (row.refund ? -part : part);
  };
  const debt =
    all.reduce((sum, row) => sum + owes(row), 0) - SETTLEMENTS.reduce((sum, { cents }) => sum + cents, 0);
  const [from, to] = debt > 0 ? [mara.id, tom.id] : [tom.id, mara.id];
  expect((await tom.get("/api/balance")).body).toEqual([{ from, to, amount: wire(Math.abs(debt)) }]);

  // The year's March equals the month's.
  const march = all.filter(({ date }) => date.startsWith("2090-03"));
  const planned = NAMES.reduce((sum, name) => sum + PLANS[name], 0);
  const year = Object((await tom.get("/api/year?from=2090-01&months=3")).body);
  const cell = (name: Name) =>
    year.rows.find(({ categoryId }: { categoryId: number }) => categoryId === idOf(name)).cells[2];
  const left = NAMES.reduce(
    (sum, name) => sum + Math.round((cell(name).planned - cell(name).actual) * 100),
    0,
  );
  expect(left).toBe(planned - totalOf(march));

  // Tips, forecasts and the mailed summary contain the same sums.
  const spent = totalOf(march);
  const marchOf = (name: Name) => totalOf(march.filter((row) => row.name === name));
  const toSpend = Object((await tom.get("/api/to-spend?month=3&year=2090")).body);
  const tips = Object((await tom.get("/api/budget-tips?month=3&year=2090")).body);
  expect(tips.summary).toBe(
    `${money(spent)} of the ${money(planned)} planned for March 2090 is spent (${Math.round((100 * spent) / planned)}%), with 1 day to go. The month is heading for ${money(spent)}, ${money(planned - spent)} under plan.`,
  );
  expect(tips.tips).toEqual([
    `${money(toSpend.amount * 100)} to spend for 1 day: up to ${money(toSpend.amount * 100)} a day.`,
  ]);
  for (const { category, forecast } of tips.forecasts) {
    const name: Name = NAMES.find((one) => one === category) ?? expect.fail();
    const end = `Likely to end at ${whole(marchOf(name))}, within its budget of ${whole(PLANS[name])}.`;
    expect(forecast).toContain(end);
  }
  const wanted = { emailNotifications: true, notificationTime: "13:00", timeZone: "UTC" };
  await tom.put("/api/notification-preferences", wanted);
  product.pass(2 * 3_600_000);
  await product.core.digests.tick(product.clock());
  const mail = (await product.deliver()).findLast(({ to }) => to === tom.email);
  const goalLine = `Sailing (${money(goal.currentAmount * 100)} of $3,000.00`;
  for (const said of [
    `To spend a day: ${money(toSpend.perDay * 100)}`,
    `${money(toSpend.amount * 100)} until March 31: 1 day, today included.`,
    `Spent so far (${Math.round((100 * spent) / planned)}% of ${money(planned)} planned): ${money(spent)}`,
    goalLine,
  ])
    expect(mail?.text).toContain(said);
});

const money = (cents: number) =>
  (cents / 100).toLocaleString("en-US", { style: "currency", currency: "USD" });
const whole = (cents: number) =>
  Math.round(cents / 100).toLocaleString("en-US", {
    style: "currency",
    currency: "USD",
    minimumFractionDigits: 0,
  });
