import type { Endpoint } from "@coffer/contract/endpoint";
import type { Endpoints } from "@coffer/contract/endpoints";
import { NEXT_CURSOR_HEADER } from "@coffer/contract/error";
import type { Caller, Device, OpenBudget } from "@coffer/core/access";
import type { IdempotencyKey } from "@coffer/core/idempotency";
import type { Right } from "@coffer/domain/share/sharing";
import type { Context } from "hono";
import type { GenericSchema, InferInput, InferOutput } from "valibot";

type Parsed<Schema> = Schema extends GenericSchema ? InferOutput<Schema> : undefined;

/** Parsed and authorised: `budget` is open with the right that the endpoint demands. */
export type Request<E extends Endpoint> = {
  params: Parsed<E["params"]>;
  query: Parsed<E["query"]>;
  body: Parsed<E["body"]>;
  caller: E["access"] extends "anyone" ? null : Caller;
  budget: E["access"] extends Right ? OpenBudget : undefined;
  idempotencyKey: IdempotencyKey | undefined;
  /** The version that an edit began with; undefined where it does not matter. */
  version: string | undefined;
  rateLimitKey: string;
  device: Device;
  /** For the cookies and headers of the answer, and nothing else. */
  http: Context;
};

export type Route<E extends Endpoint> = (request: Request<E>) => Promise<InferInput<E["reply"]>>;

/** A part of a list, whose header says where the next one starts; null after the last. */
export function withCursor<Part>(http: Context, part: Part, cursor: string | null): Part {
  if (cursor !== null) http.header(NEXT_CURSOR_HEADER, cursor);
  return part;
}

/** The routes of one noun of the contract; one that is left out fails to compile. */
export type RoutesOf<Noun extends Record<string, Endpoint>> = { [Call in keyof Noun]: Route<Noun[Call]> };
export type Routes = { [Noun in keyof Endpoints]: RoutesOf<Endpoints[Noun]> };
