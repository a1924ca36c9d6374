import { review } from "@coffer/contract/review";
import { payments, transactions } from "@coffer/contract/transaction";
import { cents } from "@coffer/domain/money/money";
import { type Day, parseDay } from "@coffer/domain/time/day";
import { parseMonth } from "@coffer/domain/time/month";
import type { Transaction } from "@coffer/domain/transaction/transaction";
import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { queryKey } from "../api/call.ts";
import { standInFor } from "./stand-in.ts";
import type { WaitingWrite } from "./waiting-writes.ts";
import { withWaiting } from "./with-waiting.ts";

const MONTH = parseMonth("2026-11") ?? expect.fail();
const dayOf = (text: string): Day => parseDay(text) ?? expect.fail();
const bread: Transaction = {
  id: 7,
  description: "Bread",
  amount: cents(300),
  date: dayOf("2026-11-03"),
  type: "expense",
  categoryId: 1,
  notes: null,
  createdAt: 1,
};
const milk = { description: "Milk", amount: 2.5, date: "2026-11-04", type: "expense", categoryId: 1 };

function waiting(
  write: Pick<WaitingWrite, "method" | "params" | "body">,
  ledgerId?: number,
  calls: typeof transactions | typeof payments = transactions,
): WaitingWrite {
  const endpoint = write.method === "POST" ? calls.add : calls.update;
  const { path } = endpoint;
  const request = { ...write, path, budget: ledgerId };
  return {
    ...request,
    order: "1",
    at: 1,
    standIn: standInFor(endpoint, request, undefined, 9),
  };
}
const shown = (writes: WaitingWrite[], ledgerId?: number) =>
  withWaiting([bread], writes, { ledgerId, month: MONTH }).map(
    ({ description, amount }) => `${description} ${amount}`,
  );

test("shows what was added, changed and deleted without a network", () => {
  const added = waiting({ method: "POST", body: milk });
  expect(shown([added])).toEqual(["Milk 250", "Bread 300"]);
  const dearer = { ...milk, description: "Bread", amount: 3.2 };
  expect(shown([waiting({ method: "PUT", params: { id: 7 }, body: dearer })])).toEqual(["Bread 320"]);
  expect(shown([added, waiting({ method: "DELETE", params: { id: 7 }, body: undefined })])).toEqual([
    "Milk 250",
  ]);
});

test("keeps the notes of a row that is accepted without a network", () => {
  const client = new QueryClient();
  const row = { ...bread, notes: "Sourdough", state: "waiting", source: "Bank" };
  client.setQueryData(queryKey(undefined, "review"), { rows: [row] });
  const request = { method: "POST", path: review.accept.path, body: { rows: [{ id: 7, categoryId: 1 }] } };
  expect(standInFor(review.accept, { ...request, budget: undefined }, client, 9)).toMatchObject([
    { description: "Bread", notes: "Sourdough" },
  ]);
});

test("shows a payment's lines in their order", () => {
  const line = { type: "expense", categoryId: 1, amount: 2 };
  const market = { description: "Market", date: "2026-11-05", lines: [{ ...line, notes: "A" }, line] };
  const added = waiting({ method: "POST", body: market }, undefined, payments);
  const id = Number(Object(added.standIn).id);
  expect(added.standIn).toMatchObject({
    amount: 4,
    lines: [{ id, paymentId: id, notes: "A" }, { paymentId: id }],
  });
  expect(shown([added])).toEqual(["Market 200", "Market 200", "Bread 300"]);
  const dearer = { ...market, lines: [line, { ...line, amount: 5 }] };
  const changed = waiting({ method: "PUT", params: { id }, body: dearer }, undefined, payments);
  expect(shown([added, changed]).sort()).toEqual(["Bread 300", "Market 200", "Market 500"]);
  expect(
    shown([added, waiting({ method: "DELETE", params: { id }, body: undefined }, undefined, payments)]),
  ).toEqual(["Bread 300"]);
  expect(shown([waiting({ method: "PUT", params: { id: 7 }, body: market }, undefined, payments)])).toEqual([
    "Market 200",
    "Market 200",
  ]);
});

test("leaves out changes of another month or budget", () => {
  expect(shown([waiting({ method: "POST", body: { ...milk, date: "2026-10-04" } })])).toEqual(["Bread 300"]);
  expect(shown([waiting({ method: "POST", body: milk }, 4)])).toEqual(["Bread 300"]);
  expect(
    shown([waiting({ method: "PUT", params: { id: 7 }, body: { ...milk, date: "2026-12-01" } })]),
  ).toEqual([]);
});

test("gives each addition a different negative id", () => {
  const ids = Array.from({ length: 50 }, () => Object(waiting({ method: "POST", body: milk }).standIn).id);
  expect(new Set(ids).size).toBe(50);
  expect(Math.max(...ids)).toBeLessThan(0);
});
