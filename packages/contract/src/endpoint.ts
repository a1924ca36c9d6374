import type { Right } from "@coffer/domain/share/sharing";
import type { GenericSchema } from "valibot";

/**
 * `user`: any signed-in user, for their own data. A `Right` is checked in the budget that `X-Budget-Owner` names, or else
 * in the user's own.
 */
export type Access = "anyone" | "user" | "admin" | Right;

/** Schemas parse the wire into domain values: requests on the server, replies in the web. */
export type Endpoint = {
  method: "GET" | "POST" | "PUT" | "DELETE";
  /** Parameters are written `:name`. */
  path: `/api/${string}`;
  access: Access;
  summary: string;
  params?: GenericSchema<Record<string, string>, Record<string, unknown>>;
  query?: GenericSchema<Record<string, unknown>, Record<string, unknown>>;
  body?: GenericSchema;
  reply: GenericSchema;
  /** The status of a successful response; 200 if absent. */
  status?: 200 | 201 | 202 | 204;
  /** Content types that are accepted in addition to application/json. */
  types?: readonly string[];
  /** In bytes; 64 KB if absent. */
  maxBody?: number;
  /** A retry with the same Idempotency-Key returns the first response. */
  idempotent?: true;
  /** A retried deletion with the same Idempotency-Key succeeds although nothing is left to delete. */
  deletesOnce?: true;
  /** The request sends the version it edited in `x-version`. If that is outdated, the 409 returns the current state. */
  versioned?: true;
  /**
   * The reply is a list (`true`), or an object with a list called `rows`. A long list is sent in pages of 2 MB:
   * the header x-next-cursor is the `cursor` of the next page.
   */
  inParts?: true | "rows";
  /** A browser may queue this change until the network is back. */
  waits?: true;
};

/** Checks a definition and keeps its exact types: `allow("read").get("/api/financial-goals", { … })`. */
export function allow<const Who extends Access>(access: Who) {
  const define =
    <Method extends Endpoint["method"]>(method: Method) =>
    <Path extends Endpoint["path"], const Rest extends Omit<Endpoint, "method" | "path" | "access">>(
      path: Path,
      rest: Rest,
    ) => ({ method, path, access, ...rest });
  return { get: define("GET"), post: define("POST"), put: define("PUT"), delete: define("DELETE") };
}
