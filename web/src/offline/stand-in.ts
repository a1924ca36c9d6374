import type { Endpoint } from "@coffer/contract/endpoint";
import { encode } from "@coffer/domain/definition/codec";
import type { Goal } from "@coffer/domain/goal/goal";
import { cents, fromDecimal, ZERO } from "@coffer/domain/money/money";
import type { Transaction } from "@coffer/domain/transaction/transaction";
import type { QueryClient } from "@tanstack/react-query";
import * as v from "valibot";
import { queryKey } from "../api/query-key.ts";
import type { WireRequest } from "../api/wire.ts";

let lastId = 0;
/** Negative, until the server gives it one of its own. */
const temporaryId = () => {
  lastId = Math.min(-Date.now(), lastId - 1);
  return lastId;
};

/** The reply that the server is expected to give to a change that waits, as on the wire. */
export function standInFor(
  { body: bodySchema, reply }: Pick<Endpoint, "body" | "reply">,
  request: WireRequest,
  client: QueryClient | undefined,
  userId: number,
): unknown {
  const { method, path, params, body, budget } = request;
  const id = Number(params?.id);
  if (method === "DELETE") return undefined;
  if (path.endsWith("/contributions")) {
    const goal = client?.getQueryData<Goal[]>(queryKey(budget, "goals"))?.find((one) => one.id === id);
    if (!goal) return undefined;
    const amount = fromDecimal(Object(body).amount) ?? ZERO;
    return encode(reply, { ...goal, currentAmount: cents(goal.currentAmount + amount) });
  }
  // As the server reads it: what is left out has its default.
  const draft = Object(bodySchema ? v.parse(bodySchema, body) : body);
  if (method === "POST") {
    const added = { ...draft, id: temporaryId(), createdAt: Date.now(), createdBy: userId };
    return encode(reply, added);
  }
  const cached = client
    ?.getQueriesData<Transaction[]>({ queryKey: queryKey(budget, "transactions") })
    .flatMap(([, rows]) => (Array.isArray(rows) ? rows : []))
    .find((one) => one.id === id);
  return encode(reply, { createdAt: Date.now(), ...cached, ...draft, id });
}
