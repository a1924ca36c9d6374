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

/** Undefined for a defect, of which the client may know nothing. */
export async function problemOf(error: unknown): Promise<Problem | undefined> {
  if (error instanceof HTTPException)
    return { status: error.status, body: { message: error.message }, headers: {} };
  if (!(error instanceof Refusal)) return undefined;
  const { reason, message, issues, code, current, retryAfter } = error;
  return {
    status: STATUS[reason],
    body: {
      message,
      ...(code && { code }),
      ...(issues && { issues }),
      ...(current && { current: await currentOnWire(current) }),
    },
    headers: retryAfter === undefined ? {} : { "retry-after": String(retryAfter) },
  };
}

async function currentOnWire({ kind, value }: Current): Promise<unknown> {
  const { snapshotReply } = await import("@coffer/contract/activity");
  return value && encode(snapshotReply(kind), value);
}
