import type { Endpoint } from "@coffer/contract/endpoint";
import { type EditedKind, versionTag } from "@coffer/domain/versions";
import * as v from "valibot";
import { ApiError, EditWithdrawn } from "./api-error.ts";
import type { Budget } from "./query-key.ts";

export type Edit = {
  kind: EditedKind;
  budget: Budget;
  /** The thing as it was when the edit began; undefined to overwrite whatever is there. */
  opened: object | undefined;
  body: object;
  reads: { body: NonNullable<Endpoint["body"]>; current: v.GenericSchema<unknown, object> };
};

/**
 * Sends an edit with the version it began with. Where somebody else was faster, shows both versions: throws EditWithdrawn
 * where theirs is chosen, and otherwise sends the edit over it.
 */
export async function sendEdit<Reply>(
  { kind, budget, opened, body, reads }: Edit,
  send: (version: string | undefined) => Promise<Reply>,
): Promise<Reply> {
  try {
    return await send(opened && versionTag(kind, opened));
  } catch (error) {
    if (!(error instanceof ApiError) || !error.current) throw error;
    const { chooseMine } = await import("../forms/both-versions.tsx");
    const mine = Object(v.parse(reads.body, body));
    const theirs = v.parse(reads.current, error.current);
    const isMine = await chooseMine({ kind, budget, mine, theirs });
    if (isMine) return send(undefined);
    throw new EditWithdrawn(isMine === undefined);
  }
}
