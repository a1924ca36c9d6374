import { devices } from "@coffer/contract/device";
import type { Core } from "@coffer/core/core";
import { pairNoun } from "../route.ts";

export const deviceRoutes = ({ sessions }: Core) =>
  pairNoun("devices", devices, {
    list: async ({ caller }) =>
      (await sessions.list(caller)).map(({ id, createdAt, lastSeen, device, current }) => ({
        id,
        signedInAt: createdAt,
        lastUsedAt: lastSeen,
        ...device,
        current,
      })),
    signOut: ({ caller, params }) => sessions.endNamed(caller, params.id),
    signOutOthers: ({ caller }) => sessions.endOthers(caller),
  });
