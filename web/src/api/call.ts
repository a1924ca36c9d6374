import type { Endpoint } from "@coffer/contract/endpoint";
import { encode } from "@coffer/domain/definition/codec";
import { type Month, monthNumber, yearOf } from "@coffer/domain/time/month";
import { type QueryKey, queryOptions, type UseQueryOptions } from "@tanstack/react-query";
import * as v from "valibot";
import type { LedgerId } from "./query-key.ts";
import { deliver, type WireRequest } from "./wire.ts";

type Wire<Schema> = Schema extends v.GenericSchema ? v.InferInput<Schema> : never;
/** A body as the domain has it, which its schema writes for the wire; what the wire may leave out may be left out. */
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
  /** Gets the entry that the call wrote in the budget's activity, so that it can be undone. */
  written?: WrittenEntry[] | undefined;
};

/** An entry of the activity of a ledger (`ledgerId` is its owner's id; undefined for one's own). */
export type WrittenEntry = { id: string; ledgerId: LedgerId };

export async function call<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
): Promise<v.InferOutput<E["reply"]>> {
  return (await send(endpoint, input)).reply;
}

/** The reply, and the cursor of the next part of a list; null where there is none. */
export async function send<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
): Promise<{ reply: v.InferOutput<E["reply"]>; next: string | null }> {
  const { ledgerId, signal, written, body, ...parts }: Parts = input;
  const sent = endpoint.body ? { body: encode(endpoint.body, body) } : {};
  const request = { method: endpoint.method, path: endpoint.path, budget: ledgerId, ...parts, ...sent };
  // A change that may wait for the network is stored where it cannot be sent, or where others wait before it.
  const { json, entryId, next } = endpoint.waits
    ? await (await import("../offline/write-queue.ts")).sendOrWait(endpoint, request)
    : await deliver(request, signal);
  if (entryId !== null) {
    writtenHere.add(entryId);
    if (!endpoint.path.endsWith("/undo")) undoable.push({ id: entryId, ledgerId });
    written?.push({ id: entryId, ledgerId });
  }
  return { reply: v.parse(endpoint.reply, json), next };
}

type Settings =
  | "staleTime"
  | "gcTime"
  | "meta"
  | "placeholderData"
  | "refetchInterval"
  | "refetchOnWindowFocus";

/** A query whose data is the reply of one call. */
export function callQuery<E extends Endpoint>(
  queryKey: QueryKey,
  endpoint: E,
  input: Input<E>,
  settings: Pick<UseQueryOptions<v.InferOutput<E["reply"]>>, Settings> = {},
) {
  return queryOptions({
    queryKey,
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

type Parts = Extras & Pick<WireRequest, "params" | "query" | "body">;

export const monthParams = (month: Month) => ({ month: monthNumber(month), year: yearOf(month) });
