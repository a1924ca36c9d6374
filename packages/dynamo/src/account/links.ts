import type { Link, LinkStore } from "@coffer/core/account/links";
import * as v from "valibot";
import { assign, both, PRESENT, stillIs } from "../table/conditions.ts";
import type { Item, Key, WriteInput } from "../table/item.ts";
import { type Table, ttl } from "../table/table.ts";

const linkKey = (hash: string): Key => ({ pk: `LINK#${hash}`, sk: "LINK" });

const stored = v.object({
  hash: v.string(),
  purpose: v.picklist(["verify-email", "reset-password", "take-back", "end-shares"]),
  userId: v.number(),
  email: v.string(),
  endsAt: v.number(),
  isUsed: v.optional(v.boolean()),
});

function fromItem(item: Item): { link: Link; isUsed: boolean } {
  const { endsAt: expiresAt, isUsed = false, ...link } = v.parse(stored, item);
  return { link: { ...link, expiresAt }, isUsed };
}

/** The write that stores a link until it expires. */
export function linkPut({ expiresAt, ...link }: Link): WriteInput {
  return {
    Put: {
      Item: { ...linkKey(link.hash), ...link, endsAt: expiresAt, expiresAt: ttl(expiresAt) },
    },
  };
}

/**
 * The write that uses a link up; it fails where that has happened before. One that verifies an address stays until it
 * expires, so that its page can say that the address is verified.
 */
export const linkUse = ({ hash, purpose }: Link): WriteInput =>
  purpose === "verify-email"
    ? {
        Update: {
          Key: linkKey(hash),
          ...assign({ isUsed: true }, both(PRESENT, stillIs("isUsed", undefined))),
        },
      }
    : { Delete: { Key: linkKey(hash), ...PRESENT } };

export function createLinkStore(table: Table): LinkStore {
  return {
    async find(hash, purpose, now) {
      const item = await table.get(linkKey(hash));
      if (!item) return undefined;
      const { link, isUsed } = fromItem(item);
      return !isUsed && link.purpose === purpose && link.expiresAt > now ? link : undefined;
    },

    async findUsed(hash) {
      const item = await table.get(linkKey(hash));
      const { link, isUsed } = item ? fromItem(item) : { isUsed: false };
      return isUsed ? link : undefined;
    },
  };
}
