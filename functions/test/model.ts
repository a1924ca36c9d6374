import { deepStrictEqual } from "node:assert";
import { randomUUID } from "node:crypto";
import fc from "fast-check";

/** Numbers choose among existing things, modulo their count. */
export type Command =
  | { do: "add"; category: number; cents: number; month: number; day: number }
  | { do: "change"; which: number; category: number; cents: number; month: number; day: number }
  | { do: "delete"; which: number }
  /** Deletes several adjacent rows; `back` undoes that by its entry. */
  | { do: "deleteTogether"; which: number; back: boolean }
  | { do: "moveTogether"; which: number; category: number; back: boolean }
  /** Gives several adjacent rows one date. */
  | { do: "dateTogether"; which: number; month: number; day: number; back: boolean }
  /** Applies a rule to all entered transactions. */
  | { do: "applyRule"; category: number }
  | { do: "plan"; category: number; cents: number; month: number }
  | { do: "reset"; month: number }
  | { do: "undo"; month: number }
  | { do: "open"; income: boolean }
  | { do: "close"; category: number; moveTo: number | null }
  /** Deletes a transaction or category, and undoes that by its entry. */
  | { do: "bringBack"; which: number }
  | { do: "reopen"; category: number; moveTo: number | null }
  /** Puts a row into review. */
  | { do: "wait"; cents: number; month: number; day: number }
  /** Decides about several rows in review; `back` undoes that by its entry. */
  | { do: "accept"; which: number; category: number; back: boolean }
  | { do: "dismiss"; which: number; back: boolean }
  /** Marks a transaction and a row in review as an own transfer. */
  | { do: "transfer"; which: number; back: boolean };

type Budgeted = { categoryId: number; carried: number };
const isSome = ([, amount]: readonly [number, number]) => amount !== 0;

const any = fc.nat({ max: 1_000 });
const cents = fc.integer({ min: 1, max: 999_999_999_999 });
const month = fc.integer({ min: 1, max: 3 });
const day = fc.integer({ min: 1, max: 28 });
const verb = <const Verb extends string>(name: Verb) => ({ do: fc.constant(name) });

export const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 16, arbitrary: fc.record({ ...verb("add"), category: any, cents, month, day }) },
  { weight: 4, arbitrary: fc.record({ ...verb("change"), which: any, category: any, cents, month, day }) },
  { weight: 2, arbitrary: fc.record({ ...verb("delete"), which: any }) },
  { weight: 1, arbitrary: fc.record({ ...verb("deleteTogether"), which: any, back: fc.boolean() }) },
  {
    weight: 3,
    arbitrary: fc.record({ ...verb("moveTogether"), which: any, category: any, back: fc.boolean() }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ ...verb("dateTogether"), which: any, month, day, back: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ ...verb("applyRule"), category: any }) },
  { weight: 2, arbitrary: fc.record({ ...verb("plan"), category: any, cents, month }) },
  { weight: 1, arbitrary: fc.record({ ...verb("reset"), month }) },
  { weight: 1, arbitrary: fc.record({ ...verb("undo"), month }) },
  { weight: 3, arbitrary: fc.record({ ...verb("open"), income: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ ...verb("close"), category: any, moveTo: fc.option(any) }) },
  { weight: 1, arbitrary: fc.record({ ...verb("bringBack"), which: any }) },
  { weight: 1, arbitrary: fc.record({ ...verb("reopen"), category: any, moveTo: fc.option(any) }) },
  { weight: 3, arbitrary: fc.record({ ...verb("wait"), cents, month, day }) },
  {
    weight: 2,
    arbitrary: fc.record({ ...verb("accept"), which: any, category: any, back: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ ...verb("dismiss"), which: any, back: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ ...verb("transfer"), which: any, back: fc.boolean() }) },
);

/** Throws, or answers 5xx, if the outcome is unknown. */
export type Send = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<{ status: number; body: unknown }>;

/** Half a minute, longer than any restart. */
const ATTEMPTS = 600;
const PAUSE_MS = 50;

type Category = { id: number; type: "income" | "expense" };
type Transaction = {
  id: number;
  cents: number;
  date: string;
  categoryId: number;
  order: number;
  /** False for a row of a file, to which the rule does not apply. */
  isEntered: boolean;
};
type Row = { id: number; cents: number; date: string };

/**
 * A client of the API with a year of a budget to itself, and a model of what the API must show of that year. What
 * fails is repeated under the same Idempotency-Key until it is known to have succeeded.
 */
export function createClient(send: Send, year: number) {
  const categories = new Map<number, Category>();
  const transactions = new Map<number, Transaction>();
  const plans = new Map<string, number>();
  const waiting = new Map<number, Row>();
  /** The resets of each month in the order of the commands: the last one counts. */
  const resets = new Map<number, number[]>();
  let order = 0;
  const entered = `Model ${year}`;
  const seen = { requests: 0, repeats: 0 };

  /** Repeats until the status is `expected`, or `done`, which tells a repeat that the first attempt succeeded. */
  async function callUntil(method: string, path: string, body: unknown, expected: number, done?: number) {
    const headers = { "idempotency-key": randomUUID() };
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      seen.requests++;
      const answer = await send(method, path, body, headers).catch(() => undefined);
      if (answer?.status === expected) return { body: Object(answer.body), repeated: attempt > 1 };
      if (attempt > 1 && done !== undefined && answer?.status === done) return { body: {}, repeated: true };
      if (answer && answer.status < 500)
        throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
      seen.repeats++;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
    throw new Error(`${method} ${path} never succeeded`);
  }

  const pick = <T>(things: Iterable<T>, number: number): T | undefined => {
    const all = [...things];
    return all[number % Math.max(1, all.length)];
  };
  const neighbours = <T>(all: readonly T[], number: number): T[] => {
    const from = number % Math.max(1, all.length);
    return all.slice(from, from + 5);
  };
  const idOf = ({ id }: { id: number }) => ({ id });
  const two = (number: number) => String(number).padStart(2, "0");
  const bodyOf = (
    given: { cents: number; month: number; day: number },
    { id: categoryId, type }: Category,
  ) => ({
    description: entered,
    amount: given.cents / 100,
    date: `${year}-${two(given.month)}-${two(given.day)}`,
    type,
    categoryId,
  });
  const planOf = (month: number, categoryId: number) => `${year}-${two(month)}-${categoryId}`;

  async function open(type: Category["type"]): Promise<Category> {
    const draft = { name: `Of ${year}`, icon: "home", color: "blue", type, carry: "all" };
    const { body } = await callUntil("POST", "/api/categories", draft, 201);
    const category = { id: body.id, type };
    categories.set(category.id, category);
    return category;
  }

  type Entry = { id: string; entityId: number | string; action: string; undoneBy: string | null };
  const entriesOf = async (kind: string): Promise<Entry[]> =>
    (await callUntil("GET", `/api/activity?limit=100&kind=${kind}`, undefined, 200)).body;

  /** Undoes an entry. A repeat finds it undone. */
  const undoEntry = ({ id }: Entry) => callUntil("POST", `/api/activity/${id}/undo`, undefined, 200, 409);

  /** Undoes the newest change of a thing. */
  async function undo(kind: string, entityId: number) {
    const entry = (await entriesOf(kind)).find((one) => one.entityId === entityId);
    if (!entry) throw new Error(`no entry of ${kind} ${entityId}`);
    await undoEntry(entry);
  }

  /** The newest first. */
  const resetsOf = async (month: number) =>
    (await entriesOf("month")).filter(
      ({ entityId, action, undoneBy }) =>
        entityId === `${year}-${two(month)}` && action === "reset" && undoneBy === null,
    );

  const targetPath = (gone: Category, target: Category | undefined) =>
    `/api/categories/${gone.id}${target ? `?moveTo=${target.id}` : ""}`;

  async function close(gone: Category, target: Category | undefined) {
    await callUntil("DELETE", targetPath(gone, target), undefined, 204, 404);
    categories.delete(gone.id);
    for (const transaction of [...transactions.values()].filter(({ categoryId }) => categoryId === gone.id)) {
      if (target) transaction.categoryId = target.id;
      else transactions.delete(transaction.id);
    }
    for (const month of [1, 2, 3]) {
      const planned = plans.get(planOf(month, gone.id));
      plans.delete(planOf(month, gone.id));
      if (planned === undefined || !target) continue;
      plans.set(planOf(month, target.id), planned + (plans.get(planOf(month, target.id)) ?? 0));
    }
  }

  type Given<Do extends Command["do"]> = Extract<Command, { do: Do }>;

  const categoryFor = async (given: { category: number }): Promise<Category> =>
    pick(categories.values(), given.category) ?? (await open("expense"));

  async function reset({ month }: Given<"reset">) {
    const { repeated } = await callUntil("POST", "/api/budgets/reset-month", { month, year }, 200);
    // A repeat may have reset it again.
    const before = resets.get(month) ?? [];
    const count = repeated ? (await resetsOf(month)).length - before.length : 1;
    resets.set(month, [...before, ...Array.from({ length: count }, () => order)]);
  }

  async function undoReset({ month }: Given<"undo">) {
    const [last] = await resetsOf(month);
    if (!last) return;
    await undoEntry(last);
    resets.get(month)?.pop();
  }

  async function deleteOne({ which, ...given }: Given<"delete" | "bringBack">) {
    const transaction = pick(transactions.values(), which);
    if (!transaction) return;
    await callUntil("DELETE", `/api/transactions/${transaction.id}`, undefined, 204, 404);
    if (given.do === "bringBack") await undo("transaction", transaction.id);
    else transactions.delete(transaction.id);
  }

  /** Changes several transactions, and undoes that if `back`. Returns whether the change remains. */
  async function changeTogether(path: string, some: Transaction[], back: boolean, target?: Category) {
    const [first] = some;
    if (!first) return false;
    const sent = { transactions: some.map(idOf), categoryId: target?.id };
    const { body } = await callUntil("POST", path, sent, 200);
    deepStrictEqual(body, { changed: some.map(({ id }) => id), left: [] });
    // Rows that are in the target already are not moved and have no entry.
    const isChanged = !target || some.some(({ categoryId }) => categoryId !== target.id);
    if (back && isChanged) await undo("transaction", first.id);
    return !back;
  }

  async function deleteTogether({ which, back }: Given<"deleteTogether">) {
    const some = neighbours([...transactions.values()], which);
    if (!(await changeTogether("/api/transactions/delete", some, back))) return;
    for (const { id } of some) transactions.delete(id);
  }

  async function moveTogether({ which, back, ...given }: Given<"moveTogether">) {
    const target = await categoryFor(given);
    const ofType = [...transactions.values()].filter(
      ({ categoryId }) => categories.get(categoryId)?.type === target.type,
    );
    const some = neighbours(ofType, which);
    if (!(await changeTogether("/api/transactions/move", some, back, target))) return;
    for (const transaction of some) transaction.categoryId = target.id;
  }

  async function dateTogether({ which, back, ...given }: Given<"dateTogether">) {
    const some = neighbours([...transactions.values()], which);
    const [first] = some;
    if (!first) return;
    const date = `${year}-${two(given.month)}-${two(given.day)}`;
    const sent = { transactions: some.map(idOf), set: { date } };
    const { body } = await callUntil("POST", "/api/transactions/change", sent, 200);
    deepStrictEqual(body, { changed: some.map(({ id }) => id), left: [] });
    if (back) return some.some((one) => one.date !== date) ? undo("transaction", first.id) : undefined;
    for (const transaction of some) transaction.date = date;
  }

  async function applyRule(given: Given<"applyRule">) {
    const target = await categoryFor(given);
    const rule = { contains: entered, categoryId: target.id };
    const { id: ruleId } = (await callUntil("POST", "/api/rules", rule, 201)).body;
    await callUntil("POST", "/api/rules/apply", { ruleId }, 200);
    await callUntil("DELETE", `/api/rules/${ruleId}`, undefined, 204, 404);
    for (const transaction of transactions.values())
      if (transaction.isEntered && categories.get(transaction.categoryId)?.type === target.type)
        transaction.categoryId = target.id;
  }

  async function closeOne(given: Given<"close" | "reopen">) {
    const category = await categoryFor(given);
    const others = [...categories.values()].filter(
      ({ id, type }) => id !== category.id && type === category.type,
    );
    const target = given.moveTo === null ? undefined : pick(others, given.moveTo);
    if (given.do === "close") return close(category, target);
    await callUntil("DELETE", targetPath(category, target), undefined, 204, 404);
    await undo("category", category.id);
  }

  async function plan(given: Given<"plan">) {
    const { id: categoryId } = await categoryFor(given);
    const body = { categoryId, month: given.month, year, projected: given.cents / 100 };
    await callUntil("POST", "/api/budgets", body, 201);
    plans.set(planOf(given.month, categoryId), given.cents);
  }

  async function add(given: Given<"add">) {
    const category = await categoryFor(given);
    const draft = bodyOf(given, category);
    const { id } = (await callUntil("POST", "/api/transactions", draft, 201)).body;
    transactions.set(id, {
      id,
      cents: given.cents,
      date: draft.date,
      categoryId: category.id,
      order,
      isEntered: true,
    });
  }

  async function change(given: Given<"change">) {
    const category = await categoryFor(given);
    const transaction = pick(transactions.values(), given.which);
    if (!transaction) return;
    const draft = bodyOf(given, category);
    await callUntil("PUT", `/api/transactions/${transaction.id}`, draft, 200);
    const changed = { cents: given.cents, date: draft.date, categoryId: category.id, isEntered: true };
    Object.assign(transaction, changed);
  }

  /** Rows of this year in review, on all pages. */
  async function rowsInReview(): Promise<Record<string, unknown>[]> {
    const rows: Record<string, unknown>[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const path = cursor === "" ? "/api/review" : `/api/review?cursor=${cursor}`;
      const { body } = await callUntil("GET", path, undefined, 200);
      rows.push(...body.rows);
      cursor = body.cursor;
    }
    return rows.filter(({ date }) => String(date).startsWith(String(year)));
  }

  async function wait(given: Given<"wait">) {
    const description = `Row ${order}`;
    const date = `${year}-${two(given.month)}-${two(given.day)}`;
    const row = { description, amount: given.cents / 100, date, type: "expense" };
    const sent = { batch: randomUUID(), source: "Model", rows: [row] };
    const { body } = await callUntil("POST", "/api/review", sent, 200);
    deepStrictEqual(body, { added: 1, already: 0 });
    const shown = (await rowsInReview()).find((one) => one.description === description);
    const id = Number(shown?.id);
    waiting.set(id, { id, cents: given.cents, date });
  }

  async function accept({ which, back, ...given }: Given<"accept">) {
    const category = await categoryFor(given);
    const some = neighbours([...waiting.values()], which);
    const [first] = some;
    if (!first || category.type !== "expense") return;
    const rows = some.map(({ id }) => ({ id, categoryId: category.id }));
    await callUntil("POST", "/api/review/accept", { rows }, 200);
    if (back) return undo("review", first.id);
    for (const row of some) {
      waiting.delete(row.id);
      transactions.set(row.id, { ...row, categoryId: category.id, order, isEntered: false });
    }
  }

  async function dismiss({ which, back }: Given<"dismiss">) {
    const ids = neighbours([...waiting.values()], which).map(({ id }) => id);
    const [first] = ids;
    if (first === undefined) return;
    await callUntil("POST", "/api/review/dismiss", { ids }, 204);
    if (back) return undo("review", first);
    for (const id of ids) waiting.delete(id);
  }

  async function transfer({ which, back }: Given<"transfer">) {
    const [transaction, row] = [pick(transactions.values(), which), pick(waiting.values(), which)];
    const ids = [transaction, row].flatMap((one) => one?.id ?? []);
    const [first] = ids;
    if (first === undefined) return;
    await callUntil("POST", "/api/review/transfer", { pairs: ids.map((id) => ({ ids: [id] })) }, 204);
    if (back) return undo("review", row ? row.id : first);
    for (const id of ids) {
      waiting.delete(id);
      transactions.delete(id);
    }
  }

  /** Throws if the cached sums of past months or carried amounts differ from the model. */
  async function checkClosings(): Promise<void> {
    const path = `/api/budgets/history?month=3&year=${year}&months=3`;
    const history: { budgets: Record<string, unknown>[] }[] = (await callUntil("GET", path, undefined, 200))
      .body;
    for (const [index, { budgets }] of history.entries()) {
      const figures = budgets.map(({ id, projected, actual }) => ({ id, projected, actual }));
      deepStrictEqual(figures.sort(byText), budgetsOf(index + 1).sort(byText));
    }
    const { body } = await callUntil("GET", `/api/budgets?month=3&year=${year}`, undefined, 200);
    // Other clients' categories carry through this year as well.
    const own = body.filter(({ categoryId }: Budgeted) => categories.has(categoryId));
    const shown = own.map(({ categoryId, carried }: Budgeted) => [categoryId, carried] as const);
    const carried = [...categories.values()].map(
      ({ id, type }) => [id, type === "income" ? 0 : leftOf(id)] as const,
    );
    deepStrictEqual(new Map(shown.filter(isSome)), new Map(carried.filter(isSome)));
  }

  /** The amount that was planned for a category before March and not spent. */
  function leftOf(categoryId: number): number {
    const before = [1, 2].flatMap((month) =>
      budgetsOf(month).filter(({ id }) => id === planOf(month, categoryId)),
    );
    const inCents = (amount: number) => BigInt(Math.round(amount * 100));
    const left = before.reduce((sum, one) => sum + inCents(one.projected) - inCents(one.actual), 0n);
    return Number(left) / 100;
  }

  async function run(given: Command): Promise<void> {
    order++;
    await carryOut(given);
    await checkClosings();
  }

  async function carryOut(given: Command): Promise<unknown> {
    switch (given.do) {
      case "add":
        return add(given);
      case "change":
        return change(given);
      case "delete":
      case "bringBack":
        return deleteOne(given);
      case "deleteTogether":
        return deleteTogether(given);
      case "moveTogether":
        return moveTogether(given);
      case "dateTogether":
        return dateTogether(given);
      case "applyRule":
        return applyRule(given);
      case "plan":
        return plan(given);
      case "reset":
        return reset(given);
      case "undo":
        return undoReset(given);
      case "open":
        return open(given.income ? "income" : "expense");
      case "close":
      case "reopen":
        return closeOne(given);
      case "wait":
        return wait(given);
      case "accept":
        return accept(given);
      case "dismiss":
        return dismiss(given);
      case "transfer":
        return transfer(given);
    }
  }

  /** Throws if the API's view of the year differs from the model. */
  async function check(): Promise<void> {
    const get = async (path: string) => (await callUntil("GET", path, undefined, 200)).body;
    const listed: Record<string, unknown>[] = await get(
      `/api/transactions?startDate=${year}-01-01&endDate=${year}-12-31`,
    );
    const plain = listed.map(({ id, amount, date, categoryId }) => ({ id, amount, date, categoryId }));
    const expected = [...transactions.values()].map(({ id, cents, date, categoryId }) => ({
      id,
      amount: cents / 100,
      date,
      categoryId,
    }));
    const byId = (a: { id: unknown }, b: { id: unknown }) => Number(a.id) - Number(b.id);
    deepStrictEqual(plain.sort(byId), expected.sort(byId));

    for (const month of [1, 2, 3]) {
      const shown: Record<string, unknown>[] = await get(`/api/budgets?month=${month}&year=${year}`);
      const expected = budgetsOf(month);
      const isExpected = ({ id }: Record<string, unknown>) => expected.some((one) => one.id === id);
      const figures = shown
        .filter((row) => isExpected(row) || row.carried === 0)
        .map(({ id, projected, actual }) => ({ id, projected, actual }));
      deepStrictEqual(figures.sort(byText), expected.sort(byText));
    }
    const inReview = (await rowsInReview()).map(({ id, amount, date }) => ({ id, amount, date }));
    const kept = [...waiting.values()].map(({ id, cents, date }) => ({ id, amount: cents / 100, date }));
    deepStrictEqual(inReview.sort(byId), kept.sort(byId));
    await checkClosings();
    const own: Category[] = await get("/api/categories");
    const ids = new Set(own.map(({ id }) => id));
    for (const id of categories.keys()) deepStrictEqual(ids.has(id), true);
  }

  const byText = (a: { id: unknown }, b: { id: unknown }) => (String(a.id) < String(b.id) ? -1 : 1);
  function budgetsOf(month: number) {
    const start = `${year}-${two(month)}`;
    const inMonth = [...transactions.values()].filter(({ date }) => date.startsWith(start));
    const resetAt = resets.get(month)?.at(-1) ?? 0;
    const ids = new Set([...plans.keys()].filter((id) => id.startsWith(start)));
    for (const { categoryId } of inMonth) ids.add(planOf(month, categoryId));
    return [...ids].map((id) => {
      const counted = inMonth.filter(
        ({ categoryId, order }) => planOf(month, categoryId) === id && order > resetAt,
      );
      const actual = counted.reduce((sum, { cents }) => sum + BigInt(cents), 0n);
      return { id, projected: (plans.get(id) ?? 0) / 100, actual: Number(actual) / 100 };
    });
  }

  return { run, check, seen, size: () => transactions.size };
}
