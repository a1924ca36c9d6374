import type { sharing } from "@coffer/contract/sharing";
import type { Core } from "@coffer/core/core";
import type { OpenTo } from "@coffer/core/share/shared-with-me";
import type { ShareEntry } from "@coffer/core/share/sharing";
import { fullName } from "@coffer/domain/account/user";
import type { RoutesOf } from "../route.ts";

export const sharingRoutes = (core: Core): RoutesOf<typeof sharing> => ({
  list: async ({ caller }) => (await core.sharing.list(caller.user)).map(entryOnWire),
  share: async ({ caller, body: { email, permissionType: permission, note } }) =>
    entryOnWire(await core.sharing.share(caller, { email, permission, note })),
  remove: async ({ caller, params }) => void (await core.sharing.remove(caller.user, params.id)),
  sharedWithMe: async ({ caller }) => (await core.sharing.sharedWith(caller.user)).map(budgetOnWire),
  leave: async ({ caller, params }) => void (await core.sharing.leave(caller.user, params.ownerId)),
  invitation: async ({ params }) => {
    const found = await core.sharing.invitation(params.token);
    if (!found) return { valid: false, ownerName: null, email: null, permissionType: null };
    const { owner, email, permission } = found;
    return { valid: true, ownerName: fullName(owner), email, permissionType: permission };
  },
  accept: async ({ caller, body }) => budgetOnWire(await core.sharing.accept(caller, body.token)),
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

const budgetOnWire = ({ owner, permission, opened }: OpenTo) => ({
  ownerId: owner.id,
  firstName: owner.firstName,
  lastName: owner.lastName,
  permissionType: permission,
  opened,
});
