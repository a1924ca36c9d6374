import { devices } from "@coffer/contract/device";
import { type QueryKey, queryOptions } from "@tanstack/react-query";
import { call } from "./call.ts";
import { tryAgain, useApiMutation } from "./use-api-mutation.ts";

const DEVICES: QueryKey = ["devices"];

/** The user's sessions, this device first. */
export const deviceList = queryOptions({
  queryKey: DEVICES,
  queryFn: ({ signal }) => call(devices.list, { signal }),
});

export function useSignOutDevice() {
  return useApiMutation({
    run: ({ id }: { id: string; name: string }, attempt) =>
      call(devices.signOut, { params: { id }, ...attempt }),
    updateCache: (client, _, { id }) =>
      client.setQueryData(deviceList.queryKey, (list) => list?.filter((device) => device.id !== id)),
    successToast: (_, { name }) => ({ title: "Device logged out", description: `${name} is logged out.` }),
    // It may have been signed out elsewhere meanwhile.
    onFailure: (client) => void client.invalidateQueries({ queryKey: deviceList.queryKey }),
    failureToast: tryAgain("log out the device"),
  });
}

export function useSignOutOtherDevices() {
  return useApiMutation({
    run: (_: undefined, attempt) => call(devices.signOutOthers, attempt),
    updateCache: (client) =>
      client.setQueryData(deviceList.queryKey, (list) => list?.filter(({ current }) => current)),
    successToast: () => ({
      title: "Other devices logged out",
      description: "You are signed in on this device only.",
    }),
    failureToast: tryAgain("log out the other devices"),
  });
}
