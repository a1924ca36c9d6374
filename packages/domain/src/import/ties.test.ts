import { describe, expect, test } from "vitest";
import { day } from "../../../test/fixtures.ts";
import { cents } from "../money/money.ts";
import { fingerprintOf } from "./import-row.ts";
import {
  givenBy,
  MOST_TIES,
  type Tie,
  type Ties,
  tiedTo,
  tiesWithout,
  withChosenPayer,
  withRoom,
} from "./ties.ts";

const rent = {
  date: day("2026-11-01"),
  description: "Rent",
  amount: cents(950_00),
  type: "expense" as const,
};
const row = (reference: string) => fingerprintOf({ ...rent, reference });
const tie = (batch: string, reference: string, paidBy?: number): Tie => ({
  batch,
  row: row(reference),
  ...(paidBy && { paidBy }),
});
const undone =
  (...batches: string[]) =>
  (batch: string) =>
    batches.includes(batch);
const none = undone();

describe("what rows give to a transaction that was there", () => {
  const first = tiedTo({}, tie("a", "ofx:1", 5));
  const both = tiedTo({ ...givenBy(first, none), ties: first }, tie("b", "camt:2", 6));

  test.each([
    ["of neither import", [], 6, ["ofx", "camt"]],
    ["of the first", ["a"], 6, ["camt"]],
    ["of the second", ["b"], 5, ["ofx"]],
  ] as const)("is what is left after the undo %s", (_which, gone, paidBy, schemes) => {
    const { imported, paidBy: payer } = givenBy(both, undone(...gone));
    expect(payer).toBe(paidBy);
    expect(imported?.references.map((one) => one.split(":").at(-1)?.split("#")[0])).toEqual(schemes);
  });

  test("is nothing after the undo of both", () => {
    expect(givenBy(both, undone("a", "b"))).toEqual({});
  });

  test("is what it had before any, where it came by a file of its own", () => {
    const own = { imported: row("ofx:1"), paidBy: 7 };
    expect(givenBy(tiedTo(own, tie("a", "camt:2", 5)), undone("a"))).toEqual(own);
  });

  test("leaves the payer that somebody chose since, until another row says who paid", () => {
    const chosen = withChosenPayer(both, 9);
    expect(givenBy(chosen, none).paidBy).toBe(9);
    expect(givenBy(chosen, undone("a", "b"))).toEqual({ paidBy: 9 });
    expect(givenBy(tiedTo({ ties: chosen }, tie("c", "mt:3", 5)), none).paidBy).toBe(5);
  });

  test("is forgotten of an import that cannot come back", () => {
    expect(tiesWithout(both, undone("a")).rows.map(({ batch }) => batch)).toEqual(["b"]);
  });

  test("of more imports than are kept stays for the oldest, unless that was undone", () => {
    const batches = Array.from({ length: MOST_TIES }, (_, index) => `batch-${index}`);
    const many: Ties = { without: {}, rows: batches.map((batch, index) => tie(batch, "ofx:1", index + 1)) };
    expect(withRoom(many, none)).toMatchObject({ without: { paidBy: 1 }, rows: { length: MOST_TIES - 1 } });
    expect(withRoom(many, undone("batch-0")).without).toEqual({});
    expect(givenBy(withRoom(many, none), none)).toEqual(givenBy(many, none));
  });
});
