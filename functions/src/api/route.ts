import type { Endpoint } from "@coffer/contract/endpoint";
import { VERSION_HEADER } from "@coffer/contract/error";
import type { Caller, OpenLedger } from "@coffer/core/access";
import type { Networks } from "@coffer/core/env";
import type { IdempotencyKey } from "@coffer/core/idempotency";
import { PAGE_BYTES, withinBytes } from "@coffer/core/pages";
import { invalidCursor } from "@coffer/core/refusal";
import type { Device } from "@coffer/domain/account/definition";
import { encode } from "@coffer/domain/definition/codec";
import type { Right } from "@coffer/domain/share/sharing";
import type { Context } from "hono";
import type { InferOutput } from "valibot";
import { dated, type Parsed, parse, parseIdempotencyKey, parseJson } from "./parse-request.ts";

export type Request<E extends Endpoint> = {
  params: Parsed<E["params"]>;
  query: Parsed<E["query"]>;
  body: Parsed<E["body"]>;
  caller: E["access"] extends "anyone" ? null : Caller;
  ledger: E["access"] extends Right ? OpenLedger : undefined;
  idempotencyKey: IdempotencyKey | undefined;
  networks: Networks;
  device: Device;
  /** The browser's preferred language; null if it names none. */
  language: string | null;
  http: Context;
};

/**
 * Returns values of the domain, which the reply's schema encodes, or a complete response. Ignored if the status is 204.
 */
export type Route<E extends Endpoint> = (
  request: Request<E>,
) => Promise<Response | (E extends { status: 204 } ? unknown : InferOutput<E["reply"]>)>;

/** The context variable that holds the cursor of the next page. */
export const NEXT_CURSOR = "nextCursor";

export function withCursor<Part>(http: Context, part: Part, cursor: string | null): Part {
  http.set(NEXT_CURSOR, cursor);
  return part;
}

/** The reply as JSON: whole if it is small enough, else one page of it (docs/decisions/037). */
export function textOf(http: Context, { inParts }: Endpoint, reply: unknown): string {
  const given = http.req.query("cursor");
  if (!inParts) return JSON.stringify(reply);
  if (given === undefined) {
    const whole = JSON.stringify(reply);
    if (Buffer.byteLength(whole) <= PAGE_BYTES) return whole;
  }
  return JSON.stringify(partOf(http, reply, given ?? "0"));
}

function partOf(http: Context, reply: unknown, given: string): unknown {
  if (!/^\d{1,6}$/.test(given)) throw invalidCursor();
  const start = Number(given);
  const cut = (list: readonly unknown[]) => {
    const part = withinBytes(list.slice(start));
    const next = start + part.length;
    return withCursor(http, part, next < list.length ? String(next) : null);
  };
  if (Array.isArray(reply)) return cut(reply);
  const { rows, ...rest }: { rows?: unknown } = Object(reply);
  return Array.isArray(rows) ? { ...rest, rows: cut(rows) } : reply;
}

type Incoming = Pick<Request<Endpoint>, "networks" | "device" | "language" | "http"> & {
  caller: Caller | null;
  ledger: OpenLedger | undefined;
  text: string;
};
export type Paired = {
  name: string;
  endpoint: Endpoint;
  call: (incoming: Incoming) => Promise<unknown>;
};

function pair<E extends Endpoint>(name: string, endpoint: E, route: Route<E>): Paired {
  const call = async ({ text, caller, ledger, ...rest }: Incoming) => {
    const body = endpoint.body && dated(parseJson(text), ledger);
    const parsed = {
      params: parse<E["params"]>(endpoint.params, rest.http.req.param(), "notFound"),
      query: parse<E["query"]>(endpoint.query, rest.http.req.query(), "invalid"),
      body: parse<E["body"]>(endpoint.body, body, "invalid", text.length),
      idempotencyKey: endpoint.idempotent ? parseIdempotencyKey(rest.http, text) : undefined,
    };
    const seen = endpoint.versioned ? rest.http.req.header(VERSION_HEADER) : undefined;
    const given = ledger && { ...ledger, seen, key: parsed.idempotencyKey };
    const answer = await route({ ...rest, ...granted<E>(caller, given), ...parsed });
    return answer instanceof Response ? answer : encode(endpoint.reply, answer);
  };
  return { name, endpoint, call };
}

/** Narrows the caller and budget to what the endpoint's access, which was checked before, guarantees. */
function granted<E extends Endpoint>(
  caller: Caller | null,
  ledger: OpenLedger | undefined,
): Pick<Request<E>, "caller" | "ledger">;
function granted(caller: Caller | null, ledger: OpenLedger | undefined) {
  return { caller, ledger };
}

export function pairNoun<Noun extends Record<string, Endpoint>>(
  name: string,
  noun: Noun,
  routes: NoInfer<{ [Call in keyof Noun]: Route<Noun[Call]> }>,
): Paired[] {
  const paired: Paired[] = [];
  for (const call in noun) paired.push(pair(`${name}.${call}`, noun[call], routes[call]));
  return paired;
}
