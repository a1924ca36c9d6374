import type { Right } from "@coffer/domain/share/sharing";
import type { GenericSchema } from "valibot";

/** `user`: for what is a signed-in user's alone. Rights are in the budget of `X-Budget-Owner`, else in one's own. */
export type Access = "anyone" | "user" | "admin" | Right;

/** Schemas read the wire (input) into values of the domain (output): requests on the server, replies in the web. */
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
  /** Of the good answer: 200 where absent. */
  status?: 200 | 201 | 202 | 204;
  /** In bytes: 64 KB where absent. */
  maxBody?: number;
  /** A repeat with the same Idempotency-Key gives the first answer again. */
  idempotent?: true;
  /** A deletion whose repeat with the same Idempotency-Key succeeds, though there is nothing left to delete. */
  deletesOnce?: true;
  /** A change that takes the version it began with in `x-version`: where somebody else was faster, both are shown. */
  versioned?: true;
  /** A change that a browser may hold until the network is back. */
  waits?: true;
};

/** Checks a definition and keeps its exact types: `allow("read").get("/api/goals", { … })`. */
export function allow<const Who extends Access>(access: Who) {
  const define =
    <Method extends Endpoint["method"]>(method: Method) =>
    <Path extends Endpoint["path"], const Rest extends Omit<Endpoint, "method" | "path" | "access">>(
      path: Path,
      rest: Rest,
    ) => ({ method, path, access, ...rest });
  return { get: define("GET"), post: define("POST"), put: define("PUT"), delete: define("DELETE") };
}
