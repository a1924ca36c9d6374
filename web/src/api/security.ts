import { devices } from "@coffer/contract/device";
import { passkeys } from "@coffer/contract/passkey";
import { totp } from "@coffer/contract/totp";
import { loadCode } from "../loading/load-code.ts";
import { removeFromCache, upsertInCache } from "./cached-list.ts";
import { call, callQuery } from "./call.ts";
import { tryAgain, useApiMutation } from "./use-api-mutation.ts";

/** The user's sessions, this device first. */
export const deviceList = callQuery(["devices"], devices.list, {});

export function useSignOutDevice() {
  return useApiMutation({
    run: ({ id }: { id: string; name: string }, attempt) =>
      call(devices.signOut, { params: { id }, ...attempt }),
    updateCache: (client, _, { id }) => removeFromCache(client, deviceList.queryKey, id),
    successToast: (_, { name }) => ({ title: "Device logged out", description: `${name} is logged out.` }),
    // It may have been revoked from another device.
    onFailure: (client) => void client.invalidateQueries({ queryKey: deviceList.queryKey }),
    failureToast: tryAgain("log out the device"),
  });
}

export function useSignOutOtherDevices() {
  return useApiMutation({
    run: (_: undefined, attempt) => call(devices.signOutOthers, attempt),
    updateCache: (client) =>
      client.setQueryData(deviceList.queryKey, (list) => list?.filter(({ current }) => current)),
    successToast: {
      title: "Other devices logged out",
      description: "You are signed in on this device only.",
    },
    failureToast: tryAgain("log out the other devices"),
  });
}

export const passkeyList = callQuery(["passkeys"], passkeys.list, {});

export function useAddPasskey() {
  return useApiMutation({
    async run(name: string) {
      const optionsJSON = await call(passkeys.options, {});
      // Loaded here: most people add none.
      const { startRegistration } = await loadCode(() => import("@simplewebauthn/browser"));
      return call(passkeys.add, { body: { name, ...(await startRegistration({ optionsJSON })) } });
    },
    updateCache: (client, passkey) => upsertInCache(client, passkeyList.queryKey, passkey),
    successToast: ({ name }) => ({
      title: "Passkey added",
      description: `${name} signs you in from now on.`,
    }),
    failureToast: { title: "No passkey added", description: "Your browser or device made none." },
  });
}

/** After a reset of the password: the passkey signs in again. */
export function useKeepPasskey() {
  return useApiMutation({
    run: ({ id }: { id: string; name: string }, attempt) =>
      call(passkeys.keep, { params: { id }, ...attempt }),
    updateCache: (client, _, { id }) =>
      client.setQueryData(passkeyList.queryKey, (list) =>
        list?.map((passkey) => (passkey.id === id ? { ...passkey, suspended: false } : passkey)),
      ),
    successToast: (_, { name }) => ({ title: "Passkey kept", description: `${name} signs you in again.` }),
    failureToast: tryAgain("keep the passkey"),
  });
}

export function useRemovePasskey() {
  return useApiMutation({
    run: ({ id }: { id: string; name: string }, attempt) =>
      call(passkeys.remove, { params: { id }, ...attempt }),
    updateCache: (client, _, { id }) => removeFromCache(client, passkeyList.queryKey, id),
    successToast: (_, { name }) => ({
      title: "Passkey removed",
      description: `${name} does not sign you in any more.`,
    }),
    failureToast: tryAgain("remove passkey"),
  });
}

/** True if signing in requires a code of an authenticator app. */
export const codesStatus = callQuery(["sign-in-codes"], totp.status, {});

export function useBeginCodes() {
  return useApiMutation({
    run: (_: undefined) => call(totp.begin, {}),
    failureToast: tryAgain("turn sign-in codes on"),
  });
}

export function useConfirmCodes() {
  return useApiMutation({
    run: (code: string) => call(totp.confirm, { body: { code } }),
    updateCache: (client, { recoveryCodes: { length } }) =>
      client.setQueryData(codesStatus.queryKey, { on: true, recoveryCodes: length, goesAt: null }),
    failureToast: tryAgain("turn sign-in codes on"),
  });
}

export function useRemoveCodes() {
  return useApiMutation({
    run: (_: undefined, attempt) => call(totp.remove, attempt),
    updateCache: (client) =>
      client.setQueryData(codesStatus.queryKey, { on: false, recoveryCodes: 0, goesAt: null }),
    successToast: { title: "Sign-in codes are off", description: "Your password alone signs you in." },
    failureToast: tryAgain("turn sign-in codes off"),
  });
}
