import { totp } from "@coffer/contract/totp";
import type { Core } from "@coffer/core/core";
import { pairNoun } from "../route.ts";

export const totpRoutes = ({ secondFactor }: Core) =>
  pairNoun("totp", totp, {
    status: ({ caller }) => secondFactor.status(caller),
    begin: async ({ caller }) => ({ uri: await secondFactor.begin(caller) }),
    confirm: async ({ caller, body }) => ({ recoveryCodes: await secondFactor.confirm(caller, body.code) }),
    remove: ({ caller }) => secondFactor.remove(caller),
    removeOf: async ({ caller, params }) => ({ goesAt: await secondFactor.removeOf(caller, params.id) }),
  });
