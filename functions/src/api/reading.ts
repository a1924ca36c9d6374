import { createHash } from "node:crypto";
import { BUDGET_OWNER_HEADER, IDEMPOTENCY_HEADER } from "@coffer/contract/error";
import { pathId } from "@coffer/contract/fields";
import type { IdempotencyKey } from "@coffer/core/idempotency";
import { type Issue, invalid, Refusal } from "@coffer/core/refusal";
import type { Id } from "@coffer/domain/id";
import type { Context } from "hono";
import * as v from "valibot";
import { HttpProblem } from "./problems.ts";

// What a request says, read before anything is decided. Whatever cannot be read is the client's mistake: 4xx.

/** Whose budget is asked for; undefined for the caller's own. Refusal "invalid" for what is no id. */
export function ownerAsked(http: Context): Id | undefined {
  const header = http.req.header(BUDGET_OWNER_HEADER);
  if (header === undefined) return undefined;
  const parsed = v.safeParse(pathId, header);
  if (!parsed.success) throw invalid(BUDGET_OWNER_HEADER, "This budget owner is not valid");
  return parsed.output;
}

/** The client's promise to mean one creation, if any; `body` as it was sent. Refusal "invalid" for a malformed key. */
export function onceAsked(http: Context, body: string): IdempotencyKey | undefined {
  const key = http.req.header(IDEMPOTENCY_HEADER);
  if (key === undefined) return undefined;
  if (!/^[\w-]{8,100}$/.test(key)) throw invalid(IDEMPOTENCY_HEADER, "Use 8 to 100 letters, digits, - or _");
  return { key, request: createHash("sha256").update(`${http.req.path}\n${body}`).digest("base64url") };
}

/** The body as text, refused before it is read whole when it has more than `limit` bytes or is not JSON. */
export async function bodyText(http: Context, limit: number): Promise<string> {
  const type = http.req.header("content-type") ?? "";
  if (!/^application\/json\s*(;|$)/i.test(type))
    throw new HttpProblem(415, "Content-Type must be application/json");
  const length = http.req.header("content-length");
  if (Number(length ?? 0) > limit) throw tooLarge();
  try {
    // Whoever says the length sends no more than that; reading it at once is several times faster.
    const text = length === undefined ? await streamed(http, limit) : await http.req.text();
    if (Buffer.byteLength(text) > limit) throw tooLarge();
    return text;
  } catch (error) {
    if (error instanceof HttpProblem) throw error;
    // The client has gone in the middle of it: nothing of ours is broken.
    throw new HttpProblem(400, "The request body was cut off");
  }
}

async function streamed(http: Context, limit: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of http.req.raw.body ?? []) {
    size += chunk.byteLength;
    if (size > limit) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

const tooLarge = () => new HttpProblem(413, "This is too large");

/** The body's JSON, with what is no Unicode in its strings replaced; Refusal "invalid" (400) where it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text, (_key, value) => (typeof value === "string" ? value.toWellFormed() : value));
  } catch {
    throw new Refusal("invalid", "The request body is not valid JSON", {
      issues: [{ path: "", message: "The request body is not valid JSON" }],
    });
  }
}

/**
 * What a schema makes of its part of the request. Path parameters that do not parse name something that cannot
 * exist (notFound); everything else is invalid. Undefined without a schema; otherwise it is a Refusal that is thrown.
 */
export function read(
  schema: v.GenericSchema | undefined,
  input: unknown,
  otherwise: "notFound" | "invalid",
): unknown {
  if (!schema) return undefined;
  const parsed = v.safeParse(schema, input);
  if (parsed.success) return parsed.output;
  if (otherwise === "notFound") throw new Refusal("notFound", "Not found");
  const issues: Issue[] = parsed.issues.map((issue) => ({
    path: v.getDotPath(issue) ?? "",
    message: issue.message,
  }));
  throw new Refusal("invalid", issues[0]?.message ?? "This is not valid", { issues });
}
