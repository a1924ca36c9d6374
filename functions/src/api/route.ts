import type { Endpoint } from "@coffer/contract/endpoint";
import type { Endpoints } from "@coffer/contract/endpoints";
import type { Caller, OpenBudget } from "@coffer/core/access";
import type { IdempotencyKey } from "@coffer/core/idempotency";
import type { Right } from "@coffer/domain/sharing";
import type { Context } from "hono";
import type { GenericSchema, InferInput, InferOutput } from "valibot";

type Read<Schema> = Schema extends GenericSchema ? InferOutput<Schema> : undefined;

/** What a route is given: everything parsed, the caller known, the budget opened with the right the endpoint asks for. */
export type Request<E extends Endpoint> = {
  params: Read<E["params"]>;
  query: Read<E["query"]>;
  body: Read<E["body"]>;
  caller: E["access"] extends "anyone" ? null : Caller;
  budget: E["access"] extends Right ? OpenBudget : undefined;
  once: IdempotencyKey | undefined;
  /** What counts as one client (network.ts), from a source that the client cannot set. */
  network: string;
  /** For cookies and headers of the answer only. */
  http: Context;
};

/** A route translates: request to use case, result to the wire's reply. */
export type Route<E extends Endpoint> = (request: Request<E>) => Promise<InferInput<E["reply"]>>;

/** The routes of one noun of the contract: leaving one out does not compile. */
export type RoutesOf<Noun extends Record<string, Endpoint>> = { [Call in keyof Noun]: Route<Noun[Call]> };
export type Routes = { [Noun in keyof Endpoints]: RoutesOf<Endpoints[Noun]> };
