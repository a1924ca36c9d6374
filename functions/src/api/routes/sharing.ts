import { ledger } from "@coffer/contract/ledger";
import { sharing } from "@coffer/contract/sharing";
import type { Core } from "@coffer/core/core";
import type { OpenTo } from "@coffer/core/share/shared-with-me";
import type { ShareEntry } from "@coffer/core/share/sharing";
import { fullName } from "@coffer/domain/account/user";
import { pairNoun } from "../route.ts";

export const ledgerRoutes = ({ households }: Core) =>
  pairNoun("ledger", ledger, {
    read: ({ budget }) => households.read(budget),
    rename: ({ budget, body }) => households.rename(budget, body.name),
    removeMember: async ({ budget, params }) => void (await households.remove(budget, params.userId)),
  });

export const sharingRoutes = (core: Core) =>
  pairNoun("sharing", sharing, {
    list: async ({ budget }) => (await core.sharing.list(budget)).map(entryOnWire),
    share: async ({ caller, budget, body: { email, permissionType: permission, note } }) =>
      entryOnWire(await core.sharing.share(caller, budget, { email, permission, note })),
    remove: async ({ budget, params }) => void (await core.sharing.remove(budget, params.id)),
    sharedWithMe: async ({ caller }) => (await core.sharedWithMe.sharedWith(caller.user)).map(budgetOnWire),
    leave: async ({ caller, params }) => void (await core.sharedWithMe.leave(caller.user, params.ownerId)),
    invitation: async ({ params }) => {
      const found = await core.sharedWithMe.invitation(params.token);
      if (!found) return { valid: false, ownerName: null, email: null, permissionType: null };
      const { owner, email, permission } = found;
      return { valid: true, ownerName: fullName(owner), email, permissionType: permission };
    },
    accept: async ({ caller, body }) => budgetOnWire(await core.sharedWithMe.accept(caller, body.token)),
  });

const entryOnWire = ({ share, person }: ShareEntry) => ({
  id: share.id,
  permissionType: share.permission,
  note: share.note,
  status: share.opened ? ("active" as const) : ("invited" as const),
  sharedWithUser: share.opened
    ? person && { email: person.email, firstName: person.firstName, lastName: person.lastName }
    : { email: share.email, firstName: null, lastName: null },
});

const budgetOnWire = ({ owner, name, permission, opened }: OpenTo) => ({
  name,
  ownerId: owner.id,
  firstName: owner.firstName,
  lastName: owner.lastName,
  permissionType: permission,
  opened,
});
