import type { Link, LinkStore } from "@coffer/core/links";
import * as v from "valibot";
import { PRESENT } from "./conditions.ts";
import type { Key, WriteInput } from "./item.ts";
import { type Table, ttl } from "./table.ts";

const linkKey = (hash: string): Key => ({ pk: `LINK#${hash}`, sk: "LINK" });

const stored = v.object({
  hash: v.string(),
  purpose: v.picklist(["verify-email", "reset-password", "take-back"]),
  userId: v.number(),
  email: v.string(),
  endsAt: v.number(),
});

/** The write that stores a link until it expires. */
export function linkPut({ expiresAt, ...link }: Link): WriteInput {
  return {
    Put: {
      Item: { ...linkKey(link.hash), ...link, endsAt: expiresAt, expiresAt: ttl(expiresAt) },
    },
  };
}

/** The write that uses a link up; it fails where that has happened before. */
export const linkUse = (hash: string): WriteInput => ({ Delete: { Key: linkKey(hash), ...PRESENT } });

export function createLinkStore(table: Table): LinkStore {
  return {
    async find(hash, purpose, now) {
      const item = await table.get(linkKey(hash));
      if (!item) return undefined;
      const { endsAt: expiresAt, ...link } = v.parse(stored, item);
      return link.purpose === purpose && expiresAt > now ? { ...link, expiresAt } : undefined;
    },
  };
}
