import { type ErrorBody, errorBody } from "@coffer/contract/error";
import * as v from "valibot";

/** A reply that is not OK. `message` is "status: body". */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  /** Empty if the reply is not the API's, such as a proxy's. */
  readonly body: Partial<ErrorBody>;

  constructor(status: number, body: string, statusText: string) {
    super(`${status}: ${body || statusText}`);
    this.status = status;
    const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), errorBody), body);
    this.body = parsed.success ? parsed.output : {};
  }
}

export const CHECK_CONNECTION = "Please check your connection and try again.";
/** For a server or proxy that answers without a message: the connection works. */
const SERVER_TROUBLE = "The server has a problem at the moment. Please try again in a minute.";

/** The browser could not store a change; the message says why. */
export class NotStored extends Error {}

export function messageOf(error: unknown, fallback: string): string {
  if (error instanceof NotStored) return error.message;
  if (!(error instanceof ApiError)) return fallback;
  return error.body.message || (fallback === CHECK_CONNECTION ? SERVER_TROUBLE : fallback);
}

const reported = new WeakMap<Error, string>();

/** Remembers how a failed write was reported, so that its dialog says the same. */
export function noteFailure(error: Error, title: string, reason: string) {
  reported.set(error, title === "Error" || title === reason ? reason : `${title}: ${reason}`);
}

export const failureText = (error: unknown) =>
  (error instanceof Error ? reported.get(error) : undefined) ?? messageOf(error, CHECK_CONNECTION);

export const refusalOf = (error: unknown) => (error ? messageOf(error, CHECK_CONNECTION) : undefined);

/** The person kept the other version, or cancelled: not a failure, and nothing was saved. */
export class EditWithdrawn extends Error {
  /** The person cancelled, so the form keeps its text. */
  readonly isUndecided: boolean;

  constructor(isUndecided: boolean) {
    super();
    this.isUndecided = isUndecided;
  }
}

/** Messages by field name. */
export function issuesOf(error: unknown): Record<string, string> {
  const { issues = [] } = error instanceof ApiError ? error.body : {};
  return Object.fromEntries(issues.map(({ path, message }) => [path, message]));
}

export function hasStatus(error: unknown, status: number): boolean {
  return error instanceof ApiError && error.status === status;
}
