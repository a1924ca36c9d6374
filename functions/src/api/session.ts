import type { Caller } from "@coffer/core/access";
import type { Context } from "hono";

/** The session behind a request's cookie, and the cookies of an answer. */
export type Sessions = {
  /** Who is calling, read from the store in one round trip with the share for `ownerId`; null without a valid session. */
  caller(http: Context, ownerId: number | undefined): Promise<Caller | null>;
};
