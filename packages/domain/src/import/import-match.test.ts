import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cents } from "../money/money.ts";
import { addDays, compareDays, toDay } from "../time/day.ts";
import { type KnownTransaction, matchFiles } from "./import-match.ts";
import { fingerprintOf, type ImportRow } from "./import-row.ts";

const row = (changes: Partial<ImportRow> = {}): ImportRow => ({
  date: toDay(2026, 11, 5),
  description: "Corner Café",
  amount: cents(350),
  type: "expense",
  ...changes,
});

const byHand = (id: number, changes: Partial<ImportRow> = {}): KnownTransaction => ({ ...row(changes), id });
const imported = (id: number, from: ImportRow, edited: Partial<ImportRow> = {}): KnownTransaction => ({
  ...from,
  ...edited,
  id,
  imported: fingerprintOf(from),
});
const states = (rows: readonly ImportRow[], transactions: readonly KnownTransaction[]) =>
  matchFiles([rows], transactions)
    .flat()
    .map((match) => match.state);

/** The rows in an order that depends on the seed. */
function shuffled(rows: readonly ImportRow[], seed: number): ImportRow[] {
  const place = (index: number) => ((index + 1) * 7919 + seed * 104_729) % 10_007;
  return rows
    .map((one, index) => ({ one, at: place(index) }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one);
}

const referenceOf = ({ reference }: { reference?: string }) => (reference ? { reference } : {});

/** The budget's transactions after the files were imported together. */
function importFiles(files: readonly (readonly ImportRow[])[], before: readonly KnownTransaction[] = []) {
  const after = new Map(before.map((transaction) => [transaction.id, transaction]));
  matchFiles(files, before).forEach((matches, file) => {
    matches.forEach((match, index) => {
      const from = files[file]?.[index];
      if (!from) return;
      const known = match.state === "here" ? after.get(match.id) : undefined;
      const { facts, references } = known?.imported ?? fingerprintOf(from);
      const all = [...new Set([...references, ...fingerprintOf(from).references])];
      if (known) after.set(known.id, { ...known, imported: { facts, references: all } });
      else if (match.state === "new")
        after.set(after.size + 1, imported(after.size + 1, { ...from, ...referenceOf(match) }));
    });
  });
  return [...after.values()];
}

describe("one file", () => {
  test("adds two identical coffees", () => {
    expect(states([row(), row()], [])).toEqual(["new", "new"]);
  });

  test("adds only the second coffee if one exists", () => {
    expect(states([row(), row()], [byHand(7)]).sort()).toEqual(["here", "new"]);
  });

  test("identifies the transaction of a duplicate", () => {
    expect(matchFiles([[row()]], [byHand(7)])).toEqual([[{ state: "here", id: 7 }]]);
  });

  test("finds a transaction entered by hand in another spelling", () => {
    expect(states([row({ description: "CORNER  CAFÉ." })], [byHand(7)])).toEqual(["here"]);
  });

  test("does not match income with expenses", () => {
    expect(states([row({ type: "income" })], [byHand(7)])).toEqual(["new"]);
  });

  test("matches income with a refund", () => {
    expect(states([row({ type: "income" })], [byHand(7, { refund: true })])).toEqual(["here"]);
  });

  test("finds an imported row after its transaction was edited", () => {
    const edited = imported(7, row(), {
      description: "Coffee with Ana",
      date: toDay(2026, 11, 4),
      amount: cents(400),
    });
    expect(states([row()], [edited])).toEqual(["here"]);
  });
});

describe("the bank's own id", () => {
  test("distinguishes equal rows", () => {
    const known = imported(7, row({ reference: "A" }));
    expect(states([row({ reference: "A" }), row({ reference: "B" })], [known])).toEqual(["here", "new"]);
  });

  test("finds a row whose description the bank changed", () => {
    const known = imported(7, row({ reference: "A", description: "Pending purchase" }));
    expect(states([row({ reference: "A" })], [known])).toEqual(["here"]);
  });

  test("does not match rows that have the same number in two statements", () => {
    const known = imported(7, row({ reference: "1", date: toDay(2026, 10, 5) }));
    expect(states([row({ reference: "1" })], [known])).toEqual(["new"]);
  });

  test("is not required to match a row from a file without ids", () => {
    expect(states([row({ reference: "A" })], [imported(7, row())])).toEqual(["here"]);
    expect(states([row()], [imported(7, row({ reference: "A" }))])).toEqual(["here"]);
  });

  test("is added to the matched transaction", () => {
    const files = [[row()], [row({ reference: "A" })], [row({ reference: "B" })]];
    expect(importFiles(files)).toHaveLength(2);
  });

  test("of another kind of file does not distinguish rows", () => {
    const known = imported(7, row({ reference: "camt:X" }));
    expect(states([row({ reference: "ofx:A" })], [known])).toEqual(["here"]);
    const files = ["camt:X", "ofx:A", "ofx:B"].map((reference) => [row({ reference })]);
    expect(importFiles(files)).toHaveLength(2);
  });

  test("has precedence for transactions that only rows with ids can match", () => {
    const transactions = [imported(1, row()), imported(2, row({ reference: "A" }))];
    expect(states([row(), row({ reference: "B" })], transactions)).toEqual(["here", "here"]);
  });
});

describe("several files", () => {
  test("add rows that they share once", () => {
    const monday = row();
    const tuesday = row({ date: toDay(2026, 11, 6) });
    const matches = matchFiles(
      [
        [monday, monday],
        [monday, tuesday],
      ],
      [],
    );
    expect(matches.map((file) => file.map(({ state }) => state))).toEqual([
      ["new", "new"],
      ["repeated", "new"],
    ]);
  });

  test("find the same existing transaction", () => {
    expect(matchFiles([[row()], [row()]], [byHand(7)])).toEqual([
      [{ state: "here", id: 7 }],
      [{ state: "here", id: 7 }],
    ]);
  });
});

describe("a statement of ten thousand rows", () => {
  /** Few dates, shops and amounts, so that many rows are equal. */
  const statement = (seed: number): ImportRow[] =>
    Array.from({ length: 10_000 }, (_, index) => {
      const random = (index * 7919 + seed * 104_729) % 10_007;
      return row({
        date: addDays(toDay(2026, 1, 1), random % 300),
        description: `Shop ${random % 17}`,
        amount: cents(100 + (random % 5)),
        type: random % 11 === 0 ? "income" : "expense",
        ...(seed % 2 === 1 && { reference: `R${index}` }),
      });
    });

  test("adds each row once when its overlapping, shuffled thirds are imported twice", () => {
    fc.assert(
      fc.property(
        fc.nat(99),
        fc.integer({ min: 100, max: 3_000 }),
        fc.boolean(),
        (seed, overlap, together) => {
          const rows = statement(seed).sort((a, b) => compareDays(a.date, b.date));
          const thirds = [0, 1, 2].map((part) =>
            rows.slice(Math.max(0, Math.floor((part * 10_000) / 3) - overlap), (part + 1) * 3_334 + overlap),
          );
          const files = [...thirds, ...thirds].map((third, index) => shuffled(third, seed + index));
          let budget: KnownTransaction[] = [];
          if (together) budget = importFiles(files);
          else for (const file of files) budget = importFiles([file], budget);
          expect(budget).toHaveLength(10_000);
        },
      ),
      { numRuns: 3 },
    );
  });

  test("of equal rows is matched too", () => {
    const rows = Array.from({ length: 10_000 }, () => row());
    const budget = importFiles([rows]);
    expect(budget).toHaveLength(10_000);
    expect(importFiles([rows, rows], budget)).toHaveLength(10_000);
  });
});

test("importing any files a second time adds nothing", () => {
  const anyRow = fc.record({
    day: fc.nat(2),
    shop: fc.constantFrom("A", "B"),
    income: fc.boolean(),
    reference: fc.constantFrom(undefined, "ofx:1", "ofx:2"),
  });
  const file = fc.array(
    anyRow.map(({ day, shop, income, reference }) =>
      row({
        date: addDays(toDay(2026, 1, 1), day),
        description: shop,
        type: income ? "income" : "expense",
        ...(reference && { reference: `${reference}${shop}` }),
      }),
    ),
    { maxLength: 12 },
  );
  fc.assert(
    fc.property(fc.array(file, { maxLength: 3 }), (files) => {
      const once = importFiles(files);
      expect(importFiles(files, once)).toHaveLength(once.length);
      for (const one of files) expect(importFiles([one], once)).toHaveLength(once.length);
    }),
  );
});
