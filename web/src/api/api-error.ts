import { type ErrorBody, errorBody } from "@coffer/contract/error";
import * as v from "valibot";

/** A reply that is not OK. `message` is "status: body". */
export class ApiError extends Error {
  readonly status: number;
  /** Undefined where the reply is not of the API, such as that of a proxy. */
  readonly serverMessage: string | undefined;
  /** "reauthenticate" where giving the password lifts the refusal. */
  readonly code: ErrorBody["code"];
  /** The present state of what was changed meanwhile, null where it is gone; undefined in other errors. */
  readonly current: unknown;
  /** `path` is the field's name. */
  readonly issues: NonNullable<ErrorBody["issues"]>;

  constructor(status: number, body: string, statusText: string) {
    super(`${status}: ${body || statusText}`);
    this.name = "ApiError";
    this.status = status;
    const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), errorBody), body);
    this.serverMessage = parsed.success ? parsed.output.message : undefined;
    this.code = parsed.success ? parsed.output.code : undefined;
    this.current = parsed.success ? parsed.output.current : undefined;
    this.issues = parsed.success ? (parsed.output.issues ?? []) : [];
  }
}

export const CHECK_CONNECTION = "Please check your connection and try again.";
/** Of a server that answers without a message, or of a proxy before it: the connection is not to blame. */
const SERVER_TROUBLE = "The server has a problem at the moment. Please try again in a minute.";

/** The browser could not keep a change; the message says why. */
export class NotStored extends Error {}

export function messageOf(error: unknown, otherwise: string): string {
  if (error instanceof NotStored) return error.message;
  if (!(error instanceof ApiError)) return otherwise;
  return error.serverMessage || (otherwise === CHECK_CONNECTION ? SERVER_TROUBLE : otherwise);
}

/** For the form that was sent. */
export const refusalOf = (error: unknown) => (error ? messageOf(error, CHECK_CONNECTION) : undefined);

/** The person chose the version that somebody else saved meanwhile, or none yet: no failure, and nothing saved. */
export class EditWithdrawn extends Error {
  /** The typed text is to stay. */
  readonly isUndecided: boolean;

  constructor(isUndecided: boolean) {
    super();
    this.isUndecided = isUndecided;
  }
}

export function issuesOf(error: unknown): Record<string, string> {
  const issues = error instanceof ApiError ? error.issues : [];
  return Object.fromEntries(issues.map(({ path, message }) => [path, message]));
}

export function hasStatus(error: unknown, status: number): boolean {
  return error instanceof ApiError && error.status === status;
}
