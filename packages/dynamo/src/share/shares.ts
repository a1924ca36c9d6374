import type { GrantedShare, ShareStore } from "@coffer/core/share/share-stores";
import type { Id } from "@coffer/domain/id";
import * as v from "valibot";
import { knewPut } from "../account/user-directory.ts";
import { type Item, idText, ledgerKey, ledgerPartition, userItemKey, userPartition } from "../table/item.ts";
import type { Table } from "../table/table.ts";
import { ABSENT, assign, both, put, remove, sameId, stillIs } from "../table/writes.ts";
import { invitationRemoval, invitationUse, shareEntries, shareShape, writeShare } from "./invitations.ts";

export const SHARE_PREFIX = "SHARE#";

/** A user's access to another's budget, read with each of the recipient's requests. */
export const shareKey = (ownerId: Id, recipientId: Id) =>
  ledgerKey(ownerId, `${SHARE_PREFIX}${idText(recipientId)}`);

const stored = v.object({ ...shareEntries, recipientId: v.number() });
export const shareFromItem = (item: Item): GrantedShare => v.parse(stored, shareShape.upgrade(item));

/** Lists, in the recipient's partition, whose budgets they may open. Not an index, as those are eventually consistent. */
export const OPENS = "OPENS#";
const pointerKey = (ownerId: Id, recipientId: Id) => userItemKey(recipientId, `${OPENS}${idText(ownerId)}`);
const storedPointer = v.object({ ownerId: v.number() });

function sharePut(share: GrantedShare, granted: GrantedShare | undefined) {
  const { ownerId, recipientId } = share;
  const item = { ...shareKey(ownerId, recipientId), ...share, ...shareShape.stamp };
  if (granted) return [put(item, sameId(granted))];
  return [put(item, ABSENT), put({ ...pointerKey(ownerId, recipientId), ownerId })];
}

export function createShareStore(table: Table): ShareStore {
  const get = (ownerId: Id, recipientId: Id) => table.find(shareKey(ownerId, recipientId), shareFromItem);

  return {
    list: async (ownerId) => (await table.list(ledgerPartition(ownerId), SHARE_PREFIX)).map(shareFromItem),

    get,

    async grantedTo(recipientId) {
      const pointers = await table.list(userPartition(recipientId), OPENS);
      const owners = pointers.map((pointer) => v.parse(storedPointer, pointer).ownerId);
      const shares = await Promise.all(owners.map((ownerId) => get(ownerId, recipientId)));
      return shares.filter((share) => share !== undefined);
    },

    grant: (share, { granted, invited, accepted }, writes) =>
      writeShare(
        table,
        [
          ...sharePut(share, granted),
          ...(invited ? [invitationRemoval(invited)] : []),
          ...(accepted ? invitationUse(accepted) : []),
        ],
        share,
        writes,
      ),

    setOpened(share, writes) {
      const isUnopened = both(sameId(share), stillIs("opened", false));
      const key = shareKey(share.ownerId, share.recipientId);
      return writeShare(table, [{ Update: assign(key, { opened: true }, isUnopened) }], share, writes);
    },

    remove(share, writes) {
      const { ownerId, recipientId } = share;
      const ended = [
        remove(shareKey(ownerId, recipientId), sameId(share)),
        remove(pointerKey(ownerId, recipientId)),
        knewPut(ownerId, recipientId),
        knewPut(recipientId, ownerId),
      ];
      return writeShare(table, ended, share, writes);
    },
  };
}
