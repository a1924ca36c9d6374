import type { Link, LinkStore } from "@coffer/core/account/links";
import * as v from "valibot";
import { type Item, type Key, ttl, type WriteInput } from "../table/item.ts";
import type { Table } from "../table/table.ts";
import { assign, both, PRESENT, put, remove, stillIs } from "../table/writes.ts";

const linkKey = (hash: string): Key => ({ pk: `LINK#${hash}`, sk: "LINK" });

const stored = v.object({
  hash: v.string(),
  purpose: v.picklist(["verify-email", "reset-password", "take-back", "end-shares"]),
  userId: v.number(),
  email: v.string(),
  endsAt: v.number(),
  isUsed: v.optional(v.boolean(), false),
});

function fromItem(item: Item): { link: Link; isUsed: boolean } {
  const { endsAt: expiresAt, isUsed, ...link } = v.parse(stored, item);
  return { link: { ...link, expiresAt }, isUsed };
}

const linkItem = ({ expiresAt, ...link }: Link) => ({
  ...linkKey(link.hash),
  ...link,
  endsAt: expiresAt,
  expiresAt: ttl(expiresAt),
});
export const linkPut = (link: Link): WriteInput => put(linkItem(link));

/** Uses up a link. One that verifies an address is kept until it expires, so that its page can show that it worked. */
export const linkUse = ({ hash, purpose }: Link): WriteInput =>
  purpose === "verify-email"
    ? { Update: assign(linkKey(hash), { isUsed: true }, both(PRESENT, stillIs("isUsed", undefined))) }
    : remove(linkKey(hash), PRESENT);

export function createLinkStore(table: Table): LinkStore {
  return {
    add: (link) => table.put(linkItem(link)),

    async find(hash, purpose, now) {
      const { link, isUsed } = (await table.find(linkKey(hash), fromItem)) ?? {};
      return link && !isUsed && link.purpose === purpose && link.expiresAt > now ? link : undefined;
    },

    async findUsed(hash) {
      const { link, isUsed } = (await table.find(linkKey(hash), fromItem)) ?? {};
      return isUsed ? link : undefined;
    },
  };
}
