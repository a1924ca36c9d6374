import type { Endpoint } from "@coffer/contract/endpoint";
import {
  BUDGET_OWNER_HEADER,
  ENTRY_HEADER,
  IDEMPOTENCY_HEADER,
  NEXT_CURSOR_HEADER,
  VERSION_HEADER,
} from "@coffer/contract/error";
import * as v from "valibot";
import { ApiError } from "./api-error.ts";

type Wire<Schema> = Schema extends v.GenericSchema ? v.InferInput<Schema> : never;
type Texts<Values> = { [Key in keyof Values]: Values[Key] | number };

/** Exactly the parts of a request that the endpoint declares. */
type Input<E extends Endpoint> = (E extends { params: v.GenericSchema }
  ? { params: Texts<Wire<E["params"]>> }
  : unknown) &
  (E extends { query: v.GenericSchema } ? { query: Texts<Wire<E["query"]>> } : unknown) &
  (E extends { body: v.GenericSchema } ? { body: Wire<E["body"]> } : unknown) &
  Extras;

type Extras = {
  /** The owner of the opened budget; undefined for one's own. */
  budget?: number | undefined;
  /** The Idempotency-Key. */
  key?: string | undefined;
  /** The version that an edit began with. */
  version?: string | undefined;
  signal?: AbortSignal;
  /** Gets the entry that the call wrote in the budget's activity, so that it can be undone. */
  written?: WrittenEntry[] | undefined;
};

/** An entry of the activity of `budget` (the owner's id; undefined for one's own). */
export type WrittenEntry = { id: string; budget: number | undefined };

/** Throws ApiError for a reply that is not OK. */
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
  const { params, query, body, budget, key, version, signal, written }: Parts = input;
  const headers = new Headers();
  if (body !== undefined) headers.set("content-type", "application/json");
  if (budget !== undefined) headers.set(BUDGET_OWNER_HEADER, String(budget));
  if (key !== undefined) headers.set(IDEMPOTENCY_HEADER, key);
  if (version !== undefined) headers.set(VERSION_HEADER, version);
  const response = await fetch(urlOf(endpoint.path, params, query), {
    method: endpoint.method,
    credentials: "include",
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  });
  const text = await response.text();
  if (!response.ok) throw new ApiError(response.status, text, response.statusText);
  const entryId = response.headers.get(ENTRY_HEADER);
  if (entryId !== null) {
    writtenHere.add(entryId);
    if (!endpoint.path.endsWith("/undo")) undoable.push({ id: entryId, budget });
    written?.push({ id: entryId, budget });
  }
  const reply = v.parse(endpoint.reply, text === "" ? undefined : JSON.parse(text));
  return { reply, next: response.headers.get(NEXT_CURSOR_HEADER) };
}

const writtenHere = new Set<string>();

/** Whether this page made the change of an entry. */
export const isWrittenHere = (entryId: string): boolean => writtenHere.has(entryId);

let undoable: WrittenEntry[] = [];

/** The last change that this page made in a budget, other than an undo. */
export const lastWritten = (budget: number | undefined) => undoable.findLast((one) => one.budget === budget);

export function forgetWritten(entryId: string): void {
  undoable = undoable.filter(({ id }) => id !== entryId);
}

type Parts = Extras & { params?: Values; query?: Values; body?: unknown };
type Values = Record<string, unknown>;

function urlOf(path: string, params: Values = {}, query: Values = {}): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const search = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return search.length === 0 ? filled : `${filled}?${new URLSearchParams(search)}`;
}
