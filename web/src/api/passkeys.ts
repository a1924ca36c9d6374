import { passkeys } from "@coffer/contract/passkey";
import { type QueryKey, queryOptions } from "@tanstack/react-query";
import { call } from "./call.ts";
import { tryAgain, useApiMutation } from "./use-api-mutation.ts";

const PASSKEYS: QueryKey = ["passkeys"];

export const passkeyList = queryOptions({
  queryKey: PASSKEYS,
  queryFn: ({ signal }) => call(passkeys.list, { signal }),
});

export function useAddPasskey() {
  return useApiMutation({
    async run(name: string) {
      const optionsJSON = await call(passkeys.options, {});
      // Loaded here: most people add none.
      const { startRegistration } = await import("@simplewebauthn/browser");
      return call(passkeys.add, { body: { name, ...(await startRegistration({ optionsJSON })) } });
    },
    updateCache: (client, passkey) =>
      client.setQueryData(passkeyList.queryKey, (list) => list && [...list, passkey]),
    successToast: ({ name }) => ({
      title: "Passkey added",
      description: `${name} signs you in from now on.`,
    }),
    failureToast: { title: "No passkey added", description: "Your browser or device made none." },
  });
}

export function useRemovePasskey() {
  return useApiMutation({
    run: ({ id }: { id: string; name: string }, attempt) =>
      call(passkeys.remove, { params: { id }, ...attempt }),
    updateCache: (client, _, { id }) =>
      client.setQueryData(passkeyList.queryKey, (list) => list?.filter((one) => one.id !== id)),
    successToast: (_, { name }) => ({
      title: "Passkey removed",
      description: `${name} does not sign you in any more.`,
    }),
    failureToast: tryAgain("remove passkey"),
  });
}
