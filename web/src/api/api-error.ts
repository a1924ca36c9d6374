import { type ErrorBody, errorBody } from "@coffer/contract/error";
import * as v from "valibot";

/** An answer that is not OK. Its message is "status: body", as the specification says. */
export class ApiError extends Error {
  readonly status: number;
  /** What the server tells the person; undefined when the answer was not ours (a proxy, a gateway). */
  readonly serverMessage: string | undefined;
  /** What is wrong with each field; the path is the field's name. */
  readonly issues: NonNullable<ErrorBody["issues"]>;

  constructor(status: number, body: string, statusText: string) {
    super(`${status}: ${body || statusText}`);
    this.name = "ApiError";
    this.status = status;
    const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), errorBody), body);
    this.serverMessage = parsed.success ? parsed.output.message : undefined;
    this.issues = parsed.success ? (parsed.output.issues ?? []) : [];
  }
}

/** Takes whatever was thrown; returns the server's message, or the given default when there is none. */
export function messageOf(error: unknown, otherwise: string): string {
  return (error instanceof ApiError && error.serverMessage) || otherwise;
}

/** Whether the error is the server's answer with that status. */
export function hasStatus(error: unknown, status: number): boolean {
  return error instanceof ApiError && error.status === status;
}
