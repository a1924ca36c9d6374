import type { GrantedShare, ShareStore } from "@coffer/core/share/share-stores";
import type { Id } from "@coffer/domain/id";
import * as v from "valibot";
import { ABSENT, assign, both, PRESENT, sameId, stillIs } from "../table/conditions.ts";
import {
  type Item,
  idText,
  ledgerKey,
  ledgerPartition,
  userItemKey,
  userPartition,
  type WriteInput,
} from "../table/item.ts";
import { createShape } from "../table/shape.ts";
import type { Table } from "../table/table.ts";
import { invitationRemoval, invitationUse } from "./invitations.ts";
import { knewPut } from "./known.ts";
import { shareEntries, shareWrites } from "./share-writes.ts";

export const SHARE_PREFIX = "SHARE#";

/** The access that one person has to another's budget: read with every request of the recipient. */
export const shareKey = (ownerId: Id, recipientId: Id) =>
  ledgerKey(ownerId, `${SHARE_PREFIX}${idText(recipientId)}`);

const stored = v.object({ ...shareEntries, recipientId: v.number() });

/** Shape 2 says whether the recipient was mailed; before, everybody was. */
export const shareShape = createShape((item) => ({ mailed: true, ...item }));

export const shareFromItem = (item: Item): GrantedShare => v.parse(stored, shareShape.upgrade(item));

/**
 * Says in the recipient's own partition whose budget they may open. Not an entry of an index: that would miss for
 * a moment the budget that an invitation has just opened.
 */
const OPENS = "OPENS#";
const pointerKey = ({ ownerId, recipientId }: Pick<GrantedShare, "ownerId" | "recipientId">) =>
  userItemKey(recipientId, `${OPENS}${idText(ownerId)}`);
const storedPointer = v.object({ ownerId: v.number() });

/** Adds a share where the recipient holds none, or replaces the one that was read. */
function put(share: GrantedShare, granted: GrantedShare | undefined): WriteInput[] {
  const { ownerId, recipientId } = share;
  const Item = { ...shareKey(ownerId, recipientId), ...share, ...shareShape.stamp };
  if (granted) return [{ Put: { Item, ...sameId(granted) } }];
  return [{ Put: { Item, ...ABSENT } }, { Put: { Item: { ...pointerKey(share), ownerId } } }];
}

export function createShareStore(table: Table): ShareStore {
  const get = async (ownerId: Id, recipientId: Id) => {
    const item = await table.get(shareKey(ownerId, recipientId));
    return item && shareFromItem(item);
  };

  return {
    async list(ownerId) {
      const items = await table.list(ledgerPartition(ownerId), SHARE_PREFIX);
      return items.map(shareFromItem);
    },

    get,

    async grantedTo(recipientId) {
      const pointers = await table.list(userPartition(recipientId), OPENS);
      const owners = pointers.map((pointer) => v.parse(storedPointer, pointer).ownerId);
      const shares = await Promise.all(owners.map((ownerId) => get(ownerId, recipientId)));
      return shares.filter((share) => share !== undefined);
    },

    grant: (share, { granted, invited }, writes) =>
      table.tryTransact([
        ...put(share, granted),
        ...(invited ? [invitationRemoval(invited)] : []),
        ...shareWrites(share, writes),
      ]),

    accept: (invitation, share, granted, writes) =>
      table.tryTransact([
        ...put(share, granted),
        ...invitationUse(invitation),
        ...shareWrites(share, writes),
      ]),

    setOpened: ({ ownerId, recipientId, id }, writes) =>
      table.tryTransact([
        {
          Update: {
            Key: shareKey(ownerId, recipientId),
            ...assign({ opened: true }, both(sameId({ id }), stillIs("opened", false))),
          },
        },
        ...shareWrites({ ownerId, recipientId }, writes),
      ]),

    remove: ({ ownerId, recipientId, id }, writes) =>
      table.tryTransact([
        {
          Delete: {
            Key: shareKey(ownerId, recipientId),
            ...(id === undefined ? PRESENT : sameId({ id })),
          },
        },
        { Delete: { Key: pointerKey({ ownerId, recipientId }) } },
        knewPut(ownerId, recipientId),
        knewPut(recipientId, ownerId),
        ...shareWrites({ ownerId, recipientId }, writes),
      ]),
  };
}
