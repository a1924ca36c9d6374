import type { Flow } from "@coffer/domain/category";
import { type Cents, formatMoney, formatSigned, formatWhole, symbolOf } from "@coffer/domain/money";
import { useUser } from "./auth-context.tsx";

/** Formats amounts in the user's currency: with cents, in whole units, and signed by flow. */
export function useMoney() {
  const { currency } = useUser();
  return {
    money: (amount: Cents) => formatMoney(amount, currency),
    whole: (amount: Cents) => formatWhole(amount, currency),
    signed: (amount: Cents, flow: Flow) => formatSigned(amount, flow, currency),
    get symbol() {
      return symbolOf(currency);
    },
  };
}
