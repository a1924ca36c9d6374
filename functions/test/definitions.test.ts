import { importRow } from "@coffer/contract/import";
import { SNAPSHOTS } from "@coffer/domain/activity/snapshots";
import { plan } from "@coffer/domain/budget/definition";
import { category } from "@coffer/domain/category/definition";
import { encode } from "@coffer/domain/definition/codec";
import type { Field } from "@coffer/domain/definition/field";
import { type Kind, replyOf } from "@coffer/domain/definition/kind";
import { contribution, goal, milestone } from "@coffer/domain/goal/definition";
import { cents } from "@coffer/domain/money/money";
import { account } from "@coffer/domain/money-account/definition";
import { paymentHead, paymentLine } from "@coffer/domain/payment/definition";
import { EXPORT_FORMAT, EXPORT_VERSION, transactionsCsv } from "@coffer/domain/portability/export";
import { rule } from "@coffer/domain/rule/definition";
import { subscription } from "@coffer/domain/subscription/definition";
import { AMERICAN } from "@coffer/domain/text/locale";
import { transaction } from "@coffer/domain/transaction/definition";
import * as v from "valibot";
import { beforeAll, describe, expect, test } from "vitest";
import { readText } from "../../packages/bank-files/test/as-imported.ts";
import { CATEGORY, type Person } from "./fixtures.ts";
import { type Product, startProduct, type Visitor } from "./harness.ts";

// Every field of a kind's definition passes through every call. A new field is included automatically.

type Thing = { id: number; [name: string]: unknown };
type Place = { base: object; path: string; list: string; isUndoable: boolean };

/** Candidate values of a field, the likelier first. */
const CANDIDATES = [
  "https://coffer.example/a",
  "Sample",
  "2026-12-24",
  12.5,
  7,
  true,
  ["2026-12"],
  [],
  { month: 11, year: 2026, amount: -12.5 },
];

/** The values of a choice are in its schema, inside the wrapper that makes it optional. */
function optionsOf(schema: unknown): unknown[] {
  const { options, wrapped, pipe } = Object(schema);
  if (Array.isArray(options)) return options.toReversed();
  return wrapped ? optionsOf(wrapped) : pipe ? optionsOf(pipe[0] === schema ? null : pipe[0]) : [];
}

function sampleOf({ body }: Field, name: string): unknown {
  const candidates = [...optionsOf(body), ...CANDIDATES];
  const sample = candidates.find((one) => body && v.is(body, one) && v.parse(body, one) != null);
  if (sample === undefined) throw new Error(`Give CANDIDATES, or named, a value that ${name} takes`);
  return sample;
}

/** A body with a value for every field that clients may send; `named`: ids that fields refer to. */
function bodyFor({ fields }: Kind, base: object, named: object): object {
  const given = new Map<string, unknown>([...Object.entries(named), ...Object.entries(base)]);
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) =>
      field.body ? [[name, given.has(name) ? given.get(name) : sampleOf(field, name)]] : [],
    ),
  );
}

/** The body that an older page sends, without later fields. */
function olderBody({ fields }: Kind, body: object): object {
  const isLater = (name: string) => {
    const { type, default: value } = Object(fields[name]?.body);
    // A page always sends `refund` when it edits a transaction.
    return name !== "refund" && type === "optional" && value === undefined;
  };
  return Object.fromEntries(Object.entries(body).filter(([name]) => !isLater(name)));
}

const PLACES: Record<string, (person: Visitor) => Promise<Place>> = {
  transaction: async () => ({
    base: { date: "2026-11-20", type: "expense" },
    path: "/api/transactions",
    list: "/api/transactions?startDate=2026-11-01&endDate=2026-11-30",
    isUndoable: true,
  }),
  category: async () => ({
    base: { name: "Rent", type: "expense" },
    path: "/api/categories",
    list: "/api/categories",
    isUndoable: true,
  }),
  goal: async () => ({
    base: { startDate: "2026-01-01", targetDate: "2027-01-01" },
    path: "/api/financial-goals",
    list: "/api/financial-goals",
    isUndoable: true,
  }),
  async milestone(person) {
    const dates = { startDate: "2026-01-01", targetDate: "2027-01-01" };
    const { body } = await person.post("/api/financial-goals", { name: "House", targetAmount: 50, ...dates });
    const path = `/api/financial-goals/${Object(body).id}/milestones`;
    return { base: {}, path, list: path, isUndoable: true };
  },
  subscription: async () => ({
    base: { type: "expense", startDate: "2026-11-01", endDate: "2028-01-01", trialEndDate: "2026-12-05" },
    path: "/api/subscriptions",
    list: "/api/subscriptions",
    isUndoable: true,
  }),
  account: async () => ({
    base: { kind: "current" },
    path: "/api/accounts",
    list: "/api/accounts",
    isUndoable: true,
  }),
  rule: async () => ({
    base: { leaveOut: false, transfer: false },
    path: "/api/rules",
    list: "/api/rules",
    isUndoable: false,
  }),
};
const KINDS: Kind[] = [transaction, category, goal, milestone, subscription, account, rule];

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});

/** Ids that fields refer to. */
async function namedBy(person: Person) {
  const categoryId = Object((await person.post("/api/categories", CATEGORY)).body).id;
  const dates = { startDate: "2026-01-01", targetDate: "2027-01-01" };
  const house = { name: "House", targetAmount: 9, ...dates, categoryId };
  const goalId = Object((await person.post("/api/financial-goals", house)).body).id;
  return { categoryId, goalId, paidBy: person.id, shares: [{ userId: person.id, percent: 100 }] };
}

/** Without derived fields, such as whether a milestone is reached. */
function ownOf(kind: Kind, answer: unknown): Thing {
  const reply = replyOf(kind);
  return Object(encode(reply, v.parse(reply, answer)));
}

async function listed(person: Visitor, list: string, kind: Kind, id: number): Promise<Thing | undefined> {
  const { body } = await person.get(list);
  const found = Object(body).find((one: Thing) => one.id === id);
  return found && ownOf(kind, found);
}

/** Undoes the latest change, which may be an undo. */
async function undo(person: Visitor): Promise<void> {
  const { body } = await person.get("/api/activity?limit=1");
  const undone = await person.post(`/api/activity/${Object(body)[0].id}/undo`, undefined);
  expect(undone.status, JSON.stringify(undone.body)).toBe(200);
}

async function exported(person: Visitor): Promise<Thing[]> {
  const items: Thing[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const { body } = await person.get(`/api/export${cursor && `?cursor=${cursor}`}`);
    items.push(...Object(body).items);
    cursor = Object(body).cursor;
  }
  return items;
}

describe.each(KINDS)("every field of a $name", (kind) => {
  let person: Person;
  let place: Place;
  let body: object;
  let added: Thing;
  beforeAll(async () => {
    person = await product.person();
    const placed = PLACES[kind.name];
    if (!placed) throw new Error(`Say in PLACES where a ${kind.name} is made`);
    place = await placed(person);
    body = bodyFor(kind, place.base, await namedBy(person));
    const answer = await person.post(place.path, body);
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    added = ownOf(kind, answer.body);
  });

  test("is returned as it was sent", async () => {
    expect(added).toMatchObject(body);
    expect(await listed(person, place.list, kind, added.id)).toEqual(added);
  });

  test("is kept by an edit of another field", async () => {
    if (!place.isUndoable) return;
    const [name = ""] = Object.keys(kind.fields).filter((one) => one === "name" || one === "description");
    const edit = { ...body, [name]: "Changed" };
    const edited = ownOf(kind, (await person.put(`${place.path}/${added.id}`, edit)).body);
    const after = { ...added, [name]: "Changed" };
    expect(edited).toEqual(after);
    expect(await listed(person, place.list, kind, added.id)).toEqual(after);
    await undo(person);
    expect(await listed(person, place.list, kind, added.id)).toEqual(added);
    await undo(person);
    expect(await listed(person, place.list, kind, added.id)).toEqual(after);
    expect((await person.delete(`${place.path}/${added.id}`)).status).toBe(204);
    expect(await listed(person, place.list, kind, added.id)).toBeUndefined();
    await undo(person);
    expect(await listed(person, place.list, kind, added.id)).toEqual(after);
    await person.put(`${place.path}/${added.id}`, body);
  });

  test("of a later release is kept by an older page's edit", async () => {
    if (!place.isUndoable) return;
    const older = olderBody(kind, body);
    const edited = await person.put(`${place.path}/${added.id}`, older);
    expect(ownOf(kind, edited.body)).toEqual(added);
  });

  test("is restored from an export", async () => {
    const fresh = await product.person();
    const items = await exported(person);
    const restored = await fresh.post("/api/restore", { batch: "restore-1", version: 1, items });
    expect(restored.status, JSON.stringify(restored.body)).toBe(200);
    expect(await exported(fresh)).toEqual(items);
    // People are mapped only in households: functions/test/portability.test.ts.
    const own = Object.entries(added).filter(
      ([name]) => kind.fields[name]?.portable && name !== "paidBy" && name !== "shares",
    );
    const found = await listed(fresh, place.list, kind, added.id);
    expect(found).toMatchObject(Object.fromEntries(own));
  });
});

describe("every field of a transaction", () => {
  const answered = ({ body, status }: { body: unknown; status: number }): Thing[] => {
    expect(status, JSON.stringify(body)).toBeLessThan(300);
    return Object(body).lines.map((line: unknown) => ownOf(transaction, line));
  };
  const older = () => ({ ...olderBody(paymentHead, head), lines: [line, line] });
  let person: Person;
  let whole: object;
  let head: object;
  let line: object;
  beforeAll(async () => {
    person = await product.person();
    const named = await namedBy(person);
    whole = bodyFor(transaction, { date: "2026-11-20", type: "expense" }, named);
    head = bodyFor(paymentHead, whole, {});
    line = bodyFor(paymentLine, whole, {});
  });

  test("is on each line of a payment", async () => {
    const added = await person.post("/api/payments", { ...head, lines: [line, line] });
    expect(answered(added)).toMatchObject([whole, whole]);
    const edited = await person.put(`/api/payments/${Object(added.body).id}`, older());
    expect(answered(edited)).toMatchObject([whole, whole]);
  });

  test("is on each line that it is split into", async () => {
    const { body } = await person.post("/api/transactions", whole);
    const split = await person.put(`/api/payments/${Object(body).id}`, older());
    expect(answered(split)).toMatchObject([whole, whole]);
  });

  test.each(["CSV", "JSON"])("comes in with Coffer's own %s, through review and an undo", async (format) => {
    const own = await product.person();
    // Shares follow from the category; the page finds the payer by the e-mail address.
    const whole = bodyFor(transaction, { date: "2026-11-20", type: "expense" }, await namedBy(own));
    const { shares: _, ...sent } = Object(whole);
    const { categoryId, goalId, ...facts } = sent;
    const { paidBy, ...unnamed } = facts;
    const added = v.parse(replyOf(transaction), (await own.post("/api/transactions", sent)).body);
    const items = await exported(own);
    await own.delete(`/api/transactions/${added.id}`);
    const json = JSON.stringify({ format: EXPORT_FORMAT, version: EXPORT_VERSION, items });
    const file = format === "CSV" ? transactionsCsv([added], [], [], AMERICAN) : json;
    const [read] = (await readText(file, added.date)).rows;
    if (!read) throw new Error(`No row was read from ${file}`);
    const { category: _named, ...row } = { notes: null, ...read.row, paidBy };
    const imported = async (batch: string, chosen: object) => {
      const portion = {
        batch: `${batch}-of-${format}`,
        source: "Coffer",
        rows: [encode(importRow, { ...row, ...chosen })],
      };
      expect((await own.post("/api/imports", portion)).body).toMatchObject({ refused: [] });
    };
    const recorded = async () => (await own.get("/api/transactions")).body;
    const waiting = async () => Object((await own.get("/api/review")).body).rows;

    await imported("added", { categoryId, goalId });
    expect(await recorded()).toMatchObject([sent]);
    await undo(own);
    expect(await recorded()).toEqual([]);
    const { type, refund } = added;
    const line = { type, refund, amount: cents(added.amount / 2), notes: added.notes, categoryId, goalId };
    await imported("split", { lines: [line, line] });
    expect(await recorded()).toMatchObject([line, line].map(() => ({ ...sent, amount: sent.amount / 2 })));
    await undo(own);

    await imported("waiting", {});
    expect(await waiting()).toMatchObject([facts]);
    const [{ id }] = await waiting();
    await own.post("/api/review/accept", { rows: [{ id, categoryId, goalId }] });
    expect(await recorded()).toMatchObject([sent]);
    await undo(own);
    expect(await waiting()).toMatchObject([facts]);
    await undo(own);
    expect(await recorded()).toMatchObject([sent]);

    await own.post("/api/review/transfer", { pairs: [{ ids: [id] }] });
    expect(await recorded()).toEqual([]);
    expect(await exported(own)).toContainEqual(expect.objectContaining({ kind: "review", ...unnamed }));
    await undo(own);
    expect(await recorded()).toMatchObject([sent]);
  });
});

/** Values of fields that are not texts, numbers or days. */
const PARTS = [
  "2026-12",
  { id: 1, name: "Sample" },
  { facts: "2026-11-20:1:a", references: [] },
  { without: { paidBy: 1 }, rows: [] },
  { categoryId: 1, month: 11, year: 2026, projected: 1 },
  { after: "2026-11-20", through: "2026-11-25" },
];

test.each([...KINDS, plan, contribution, ...Object.values(SNAPSHOTS)])(
  "every field of a $name is the same on the wire, in the table and in a file",
  ({ fields }: Kind) => {
    for (const [name, { reply, stored, portable }] of Object.entries(fields)) {
      const shown = reply ?? portable ?? stored;
      const sample = [...optionsOf(shown), ...CANDIDATES, ...PARTS].find((one) => v.is(shown, one));
      const value = v.parse(shown, sample);
      expect(value, name).toBeDefined();
      expect(encode(shown, value), name).toEqual(sample);
      expect(v.parse(stored, value), name).toEqual(value);
      const line = portable && encode(portable, value);
      if (portable && v.is(portable, line)) expect(v.parse(portable, line), name).toEqual(value);
    }
  },
);
