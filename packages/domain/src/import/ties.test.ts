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

describe("the fields that rows give to an existing transaction", () => {
  const first = tiedTo({}, tie("a", "ofx:1", 5));
  const both = tiedTo({ ...givenBy(first, none), ties: first }, tie("b", "camt:2", 6));

  test.each([
    ["of no import", [], 6, ["ofx", "camt"]],
    ["of the first import", ["a"], 6, ["camt"]],
    ["of the second import", ["b"], 5, ["ofx"]],
  ] as const)("exclude undone imports: an undo %s", (_which, gone, paidBy, schemes) => {
    const { imported, paidBy: payer } = givenBy(both, undone(...gone));
    expect(payer).toBe(paidBy);
    expect(imported?.references.map((one) => one.split(":").at(-1)?.split("#")[0])).toEqual(schemes);
  });

  test("are none after both imports were undone", () => {
    expect(givenBy(both, undone("a", "b"))).toEqual({});
  });

  test("are its own after an undo if it was imported itself", () => {
    const own = { imported: row("ofx:1"), paidBy: 7 };
    expect(givenBy(tiedTo(own, tie("a", "camt:2", 5)), undone("a"))).toEqual(own);
  });

  test("do not replace a payer chosen since, until another row has one", () => {
    const chosen = withChosenPayer(both, 9);
    expect(givenBy(chosen, none).paidBy).toBe(9);
    expect(givenBy(chosen, undone("a", "b"))).toEqual({ paidBy: 9 });
    expect(givenBy(tiedTo({ ties: chosen }, tie("c", "mt:3", 5)), none).paidBy).toBe(5);
  });

  test("are removed with an import that cannot be restored", () => {
    expect(tiesWithout(both, undone("a")).rows.map(({ batch }) => batch)).toEqual(["b"]);
  });

  test("of the oldest import are merged once there are too many", () => {
    const batches = Array.from({ length: MOST_TIES }, (_, index) => `batch-${index}`);
    const many: Ties = { without: {}, rows: batches.map((batch, index) => tie(batch, "ofx:1", index + 1)) };
    expect(withRoom(many, none)).toMatchObject({ without: { paidBy: 1 }, rows: { length: MOST_TIES - 1 } });
    expect(withRoom(many, undone("batch-0")).without).toEqual({});
    expect(givenBy(withRoom(many, none), none)).toEqual(givenBy(many, none));
  });
});
