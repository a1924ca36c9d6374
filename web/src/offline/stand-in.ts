import type { Endpoint } from "@coffer/contract/endpoint";
import type { review } from "@coffer/contract/review";
import { payments } from "@coffer/contract/transaction";
import { encode } from "@coffer/domain/definition/codec";
import { draftOf } from "@coffer/domain/definition/kind";
import type { Goal } from "@coffer/domain/goal/goal";
import type { Id } from "@coffer/domain/id";
import { cents, fromDecimal, ZERO } from "@coffer/domain/money/money";
import { paymentHead } from "@coffer/domain/payment/definition";
import { lineOf, type PaymentDraft, paymentAmount } from "@coffer/domain/payment/payment";
import type { Transaction } from "@coffer/domain/transaction/transaction";
import type { QueryClient } from "@tanstack/react-query";
import * as v from "valibot";
import { queryKey } from "../api/call.ts";
import type { WireRequest } from "../api/wire.ts";

let lastId = 0;
/** Negative, so that it differs from all ids of the server. */
const temporaryId = () => {
  lastId = Math.min(-Date.now(), lastId - 1);
  return lastId;
};

/** The reply, as on the wire, that the server is expected to give to a waiting change. */
export function standInFor(
  { body: bodySchema, reply }: Pick<Endpoint, "body" | "reply">,
  request: WireRequest,
  client: QueryClient | undefined,
  userId: number,
): unknown {
  const { method, path, params, body, budget: ledgerId } = request;
  const id = Number(params?.id);
  if (method === "DELETE") return undefined;
  if (path.endsWith("/contributions")) {
    const goal = client?.getQueryData<Goal[]>(queryKey(ledgerId, "goals"))?.find((one) => one.id === id);
    if (!goal) return undefined;
    const amount = fromDecimal(Object(body).amount) ?? ZERO;
    return encode(reply, { ...goal, currentAmount: cents(goal.currentAmount + amount) });
  }
  if (path === "/api/review/accept") {
    const waiting = client?.getQueriesData<Review>({ queryKey: queryKey(ledgerId, "review") }) ?? [];
    const known = waiting.flatMap(([, data]) => data?.rows ?? []);
    return encode(reply, standInAccepted(Object(bodySchema && v.parse(bodySchema, body)).rows, known));
  }
  if (path.startsWith("/api/review")) return undefined;
  const lists = client?.getQueriesData<Transaction[]>({ queryKey: queryKey(ledgerId, "transactions") }) ?? [];
  const cached = lists
    .flatMap(([, rows]) => (Array.isArray(rows) ? rows : []))
    .filter((one) => one.id === id || one.paymentId === id);
  if (path.startsWith(payments.add.path))
    return encode(reply, standInPayment(v.parse(payments.update.body, body), id, cached, userId));
  // Applies the same defaults as the server.
  const draft = Object(bodySchema ? v.parse(bodySchema, body) : body);
  const entered = method === "POST" ? { id: temporaryId(), createdBy: userId } : { ...cached[0], id };
  return encode(reply, { createdAt: Date.now(), ...entered, ...draft });
}

type Review = v.InferOutput<(typeof review.list)["reply"]>;
type Accepted = v.InferOutput<(typeof review.accept)["body"]>["rows"];

/** The transactions that accepted rows become. A tied row adds none: its transaction exists. */
function standInAccepted(accepted: Accepted, known: Review["rows"]) {
  return accepted.flatMap(({ lines, tiesTo, pays: _, dueDate: _due, ...given }): Transaction[] => {
    const row = known.find(({ id }) => id === given.id);
    const categoryId = given.categoryId ?? lines?.[0]?.categoryId;
    if (!row || tiesTo !== undefined || categoryId === undefined) return [];
    const whole = {
      ...row,
      ...given,
      categoryId,
      notes: given.notes ?? row.notes ?? null,
      createdAt: Date.now(),
    };
    if (!lines) return [whole];
    const paymentId = row.id;
    return lines.map((line, index) => ({
      ...whole,
      ...line,
      id: index === 0 ? paymentId : temporaryId(),
      paymentId,
    }));
  });
}

function standInPayment(draft: PaymentDraft, id: Id, cached: readonly Transaction[], userId: Id) {
  const before = [...new Map(cached.map((line) => [line.id, line])).values()].sort((a, b) => a.id - b.id);
  const [head] = before;
  const { createdAt = Date.now(), createdBy = userId } = head ?? {};
  const whole = { ...(head && draftOf(paymentHead, head)), ...draft };
  // Reversed, so that ids ascend in the order of the lines.
  const fresh = draft.lines.map(temporaryId).reverse();
  const paymentId = Number.isNaN(id) ? (fresh[0] ?? 0) : id;
  const lines = draft.lines.map((line, index) => ({
    ...lineOf(whole, line),
    id: index === 0 ? paymentId : (before[index]?.id ?? fresh[index] ?? 0),
    createdAt,
    createdBy,
    ...(draft.lines.length > 1 && { paymentId }),
  }));
  return { id: paymentId, amount: paymentAmount(lines), lines };
}
