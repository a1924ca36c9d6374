import type { Snapshots } from "@coffer/domain/activity/activity";
import type { ActivityKind } from "@coffer/domain/activity/kinds";
import { pluralize } from "@coffer/domain/text/plural";
import { HOUR_MS, MINUTE_MS } from "@coffer/domain/time/day";

/** Why a request is turned down; each has one HTTP status (functions/src/api/app.ts). */
export type Reason =
  | "invalid" // 400: a value is not acceptable; see `issues`
  | "unauthenticated" // 401: no valid session
  | "forbidden" // 403: the session may not do this
  | "notFound" // 404: does not exist, or is not yours
  | "conflict" // 409: taken, or changed under you
  | "tooLarge" // 413: more than can be stored
  | "noRoom" // 507: the disk is full
  | "throttled" // 429: too often; see `retryAfter`
  | "busy"; // 503: the store is busy beyond retries; see `retryAfter`

export type CurrentOf<Kind extends ActivityKind> = { kind: Kind; value: Snapshots[Kind] | null };
export type Current = { [Kind in ActivityKind]: CurrentOf<Kind> }[ActivityKind];

/** The way to resolve the refusal: the password, a sign-in code, or signing in as the user whom the page shows. */
type RefusalCode = "reauthenticate" | "second-factor" | "other-user";

export type Issue = { path: string; message: string };

/** The one error whose message a user may see. Everything else that is thrown is a defect. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly reason: Reason;
  readonly issues: Issue[] | undefined;
  readonly code: RefusalCode | undefined;
  /** Seconds after which trying again makes sense. */
  readonly retryAfter: number | undefined;
  /** The current state of the thing that an edit or undo conflicted with. */
  readonly current: Current | undefined;

  constructor(
    reason: Reason,
    message: string,
    more: {
      current?: Current;
      issues?: Issue[];
      code?: RefusalCode;
      retryAfter?: number;
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: more.cause });
    this.reason = reason;
    this.issues = more.issues;
    this.code = more.code;
    this.retryAfter = more.retryAfter;
    this.current = more.current;
  }
}

/** For values that schemas cannot check, such as the id of a category that does not exist. */
export const invalid = (path: string, message: string) =>
  new Refusal("invalid", message, { issues: [{ path, message }] });

/** The same for things that do not exist and things of others, so that nobody learns what others have. */
export const notFound = (what: string) => new Refusal("notFound", `${what} not found`);

/** Refuses (notFound) an undefined value. */
export function found<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw notFound(what);
  return value;
}

export const changedMeanwhile = (what: string): Refusal =>
  new Refusal("conflict", `${what} was changed meanwhile. Please try again.`);

export const invalidCursor = (): Refusal => invalid("cursor", "This cursor is not valid");

/** The ledger's partition has reached DynamoDB's limit. */
export const ledgerFull = (): Refusal =>
  new Refusal("tooLarge", "This budget is full. Please delete what you no longer need.");

/** A call would read more than any screen needs. */
export const tooMuchAtOnce = (): Refusal =>
  new Refusal("tooLarge", "That is too much to read at once. Please choose a shorter period.");

export const diskFull = (cause: unknown): Refusal => {
  const message =
    "The disk of the machine that Coffer runs on is full, so nothing was saved. Free some space, then try again.";
  return new Refusal("noRoom", message, { cause });
};

/** The store refused or did not answer all retries of a request; `cause` is the last error. */
export function busy(cause: unknown): Refusal {
  const message = "The service is busy. Please try again in a moment.";
  return new Refusal("busy", message, { retryAfter: 2, cause });
}

/** "40 seconds", "5 minutes", "2 hours": rounded up. */
function waitText(waitMs: number): string {
  if (waitMs <= MINUTE_MS) return pluralize(Math.max(1, Math.ceil(waitMs / 1000)), "second");
  if (waitMs <= HOUR_MS) return pluralize(Math.ceil(waitMs / MINUTE_MS), "minute");
  return pluralize(Math.ceil(waitMs / HOUR_MS), "hour");
}

export const tooMany = (waitMs: number) =>
  new Refusal("throttled", `Too many attempts. Please try again in ${waitText(waitMs)}.`, {
    retryAfter: Math.max(1, Math.ceil(waitMs / 1000)),
  });

const ATTEMPTS = 20;
const PAUSE_MS = 100;

/**
 * Optimistic concurrency: repeats `attempt` (read, decide, write) while it returns "changed", which means that something
 * it read had changed before it wrote. Throws `conflict()` after twenty attempts, with random pauses from the third on.
 */
export async function retryOnConflict<T>(
  attempt: () => Promise<T | "changed">,
  conflict: () => Refusal,
): Promise<T> {
  for (let tried = 0; tried < ATTEMPTS; tried++) {
    const result = await attempt();
    if (result !== "changed") return result;
    if (tried >= 2) await new Promise((resolve) => setTimeout(resolve, Math.random() * PAUSE_MS));
  }
  throw conflict();
}
