import { ledger } from "@coffer/contract/ledger";
import { sharing } from "@coffer/contract/sharing";
import type { Core } from "@coffer/core/core";
import type { ShareEntry } from "@coffer/core/share/households";
import type { OpenTo } from "@coffer/core/share/shared-with-me";
import { fullName } from "@coffer/domain/account/user";
import { pairNoun } from "../route.ts";

export const ledgerRoutes = ({ households }: Core) =>
  pairNoun("ledger", ledger, {
    read: ({ ledger }) => households.read(ledger),
    change: ({ ledger, body }) => households.change(ledger, body),
    removeMember: ({ ledger, params }) => households.remove(ledger, params.userId),
  });

export const sharingRoutes = (core: Core) =>
  pairNoun("sharing", sharing, {
    list: async ({ ledger }) => (await core.sharing.list(ledger)).map(entryOnWire),
    share: async ({ caller, ledger, body: { email, permissionType: permission, note } }) =>
      entryOnWire(await core.sharing.share(caller, ledger, { email, permission, note })),
    remove: ({ ledger, params }) => core.sharing.remove(ledger, params.id),
    sharedWithMe: async ({ caller }) => (await core.sharedWithMe.sharedWith(caller.user)).map(budgetOnWire),
    leave: ({ caller, params }) => core.sharedWithMe.leave(caller.user, params.ownerId),
    invitation: async ({ params }) => {
      const found = await core.sharedWithMe.invitation(params.token);
      if (!found) return { valid: false, ownerName: null, email: null, permissionType: null };
      const { owner, email, permission } = found;
      return { valid: true, ownerName: fullName(owner), email, permissionType: permission };
    },
    accept: async ({ caller, body }) => budgetOnWire(await core.sharedWithMe.accept(caller, body.token)),
  });

export const entryOnWire = ({ share, person }: ShareEntry) => ({
  id: share.id,
  permissionType: share.permission,
  note: share.note,
  status: share.opened ? ("active" as const) : ("invited" as const),
  waitsForSender: !share.opened && !share.mailed,
  sharedWithUser: share.opened
    ? person && { email: person.email, firstName: person.firstName, lastName: person.lastName }
    : { email: share.email, firstName: null, lastName: null },
});

const budgetOnWire = ({ owner, name, currency, permission, opened }: OpenTo) => ({
  name,
  currency,
  ownerId: owner.id,
  firstName: owner.firstName,
  lastName: owner.lastName,
  permissionType: permission,
  opened,
});
