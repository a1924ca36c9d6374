import { ledger } from "@coffer/contract/sharing";
import { call } from "./call.ts";
import { useApiMutation } from "./use-api-mutation.ts";

export function useRenameBudget() {
  return useApiMutation({
    run: (name: string) => call(ledger.rename, { body: { name } }),
    failureToast: { title: "Error", description: "Failed to name the budget" },
  });
}
