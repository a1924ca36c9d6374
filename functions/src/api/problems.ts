import type { ErrorBody } from "@coffer/contract/error";
import { type Reason, Refusal } from "@coffer/core/refusal";
import type { ContentfulStatusCode } from "hono/utils/http-status";

const STATUS: Record<Reason, ContentfulStatusCode> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  notFound: 404,
  conflict: 409,
  throttled: 429,
  busy: 503,
};

/** An error that the HTTP layer itself answers, before any use case: 404 without a route, 413, 415. */
export class HttpProblem extends Error {
  readonly status: ContentfulStatusCode;
  constructor(status: ContentfulStatusCode, message: string) {
    super(message);
    this.status = status;
  }
}

type Problem = { status: ContentfulStatusCode; body: ErrorBody; headers: Record<string, string> };

/** What the client is told of an error; undefined for a defect, of which nothing is told but that it happened. */
export function problemOf(error: unknown): Problem | undefined {
  if (error instanceof HttpProblem)
    return { status: error.status, body: { message: error.message }, headers: {} };
  if (!(error instanceof Refusal)) return undefined;
  const { reason, message, issues, retryAfter } = error;
  return {
    status: STATUS[reason],
    body: issues ? { message, issues } : { message },
    headers: retryAfter === undefined ? {} : { "retry-after": String(retryAfter) },
  };
}
