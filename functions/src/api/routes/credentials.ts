import { devices } from "@coffer/contract/device";
import { passkeys } from "@coffer/contract/passkey";
import { totp } from "@coffer/contract/totp";
import type { Core } from "@coffer/core/core";
import { pairNoun } from "../route.ts";
import type { SessionCookies } from "../session.ts";
import { withMail } from "./users.ts";

export const passkeyRoutes = (core: Core, sessions: SessionCookies) =>
  pairNoun("passkeys", passkeys, {
    list: async ({ caller }) => (await core.passkeys.list(caller)).map(onWire),
    options: ({ caller }) => core.passkeys.options(caller),
    add: async ({ caller, body: { name, ...answer } }) =>
      onWire(await core.passkeys.add(caller, name, answer)),
    remove: ({ caller, params }) => core.passkeys.remove(caller, params.id),
    keep: ({ caller, params }) => core.passkeys.keep(caller, params.id),
    signInOptions: ({ networks }) => core.passkeys.signInOptions(networks),
    async signIn({ body: { rememberMe, ...answer }, networks, device, language, http }) {
      const account = await core.accounts.loginWithPasskey(
        () => core.passkeys.prove(answer),
        networks,
        language,
      );
      await sessions.begin(http, account, rememberMe, device);
      return withMail(core, account.user);
    },
    reauthenticate: ({ caller, body }) =>
      core.reauthenticateWithPasskey(caller, () => core.passkeys.prove(body)),
  });

type Stored = Awaited<ReturnType<Core["passkeys"]["list"]>>[number];
const onWire = ({ id, name, createdAt, lastUsedAt, device, suspended }: Stored) => ({
  id,
  name,
  createdAt,
  lastUsedAt,
  ...device,
  suspended,
});

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

export const totpRoutes = ({ secondFactor }: Core) =>
  pairNoun("totp", totp, {
    status: ({ caller }) => secondFactor.status(caller),
    begin: async ({ caller }) => ({ uri: await secondFactor.begin(caller) }),
    confirm: async ({ caller, body }) => ({ recoveryCodes: await secondFactor.confirm(caller, body.code) }),
    remove: ({ caller }) => secondFactor.remove(caller),
    removeOf: async ({ caller, params }) => ({ goesAt: await secondFactor.removeOf(caller, params.id) }),
  });
