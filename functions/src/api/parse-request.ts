import { createHash } from "node:crypto";
import { BUDGET_OWNER_HEADER, IDEMPOTENCY_HEADER, USER_HEADER } from "@coffer/contract/error";
import { pathId } from "@coffer/contract/fields";
import type { OpenLedger } from "@coffer/core/access";
import type { IdempotencyKey } from "@coffer/core/idempotency";
import { type Issue, invalid, Refusal } from "@coffer/core/refusal";
import type { Id } from "@coffer/domain/id";
import { dayOfInstant } from "@coffer/domain/time/timezone";
import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import * as v from "valibot";

export function parseBudgetOwner(http: Context): Id | undefined {
  const header = http.req.header(BUDGET_OWNER_HEADER);
  if (header === undefined) return undefined;
  const parsed = v.safeParse(pathId, header);
  if (!parsed.success) throw invalid(BUDGET_OWNER_HEADER, "This budget owner is not valid");
  return parsed.output;
}

export function refuseOtherUser(http: Context, userId: Id): void {
  const believed = http.req.header(USER_HEADER);
  if (believed === undefined || believed === String(userId)) return;
  throw new Refusal("conflict", "Somebody else signed in here meanwhile. Sign in again to go on.", {
    code: "other-user",
  });
}

/** `body` is the raw text: an idempotency key belongs to one path and body. */
export function parseIdempotencyKey(http: Context, body: string): IdempotencyKey | undefined {
  const key = http.req.header(IDEMPOTENCY_HEADER);
  if (key === undefined) return undefined;
  if (!/^[\w-]{8,100}$/.test(key)) throw invalid(IDEMPOTENCY_HEADER, "Use 8 to 100 letters, digits, - or _");
  return { key, request: createHash("sha256").update(`${http.req.path}\n${body}`).digest("base64url") };
}

/** `limit` in bytes. Hono's bodyLimit would make a web request of Node's, which reads several times slower. */
export async function bodyText(http: Context, limit: number, types: readonly string[] = []): Promise<string> {
  const [type = ""] = (http.req.header("content-type") ?? "").toLowerCase().split(";");
  if (!["application/json", ...types].includes(type.trim()))
    throw new HTTPException(415, { message: "Content-Type must be application/json" });
  const length = http.req.header("content-length");
  if (Number(length ?? 0) > limit) throw tooLarge();
  try {
    // A body with a Content-Length cannot be longer, and reads several times faster in one piece.
    const text = length === undefined ? await readStream(http, limit) : await http.req.text();
    if (Buffer.byteLength(text) > limit) throw tooLarge();
    return text;
  } catch (error) {
    if (error instanceof HTTPException) throw error;
    // The client disconnected while sending, which is not a server error.
    throw new HTTPException(400, { message: "The request body was cut off" });
  }
}

async function readStream(http: Context, limit: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of http.req.raw.body ?? []) {
    size += chunk.byteLength;
    if (size > limit) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

const tooLarge = () => new HTTPException(413, { message: "This is too large" });

/** The largest legitimate body, a part of a restore, has fewer. */
const MOST_VALUES = 250_000;

/** Lone surrogates in strings become U+FFFD: neither UTF-8 nor the table can hold them. */
export function parseJson(text: string): unknown {
  if (hasMoreValues(text, MOST_VALUES)) throw tooLarge();
  try {
    const value: unknown = JSON.parse(text);
    // A reviver would take seconds for the largest body.
    return SURROGATE_ESCAPE.test(text) || !text.isWellFormed() ? wellFormed(value) : value;
  } catch {
    throw invalid("", "The request body is not valid JSON");
  }
}

const SURROGATE_ESCAPE = /\\u[dD][89a-fA-F]/;

/** Counts commas and opening brackets: every value but the first follows one. */
function hasMoreValues(text: string, most: number): boolean {
  if (text.length <= most) return false;
  let values = 0;
  for (const [mark] of text.matchAll(/[,[{]+/g)) {
    values += mark.length;
    if (values > most) return true;
  }
  return false;
}

function wellFormed(value: unknown): unknown {
  if (typeof value === "string") return value.toWellFormed();
  if (Array.isArray(value)) return value.map(wellFormed);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, wellFormed(each)]));
}

/** `date` may be an ISO instant: which day that is depends on the user's time zone. */
export function dated(body: unknown, ledger: OpenLedger | undefined): unknown {
  if (!ledger || typeof body !== "object" || body === null) return body;
  if (!("date" in body) || typeof body.date !== "string") return body;
  const day = dayOfInstant(body.date.trim(), ledger.user.timeZone);
  return day === undefined ? body : { ...body, date: day };
}

/** In characters. No form is this long. */
const LONGEST_FORM = 20_000;

export type Parsed<Schema> = Schema extends v.GenericSchema ? v.InferOutput<Schema> : undefined;

/**
 * Path parameters that do not parse name something that cannot exist, so they are "notFound". `length` is the input's,
 * in characters: if it is longer than any form, only the first issue is reported, as there may be millions.
 */
export function parse<Schema extends v.GenericSchema | undefined>(
  schema: Schema,
  input: unknown,
  otherwise: "notFound" | "invalid",
  length?: number,
): Parsed<Schema>;
export function parse(
  schema: v.GenericSchema | undefined,
  input: unknown,
  otherwise: "notFound" | "invalid",
  length = 0,
): unknown {
  if (!schema) return undefined;
  // Suppresses valibot's own messages, which name types and patterns.
  const parsed = v.safeParse(schema, input, { message: "", abortEarly: length > LONGEST_FORM });
  if (parsed.success) return parsed.output;
  if (otherwise === "notFound") throw new Refusal("notFound", "Not found");
  const issues: Issue[] = parsed.issues.map((issue) => ({
    path: v.getDotPath(issue) ?? "",
    message: issue.message || unnamedFault(issue),
  }));
  throw new Refusal("invalid", issues[0]?.message ?? "This is not valid", { issues });
}

function unnamedFault({ path, received }: v.BaseIssue<unknown>): string {
  const key = path?.at(-1)?.key;
  return `${typeof key === "string" ? key : "This"} is ${received === "undefined" ? "required" : "not valid"}`;
}
