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
    signOut: async ({ caller, params }) => void (await sessions.endNamed(caller, params.id)),
    signOutOthers: async ({ caller }) => void (await sessions.endOthers(caller)),
  });
