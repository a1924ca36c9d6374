import { totp } from "@coffer/contract/totp";
import { type QueryKey, queryOptions } from "@tanstack/react-query";
import { call } from "./call.ts";
import { tryAgain, useApiMutation } from "./use-api-mutation.ts";

const CODES: QueryKey = ["sign-in-codes"];

/** True where signing in takes a code. */
export const codesStatus = queryOptions({
  queryKey: CODES,
  queryFn: ({ signal }) => call(totp.status, { signal }),
});

export function useBeginCodes() {
  return useApiMutation({
    run: (_: undefined) => call(totp.begin, {}),
    failureToast: tryAgain("turn sign-in codes on"),
  });
}

export function useConfirmCodes() {
  return useApiMutation({
    run: (code: string) => call(totp.confirm, { body: { code } }),
    updateCache: (client, { recoveryCodes }) =>
      client.setQueryData(codesStatus.queryKey, {
        on: true,
        recoveryCodes: recoveryCodes.length,
        goesAt: null,
      }),
    failureToast: tryAgain("turn sign-in codes on"),
  });
}

export function useRemoveCodes() {
  return useApiMutation({
    run: (_: undefined, attempt) => call(totp.remove, attempt),
    updateCache: (client) =>
      client.setQueryData(codesStatus.queryKey, { on: false, recoveryCodes: 0, goesAt: null }),
    successToast: () => ({
      title: "Sign-in codes are off",
      description: "Your password alone signs you in.",
    }),
    failureToast: tryAgain("turn sign-in codes off"),
  });
}

/** An administrator's help for somebody who lost their phone. */
export function useRemoveCodesOf() {
  return useApiMutation({
    run: ({ id }: { id: number }) => call(totp.removeOf, { params: { id } }),
    successToast: () => ({
      title: "Sign-in codes go in three days",
      description: "The person is told by email; signing in with a code until then keeps them.",
    }),
    failureToast: tryAgain("remove the sign-in codes"),
  });
}
