import { snapshotReply } from "@coffer/contract/activity";
import type { ErrorBody } from "@coffer/contract/error";
import { type Current, type Reason, Refusal } from "@coffer/core/refusal";
import { encode } from "@coffer/domain/definition/codec";
import { HTTPException } from "hono/http-exception";
import type { ContentfulStatusCode } from "hono/utils/http-status";

const STATUS: Record<Reason, ContentfulStatusCode> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  notFound: 404,
  conflict: 409,
  tooLarge: 413,
  noRoom: 507,
  throttled: 429,
  busy: 503,
};

type Problem = { status: ContentfulStatusCode; body: ErrorBody; headers: Record<string, string> };

/** Undefined for a defect, whose details the client must not see. */
export function problemOf(error: unknown): Problem | undefined {
  if (error instanceof HTTPException && !(error.cause instanceof Refusal))
    return { status: error.status, body: { message: error.message }, headers: {} };
  const refusal = error instanceof HTTPException ? error.cause : error;
  if (!(refusal instanceof Refusal)) return undefined;
  const { reason, message, issues, code, current, retryAfter } = refusal;
  return {
    status: STATUS[reason],
    body: {
      message,
      ...(code && { code }),
      ...(issues && { issues }),
      ...(current && { current: currentOnWire(current) }),
    },
    headers: retryAfter === undefined ? {} : { "retry-after": String(retryAfter) },
  };
}

const currentOnWire = ({ kind, value }: Current): unknown => value && encode(snapshotReply(kind), value);
