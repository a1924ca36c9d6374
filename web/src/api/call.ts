import type { Endpoint } from "@coffer/contract/endpoint";
import { encode } from "@coffer/domain/definition/codec";
import { type Month, monthNumber, yearOf } from "@coffer/domain/time/month";
import { type QueryKey, queryOptions, type UseQueryOptions } from "@tanstack/react-query";
import * as v from "valibot";
import { startedQueue } from "../offline/waiting-writes.ts";
import { deliver, type WireReply, type WireRequest, withSession } from "./wire.ts";

/** The owner of the open ledger; undefined for one's own. */
export type LedgerId = number | undefined;

export type Selection = { ledgerId: LedgerId; month: Month };

export type Noun =
  | "categories"
  | "transactions"
  | "search"
  | "review"
  | "budgets"
  | "month"
  | "history"
  | "tips"
  | "goals"
  | "accounts"
  | "line"
  | "subscriptions"
  | "rules"
  | "activity"
  | "people";

export const BUDGET = "budget";
const OWN = "own";

/** Cache keys are nested under their ledger, so that no ledger shows another's figures. */
export function queryKey(ledgerId: LedgerId, noun: Noun, ...rest: readonly (string | number)[]): QueryKey {
  return [BUDGET, ledgerId ?? OWN, noun, ...rest];
}

// Separate from the queries, so that the first chunk can name the keys without loading them.
export const CURRENT_USER: QueryKey = ["user"];
export const SHARED_WITH_ME: QueryKey = ["shared-with-me"];
export const NOTIFICATIONS: QueryKey = ["notifications"];
export const SHARED_USERS: QueryKey = ["shared-users"];

/** True for the keys of others' ledgers, and of the person's own if others may change it. */
export function isOfSharedLedger([of, ledgerId]: QueryKey, isOwnShared: boolean): boolean {
  return of === BUDGET && (ledgerId !== OWN || isOwnShared);
}

export const ONE_MINUTE = 60_000;
export const FIVE_MINUTES = 5 * ONE_MINUTE;
/** For data that is about to be edited. */
export const NEVER_CACHED = { staleTime: 0, gcTime: 0 };

type Wire<Schema> = Schema extends v.GenericSchema ? v.InferInput<Schema> : never;
/** A body in the domain's types, which its schema encodes; optional fields may be missing. */
export type Sent<Schema extends v.GenericSchema> = Loose<v.InferInput<Schema>, v.InferOutput<Schema>>;
type Loose<In, Out> = Out extends readonly unknown[]
  ? In extends readonly unknown[]
    ? Loose<In[number], Out[number]>[]
    : Out
  : Out extends object
    ? { [Key in keyof Out as Key extends OptionalKeys<In> ? never : Key]: Out[Key] } & {
        [Key in keyof Out as Key extends OptionalKeys<In> ? Key : never]?: Out[Key] | undefined;
      }
    : Out;
type OptionalKeys<T> = { [Key in keyof T]-?: undefined extends T[Key] ? Key : never }[keyof T];
type Texts<Values> = { [Key in keyof Values]: Values[Key] | number };

type Input<E extends Endpoint> = (E extends { params: v.GenericSchema }
  ? { params: Texts<Wire<E["params"]>> }
  : unknown) &
  (E extends { query: v.GenericSchema } ? { query: Texts<Wire<E["query"]>> } : unknown) &
  (E extends { body: v.GenericSchema } ? { body: Sent<E["body"]> } : unknown) &
  Extras;

type Extras = Pick<WireRequest, "key" | "version" | "opened"> & {
  ledgerId?: LedgerId;
  signal?: AbortSignal;
  /** Receives the activity entry that the call wrote, for Undo. */
  written?: WrittenEntry[] | undefined;
};

type RequestParts = Pick<WireRequest, "params" | "query" | "body">;

/** An entry of the activity of a ledger (`ledgerId` is its owner's id; undefined for one's own). */
export type WrittenEntry = { id: string; ledgerId: LedgerId };

export async function call<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
): Promise<v.InferOutput<E["reply"]>> {
  return (await send(endpoint, input)).reply;
}

/** The reply, and the cursor of the next page; null at the end. */
export async function send<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
): Promise<{ reply: v.InferOutput<E["reply"]>; next: string | null }> {
  const { ledgerId, signal, written, body, ...parts }: Extras & RequestParts = input;
  const sent = endpoint.body ? { body: encode(endpoint.body, body) } : {};
  const request = { method: endpoint.method, path: endpoint.path, budget: ledgerId, ...parts, ...sent };
  const sendOrWait = endpoint.waits && (await startedQueue());
  const attempt = async () => {
    if (sendOrWait) return sendOrWait(endpoint, request);
    const read = (cursor: string) => deliver({ ...request, query: { ...request.query, cursor } }, signal);
    const first = await deliver(request, signal);
    return endpoint.inParts ? withRest(first, read) : first;
  };
  const sending = isSignIn(endpoint) ? attempt() : withSession(attempt);
  const { json, entryId, next } = await sending;
  if (entryId !== null) {
    writtenHere.add(entryId);
    if (!endpoint.path.endsWith("/undo")) undoable.push({ id: entryId, ledgerId });
    written?.push({ id: entryId, ledgerId });
  }
  return { reply: v.parse(endpoint.reply, json), next };
}

/** Its 401 means a wrong password, not an ended session. */
const isSignIn = ({ path }: Endpoint): boolean => path.startsWith("/api/login");

const listIn = (json: unknown): unknown[] => (Array.isArray(json) ? json : Object(json).rows);

/** Reads all pages of a list. */
async function withRest(first: WireReply, read: (cursor: string) => Promise<WireReply>): Promise<WireReply> {
  const list = listIn(first.json);
  let cursor = first.next;
  while (cursor !== null) {
    const { json, next } = await read(cursor);
    list.push(...listIn(json));
    cursor = next;
  }
  return { ...first, next: null };
}

/** A query whose data is the reply of one call. */
export function callQuery<E extends Endpoint>(
  key: QueryKey,
  endpoint: E,
  input: Input<E>,
  settings: Omit<UseQueryOptions<v.InferOutput<E["reply"]>>, "queryKey" | "queryFn"> = {},
) {
  return queryOptions({
    queryKey: key,
    queryFn: ({ signal }) => call(endpoint, { ...input, signal }),
    ...settings,
  });
}

const writtenHere = new Set<string>();

export const isWrittenHere = (entryId: string): boolean => writtenHere.has(entryId);

let undoable: WrittenEntry[] = [];

/** The last change that this page made in a budget, other than an undo. */
export const lastWritten = (ledgerId: LedgerId) => undoable.findLast((one) => one.ledgerId === ledgerId);

export function forgetWritten(entryId: string): void {
  undoable = undoable.filter(({ id }) => id !== entryId);
}

export const monthParams = (month: Month) => ({ month: monthNumber(month), year: yearOf(month) });
