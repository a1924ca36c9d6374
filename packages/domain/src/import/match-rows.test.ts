import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { countSteps } from "../../../test/count-steps.ts";
import { day, transaction } from "../../../test/fixtures.ts";
import { cents } from "../money/money.ts";
import { atOnce } from "../steps.ts";
import { addDays } from "../time/day.ts";
import { type Fingerprint, fingerprintOf, type ImportRow } from "./import-row.ts";
import { type ExistingTransaction, matchRows } from "./match-rows.ts";

const DATE = day("2026-11-21");
const row = (given: Partial<ImportRow> = {}): ImportRow => ({
  date: DATE,
  description: "SHELL 4711 BERLIN",
  amount: cents(62_40),
  type: "expense",
  ...given,
});
const typed = (given: Partial<ExistingTransaction> = {}): ExistingTransaction =>
  transaction({ id: 1, date: DATE, description: "Shell", amount: cents(62_40), ...given });
const NONE = { existing: [], leftOut: [], rules: [] };
const stateOf = (one: ImportRow, given: Partial<Parameters<typeof matchRows>[1]>) =>
  atOnce(matchRows([one], { ...NONE, ...given }))[0];

describe("a bank row", () => {
  test.each([
    ["typed on the day", {}, "like"],
    ["typed four days before", { date: addDays(DATE, -4) }, "like"],
    ["typed five days before", { date: addDays(DATE, -5) }, "new"],
    ["of another amount", { amount: cents(62_41) }, "new"],
    ["of the other type", { type: "income" }, "new"],
    ["a refund", { refund: true }, "new"],
    ["under another name, the only candidate", { description: "Petrol" }, "like"],
    ["imported before", { imported: fingerprintOf(row()) }, "here"],
    ["tied to another row", { imported: fingerprintOf(row({ description: "Other" })) }, "new"],
  ] as const)("beside a purchase %s is %s", (_what, given, expected) => {
    expect(stateOf(row(), { existing: [typed(given)] })?.state).toBe(expected);
  });

  test("with several candidates matches the one that shares a word or a rule", () => {
    const existing = [typed({ id: 1, description: "Petrol" }), typed({ id: 2, description: "Lunch" })];
    expect(stateOf(row(), { existing })?.state).toBe("new");
    expect(stateOf(row(), { existing: [...existing, typed({ id: 3 })] })).toEqual({ state: "like", id: 3 });
    const rules = [{ contains: "el" }];
    expect(
      stateOf(row(), {
        existing: [typed({ id: 5, description: "Fuel" }), typed({ id: 6, description: "Lunch" })],
        rules,
      }),
    ).toEqual({
      state: "like",
      id: 5,
    });
  });

  test.each([
    [1_100, "like"],
    [1_210, "new"],
  ])("of %d beside an automatically recorded payment of 1000 is %s", (amount, expected) => {
    const spotify = row({ description: "SPOTIFY AB", amount: cents(amount) });
    const recorded = typed({ description: "Spotify", amount: cents(10_00), subscriptionId: 4 });
    expect(stateOf(spotify, { existing: [recorded] })?.state).toBe(expected);
    expect(stateOf(spotify, { existing: [{ ...recorded, subscriptionId: undefined }] })?.state).toBe("new");
  });

  test("without a shared word is new, with the number of unmatched candidates", () => {
    const existing = [1, 2, 3].map((id) =>
      typed({ id, description: `Lunch Box ${id}`, amount: cents(5_00) }),
    );
    const [cafe, lunch] = [
      row({ description: "CAFE ORO", amount: cents(5_00) }),
      row({ description: "LUNCH BOX", amount: cents(5_00) }),
    ];
    expect(atOnce(matchRows([cafe, lunch], { ...NONE, existing }))).toEqual([
      { state: "new", nearby: 2 },
      { state: "like", id: 1 },
    ]);
    const far = existing.map((one) => ({ ...one, date: addDays(DATE, 9) }));
    expect(stateOf(cafe, { existing: far })).toEqual({ state: "new" });
    expect(
      stateOf(cafe, { existing: existing.map((one) => ({ ...one, imported: fingerprintOf(one) })) }),
    ).toEqual({
      state: "new",
    });
    const twin = [row(), row()];
    expect(
      atOnce(matchRows(twin, { ...NONE, existing: [typed()] })).map((one) => Object(one).nearby),
    ).toEqual([undefined, undefined]);
  });

  test("that was left out is left out again, but not its twin", () => {
    const leftOut = [fingerprintOf(row())];
    expect(atOnce(matchRows([row(), row()], { ...NONE, leftOut })).map(({ state }) => state)).toEqual([
      "left-out",
      "new",
    ]);
  });

  test("is left out by the first rule that applies", () => {
    const away = { contains: "shell", leaveOut: true };
    expect(stateOf(row(), { rules: [away] })?.state).toBe("left-out");
    expect(stateOf(row(), { rules: [{ contains: "4711" }, away] })?.state).toBe("new");
  });
});

describe("a word that many payees share does not match", () => {
  const both = (one: string, other: string, amount = 64_00) =>
    stateOf(row({ description: other, amount: cents(amount) }), {
      existing: [
        typed({ id: 1, description: one, subscriptionId: amount === 62_40 ? undefined : 4 }),
        typed({ id: 2, description: "Something", amount: cents(amount) }),
        typed({ id: 3, description: "Else", amount: cents(amount) }),
      ],
    });

  test.each([
    ["Car insurance", "HOME INSURANCE AXA"],
    ["Apple TV", "Apple Store cable"],
    ["Kfz Versicherung", "Hausrat Versicherung Allianz"],
    ["Gym membership", "Golf club membership"],
    ["Card payment Lidl", "CARD PAYMENT SHELL"],
    ["Assurance auto", "ASSURANCE HABITATION MAIF"],
    ["Autó biztosítás", "LAKÁS BIZTOSÍTÁS ALLIANZ"],
    ["Pizza Bella Roma", "TRATTORIA BELLA NAPOLI"],
  ])("%s and %s", (one, other) => {
    expect(both(one, other)).toEqual({ state: "new", nearby: 2 });
  });

  test.each([
    ["Netflix", "NETFLIX.COM AMSTERDAM"],
    ["Plus", "PLUS 1234 UTRECHT"],
    ["Direct Line", "DIRECT LINE INS 77"],
    ["Card", "CARD"],
    ["Netflix family", "PAYPAL *NETFLIX.COM"],
    ["Müller", "MULLER DROGERIE 12"],
    ["EE", "EE LIMITED 0042"],
    ["O2", "O2 Telefonica RG 123"],
    ["家賃", "11月分家賃"],
    ["किराया", "NEFT किराया"],
    ["월세", "월세송금 11월"],
    ["Insurance", "insurance"],
    ["Sainsbury’s", "SAINSBURY'S 0042"],
    ["Żabka", "ZABKA Z1234 K.1"],
  ])("but a name does: %s and %s", (one, other) => {
    expect(both(one, other)?.state).toBe("like");
  });

  test("but a shop's name does after many purchases", () => {
    const existing = ["MARKT 1", "CITY 2", "CENTER 3", "TO GO 4", "ONLINE 5"].map((branch, id) =>
      typed({ id: id + 1, description: `REWE ${branch}`, amount: cents(10_00 + id) }),
    );
    const many = [
      ...existing,
      typed({ id: 8, description: "Lunch" }),
      typed({ id: 9, description: "Groceries Rewe" }),
    ];
    expect(stateOf(row({ description: "REWE SAGT DANKE" }), { existing: many })).toEqual({
      state: "like",
      id: 9,
    });
  });

  test("nor does one that more payees have in addition to their names than begin with it", () => {
    const insurance = typed({ id: 9, description: "Insurance", amount: cents(9_00) });
    const existing = [
      insurance,
      typed({ id: 1, description: "Lunch" }),
      typed({ id: 2, description: "Cinema" }),
    ];
    const home = row({ description: "HOME INSURANCE AXA", amount: cents(9_00) });
    const ofCar = typed({ id: 3, description: "Car insurance", date: addDays(DATE, 30) });
    const all = [...existing, { ...insurance, id: 10, description: "Elsewhere" }];
    expect(stateOf(home, { existing: all })?.state).toBe("like");
    expect(stateOf(home, { existing: [...all, ofCar] })).toEqual({ state: "new", nearby: 2 });
  });

  test("nor does one that payees of this household share", () => {
    const existing = ["Anna Tennis", "Ben Tennis", "Cleo Tennis"].map((description, id) =>
      typed({ id: id + 1, description, amount: cents(9_00) }),
    );
    const known = [
      ...existing,
      typed({ id: 8, description: "Dora Tennis" }),
      typed({ id: 9, description: "Lunch" }),
    ];
    expect(stateOf(row({ description: "Emil Tennis" }), { existing: known })).toMatchObject({ state: "new" });
  });
});

test("rows are found again in a file without diacritics", () => {
  const names = ["Café Zoë", "Straßenbahn", "Żabka", "Sainsbury’s", "किराया", "ＲＥＷＥ", "家賃"];
  const bare = ["CAFE ZOE", "STRASSENBAHN", "zabka", "SAINSBURY'S", "किराया", "rewe", "家賃"];
  for (const [before, after] of [
    [names, bare],
    [bare, names],
  ] as const) {
    const rows = before.map((description, n) => row({ description, amount: cents(100 + n) }));
    const existing = rows.map((one, n) => ({ ...one, id: n + 1, imported: fingerprintOf(one) }));
    const again = after.map((description, n) => row({ description, amount: cents(100 + n) }));
    expect(atOnce(matchRows(again, { ...NONE, existing })).map(({ state }) => state)).toEqual(
      rows.map(() => "here"),
    );
  }
});

test("a row without diacritics is found after its transaction was renamed", () => {
  const [before, after] = [row({ description: "Café Zoë" }), row({ description: "CAFE ZOE" })];
  const { folded: _, ...earlier } = fingerprintOf(before);
  const stateWith = (imported: Fingerprint, description = "Coffee") =>
    stateOf(after, { existing: [typed({ description, amount: before.amount, imported })] })?.state;
  expect(stateWith(fingerprintOf(before))).toBe("here");
  expect(stateWith(earlier, "Café Zoë")).toBe("here");
  expect(stateWith(earlier)).toBe("new");
  const existing = [typed({ description: "Coffee", amount: before.amount, imported: earlier })];
  expect(stateOf(before, { existing })?.state).toBe("here");
});

const purchase = fc.record({
  days: fc.nat(12),
  amount: fc.constantFrom(5_00, 10_00),
  name: fc.constantFrom("Shell", "Bakery", "Lunch Box", "x"),
});

describe("for all transactions and rows", () => {
  test("no transaction matches two rows", () => {
    fc.assert(
      fc.property(
        fc.array(purchase, { maxLength: 12 }),
        fc.array(purchase, { maxLength: 12 }),
        (own, bank) => {
          const existing = own.map(({ days, amount, name }, id) =>
            typed({ id: id + 1, date: addDays(DATE, days), amount: cents(amount), description: name }),
          );
          const rows = bank.map(({ days, amount, name }) =>
            row({ date: addDays(DATE, days), amount: cents(amount), description: `${name} 12` }),
          );
          const matches = atOnce(matchRows(rows, { ...NONE, existing }));
          const ids = matches.flatMap((match) => ("id" in match ? [match.id] : []));
          expect(new Set(ids).size).toBe(ids.length);
          matches.forEach((match, index) => {
            if (match.state !== "like") return;
            const one = existing.find(({ id }) => id === match.id);
            expect(one?.amount).toBe(rows[index]?.amount);
          });
        },
      ),
    );
  });

  test("tied rows are found again in every later file", () => {
    fc.assert(
      fc.property(fc.array(purchase, { maxLength: 12 }), (bank) => {
        const rows = bank.map(({ days, amount, name }) =>
          row({ date: addDays(DATE, days), amount: cents(amount), description: name }),
        );
        const existing = rows.map((one, id) => ({ ...one, id: id + 1, imported: fingerprintOf(one) }));
        expect(
          atOnce(matchRows(rows.toReversed(), { ...NONE, existing })).every(({ state }) => state === "here"),
        ).toBe(true);
      }),
    );
  });
});

test("each description and rule is folded only a few times", () => {
  const rows = Array.from({ length: 200 }, (_, n) => row({ description: `BANK ROW NUMBER ${n}` }));
  const existing = Array.from({ length: 2_000 }, (_, id) =>
    typed({ id: id + 1, description: `Typed words ${id}` }),
  );
  const rules = Array.from({ length: 200 }, (_, n) => ({ contains: `${n}` }));
  const { texts } = countSteps(() => atOnce(matchRows(rows, { ...NONE, existing, rules })));
  expect(texts).toBeLessThan(6 * (rows.length + existing.length + rules.length));
});
