import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { countSteps } from "../../../test/count-steps.ts";
import { day, transaction } from "../../../test/fixtures.ts";
import { cents } from "../money/money.ts";
import { atOnce } from "../steps.ts";
import { addDays } from "../time/day.ts";
import { type Fingerprint, fingerprintOf, type ImportRow } from "./import-row.ts";
import { matchRows, type There } from "./like.ts";

const DATE = day("2026-11-21");
const row = (given: Partial<ImportRow> = {}): ImportRow => ({
  date: DATE,
  description: "SHELL 4711 BERLIN",
  amount: cents(62_40),
  type: "expense",
  ...given,
});
const typed = (given: Partial<There> = {}): There =>
  transaction({ id: 1, date: DATE, description: "Shell", amount: cents(62_40), ...given });
const NONE = { there: [], leftOut: [], rules: [] };
const stateOf = (one: ImportRow, given: Partial<Parameters<typeof matchRows>[1]>) =>
  atOnce(matchRows([one], { ...NONE, ...given }))[0];

describe("a row of the bank", () => {
  test.each([
    ["typed on the day", {}, "like"],
    ["typed four days before", { date: addDays(DATE, -4) }, "like"],
    ["typed five days before", { date: addDays(DATE, -5) }, "new"],
    ["of another amount", { amount: cents(62_41) }, "new"],
    ["of the other type", { type: "income" }, "new"],
    ["a refund", { refund: true }, "new"],
    ["under another name, the only one so", { description: "Petrol" }, "like"],
    ["imported before", { imported: fingerprintOf(row()) }, "here"],
    ["tied to another row", { imported: fingerprintOf(row({ description: "Other" })) }, "new"],
  ] as const)("beside a purchase %s is %s", (_what, given, expected) => {
    expect(stateOf(row(), { there: [typed(given)] })?.state).toBe(expected);
  });

  test("beside two others of its amount is like the one that shares a word, or a rule", () => {
    const there = [typed({ id: 1, description: "Petrol" }), typed({ id: 2, description: "Lunch" })];
    expect(stateOf(row(), { there })?.state).toBe("new");
    expect(stateOf(row(), { there: [...there, typed({ id: 3 })] })).toEqual({ state: "like", id: 3 });
    const rules = [{ contains: "el" }];
    expect(
      stateOf(row(), {
        there: [typed({ id: 5, description: "Fuel" }), typed({ id: 6, description: "Lunch" })],
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
  ])(
    "of 11.00 or 12.10 beside a payment of 11.00 that was recorded automatically: %d is %s",
    (amount, expected) => {
      const spotify = row({ description: "SPOTIFY AB", amount: cents(amount) });
      const recorded = typed({ description: "Spotify", amount: cents(10_00), subscriptionId: 4 });
      expect(stateOf(spotify, { there: [recorded] })?.state).toBe(expected);
      expect(stateOf(spotify, { there: [{ ...recorded, subscriptionId: undefined }] })?.state).toBe("new");
    },
  );

  test("beside several typed of its amount with other words is new with their number, less those that are others'", () => {
    const there = [1, 2, 3].map((id) => typed({ id, description: `Lunch Box ${id}`, amount: cents(5_00) }));
    const [cafe, lunch] = [
      row({ description: "CAFE ORO", amount: cents(5_00) }),
      row({ description: "LUNCH BOX", amount: cents(5_00) }),
    ];
    expect(atOnce(matchRows([cafe, lunch], { ...NONE, there }))).toEqual([
      { state: "new", nearby: 2 },
      { state: "like", id: 1 },
    ]);
    const far = there.map((one) => ({ ...one, date: addDays(DATE, 9) }));
    expect(stateOf(cafe, { there: far })).toEqual({ state: "new" });
    expect(stateOf(cafe, { there: there.map((one) => ({ ...one, imported: fingerprintOf(one) })) })).toEqual({
      state: "new",
    });
    const twin = [row(), row()];
    expect(atOnce(matchRows(twin, { ...NONE, there: [typed()] })).map((one) => Object(one).nearby)).toEqual([
      undefined,
      undefined,
    ]);
  });

  test("that was left out is remembered, each of two alike on its own", () => {
    const leftOut = [fingerprintOf(row())];
    expect(atOnce(matchRows([row(), row()], { ...NONE, leftOut })).map(({ state }) => state)).toEqual([
      "left-out",
      "new",
    ]);
  });

  test("is left out for ever by the first rule that applies", () => {
    const away = { contains: "shell", leaveOut: true };
    expect(stateOf(row(), { rules: [away] })?.state).toBe("left-out");
    expect(stateOf(row(), { rules: [{ contains: "4711" }, away] })?.state).toBe("new");
  });
});

describe("a word that many payees have is no likeness", () => {
  const both = (one: string, other: string, amount = 64_00) =>
    stateOf(row({ description: other, amount: cents(amount) }), {
      there: [
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
  ])("but a name is: %s and %s", (one, other) => {
    expect(both(one, other)?.state).toBe("like");
  });

  test("and a shop's own name, however often one buys there", () => {
    const there = ["MARKT 1", "CITY 2", "CENTER 3", "TO GO 4", "ONLINE 5"].map((branch, id) =>
      typed({ id: id + 1, description: `REWE ${branch}`, amount: cents(10_00 + id) }),
    );
    const many = [
      ...there,
      typed({ id: 8, description: "Lunch" }),
      typed({ id: 9, description: "Groceries Rewe" }),
    ];
    expect(stateOf(row({ description: "REWE SAGT DANKE" }), { there: many })).toEqual({
      state: "like",
      id: 9,
    });
  });

  test("nor one that begins a text where more payees have it beside their own names", () => {
    const insurance = typed({ id: 9, description: "Insurance", amount: cents(9_00) });
    const there = [
      insurance,
      typed({ id: 1, description: "Lunch" }),
      typed({ id: 2, description: "Cinema" }),
    ];
    const home = row({ description: "HOME INSURANCE AXA", amount: cents(9_00) });
    const ofCar = typed({ id: 3, description: "Car insurance", date: addDays(DATE, 30) });
    const all = [...there, { ...insurance, id: 10, description: "Elsewhere" }];
    expect(stateOf(home, { there: all })?.state).toBe("like");
    expect(stateOf(home, { there: [...all, ofCar] })).toEqual({ state: "new", nearby: 2 });
  });

  test("nor one that this household's payees share", () => {
    const there = ["Anna Tennis", "Ben Tennis", "Cleo Tennis"].map((description, id) =>
      typed({ id: id + 1, description, amount: cents(9_00) }),
    );
    const known = [
      ...there,
      typed({ id: 8, description: "Dora Tennis" }),
      typed({ id: 9, description: "Lunch" }),
    ];
    expect(stateOf(row({ description: "Emil Tennis" }), { there: known })).toMatchObject({ state: "new" });
  });
});

test("a file whose texts lost their marks finds its rows here", () => {
  const names = ["Café Zoë", "Straßenbahn", "Żabka", "Sainsbury’s", "किराया", "ＲＥＷＥ", "家賃"];
  const bare = ["CAFE ZOE", "STRASSENBAHN", "zabka", "SAINSBURY'S", "किराया", "rewe", "家賃"];
  for (const [before, after] of [
    [names, bare],
    [bare, names],
  ] as const) {
    const rows = before.map((description, n) => row({ description, amount: cents(100 + n) }));
    const there = rows.map((one, n) => ({ ...one, id: n + 1, imported: fingerprintOf(one) }));
    const again = after.map((description, n) => row({ description, amount: cents(100 + n) }));
    expect(atOnce(matchRows(again, { ...NONE, there })).map(({ state }) => state)).toEqual(
      rows.map(() => "here"),
    );
  }
});

test("a row whose transaction was renamed is found without its marks too, of an earlier release as it was written", () => {
  const [before, after] = [row({ description: "Café Zoë" }), row({ description: "CAFE ZOE" })];
  const { folded: _, ...earlier } = fingerprintOf(before);
  const stateWith = (imported: Fingerprint, description = "Coffee") =>
    stateOf(after, { there: [typed({ description, amount: before.amount, imported })] })?.state;
  expect(stateWith(fingerprintOf(before))).toBe("here");
  expect(stateWith(earlier, "Café Zoë")).toBe("here");
  expect(stateWith(earlier)).toBe("new");
  const there = [typed({ description: "Coffee", amount: before.amount, imported: earlier })];
  expect(stateOf(before, { there })?.state).toBe("here");
});

const purchase = fc.record({
  days: fc.nat(12),
  amount: fc.constantFrom(5_00, 10_00),
  name: fc.constantFrom("Shell", "Bakery", "Lunch Box", "x"),
});

describe("whatever was typed and whatever the bank books", () => {
  test("no transaction answers for two rows", () => {
    fc.assert(
      fc.property(
        fc.array(purchase, { maxLength: 12 }),
        fc.array(purchase, { maxLength: 12 }),
        (own, bank) => {
          const there = own.map(({ days, amount, name }, id) =>
            typed({ id: id + 1, date: addDays(DATE, days), amount: cents(amount), description: name }),
          );
          const rows = bank.map(({ days, amount, name }) =>
            row({ date: addDays(DATE, days), amount: cents(amount), description: `${name} 12` }),
          );
          const matches = atOnce(matchRows(rows, { ...NONE, there }));
          const ids = matches.flatMap((match) => ("id" in match ? [match.id] : []));
          expect(new Set(ids).size).toBe(ids.length);
          matches.forEach((match, index) => {
            if (match.state !== "like") return;
            const one = there.find(({ id }) => id === match.id);
            expect(one?.amount).toBe(rows[index]?.amount);
          });
        },
      ),
    );
  });

  test("tied once, every later file with the same rows finds them here", () => {
    fc.assert(
      fc.property(fc.array(purchase, { maxLength: 12 }), (bank) => {
        const rows = bank.map(({ days, amount, name }) =>
          row({ date: addDays(DATE, days), amount: cents(amount), description: name }),
        );
        const there = rows.map((one, id) => ({ ...one, id: id + 1, imported: fingerprintOf(one) }));
        expect(
          atOnce(matchRows(rows.toReversed(), { ...NONE, there })).every(({ state }) => state === "here"),
        ).toBe(true);
      }),
    );
  });
});

test("each description and rule is read a few times, however many are alike", () => {
  const rows = Array.from({ length: 200 }, (_, n) => row({ description: `BANK ROW NUMBER ${n}` }));
  const there = Array.from({ length: 2_000 }, (_, id) =>
    typed({ id: id + 1, description: `Typed words ${id}` }),
  );
  const rules = Array.from({ length: 200 }, (_, n) => ({ contains: `${n}` }));
  const { texts } = countSteps(() => atOnce(matchRows(rows, { ...NONE, there, rules })));
  expect(texts).toBeLessThan(6 * (rows.length + there.length + rules.length));
});
