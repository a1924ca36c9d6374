import type { Kind } from "@coffer/domain/definition/kind";
import type { QueryClient } from "@tanstack/react-query";
import type { LedgerId } from "./call.ts";
import type { Edit } from "./edit-version.ts";
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
  /** Below the title of the toast of success. */
  describe?: (saved: Item) => string | undefined;
};

export function useSave<Body extends object, Item extends { id: number }>(options: Options<Body, Item>) {
  const { kind, schema, add, update, affects, updateCache, failure = tryAgain, describe } = options;
  const [ledgerId] = affects;
  const title = kind.name.charAt(0).toUpperCase() + kind.name.slice(1);
  return useApiMutation({
    async run({ body, opened }: { body: Body; opened: Item | undefined }, attempt) {
      if (!opened) return add({ ledgerId, body, ...attempt });
      const { sendEdit } = await import("./edit-version.ts");
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
