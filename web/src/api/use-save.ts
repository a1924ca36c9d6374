import type { Endpoint } from "@coffer/contract/endpoint";
import { versionTag } from "@coffer/domain/activity/version-tag";
import { encode } from "@coffer/domain/definition/codec";
import { type Kind, replyOf } from "@coffer/domain/definition/kind";
import type { QueryClient } from "@tanstack/react-query";
import * as v from "valibot";
import { loadCode } from "../loading/load-code.ts";
import { ApiError, EditWithdrawn } from "./api-error.ts";
import type { LedgerId } from "./call.ts";
import type { Changed } from "./tabs.ts";
import { type Attempt, tryAgain, useApiMutation } from "./use-api-mutation.ts";
import type { WireRequest } from "./wire.ts";

type Sent<Body> = { ledgerId: LedgerId; body: Body } & Attempt;

type Options<Body, Item> = {
  kind: Kind;
  schema: Edit["schema"];
  add: (input: Sent<Body>) => Promise<Item>;
  update: (input: Sent<Body> & Pick<WireRequest, "version" | "opened">, id: number) => Promise<Item>;
  affects: readonly [ledgerId: LedgerId, changed: Changed];
  updateCache: (client: QueryClient, saved: Item) => void;
  /** The toast for "update goal". */
  failure?: typeof tryAgain;
  /** The description of the success toast. */
  describe?: (saved: Item) => string | undefined;
};

export function useSave<Body extends object, Item extends { id: number }>(options: Options<Body, Item>) {
  const { kind, schema, add, update, affects, updateCache, failure = tryAgain, describe } = options;
  const [ledgerId] = affects;
  const title = kind.name.charAt(0).toUpperCase() + kind.name.slice(1);
  return useApiMutation({
    async run({ body, opened }: { body: Body; opened: Item | undefined }, attempt) {
      if (!opened) return add({ ledgerId, body, ...attempt });
      return sendEdit({ kind, ledgerId, opened, body, schema }, (version, body) =>
        update({ ledgerId, body, version, opened, ...attempt }, opened.id),
      );
    },
    affects,
    updateCache,
    successToast: (saved, { opened }) => ({
      title: `${title} ${opened ? "updated" : "created"}`,
      description: describe?.(saved),
    }),
    failureToast: (_, { opened }) => failure(`${opened ? "update" : "create"} ${kind.name}`),
  });
}

export type Edit<Body extends object = object> = {
  kind: Kind;
  ledgerId: LedgerId;
  /** The thing as it was when the edit began; undefined to overwrite whatever is there. */
  opened: object | undefined;
  body: Body;
  schema: NonNullable<Endpoint["body"]>;
  /** Reads the current version, if the conflict's reply has another form. */
  read?: (current: unknown) => object;
};

/**
 * Sends an edit with the version that it began with. On a conflict it shows both versions: it throws EditWithdrawn if the
 * other is chosen, and else overwrites the other with the fields that the edit changed.
 */
export async function sendEdit<Body extends object, Reply>(
  edit: Edit<Body>,
  send: (version: string | undefined, body: Body) => Promise<Reply>,
): Promise<Reply> {
  const { kind, opened, body, read = (current) => Object(v.parse(replyOf(kind), current)) } = edit;
  try {
    return await send(opened && versionTag(kind, opened), body);
  } catch (error) {
    if (!(error instanceof ApiError) || !error.body.current) throw error;
    const { chooseMine } = await loadCode(() => import("../forms/both-versions.tsx"));
    const theirs = read(error.body.current);
    const mine = await overCurrent(edit, theirs);
    const isMine = await chooseMine({ kind, ledgerId: edit.ledgerId, mine, theirs });
    if (isMine) return send(undefined, mine);
    throw new EditWithdrawn(isMine === undefined);
  }
}

/** The edit with its untouched fields taken from `current`, so that it overwrites only what it changed. */
export async function overCurrent<Body extends object>(
  { kind, opened, body, schema }: Omit<Edit<Body>, "ledgerId" | "read">,
  current: object,
): Promise<Body> {
  if (!opened) return body;
  const { untouchedFields } = await loadCode(() => import("@coffer/domain/activity/versions"));
  const now = new Map(Object.entries(current));
  const untouched = untouchedFields(kind, opened, body);
  const merged = { ...body, ...Object.fromEntries(untouched.map((field) => [field, now.get(field)])) };
  // The merge can be invalid: for example, one person moved the start past the end that the other moved.
  return v.is(schema, encode(schema, merged)) ? merged : body;
}
