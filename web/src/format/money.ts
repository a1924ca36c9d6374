import {
  type Cents,
  formatAbout,
  formatMoney,
  formatRate,
  formatSigned,
  formatWhole,
} from "@coffer/domain/money/money";
import { signedAmount, type Transaction } from "@coffer/domain/transaction/transaction";
import { useCurrency } from "../selection/selection.ts";

/** The open budget's currency, and amounts in it; `whole` shows the cents of less than one unit, `rounded` never. */
export function useMoney() {
  const currency = useCurrency();
  const net = (amount: Cents) => formatSigned(amount, amount < 0 ? "expense" : "income", currency);
  return {
    currency,
    money: (amount: Cents) => formatMoney(amount, currency),
    rate: (amount: Cents) => formatRate(amount, currency),
    whole: (amount: Cents) => formatAbout(amount, currency),
    rounded: (amount: Cents) => formatWhole(amount, currency),
    signed: (transaction: Pick<Transaction, "amount" | "type" | "refund">) => net(signedAmount(transaction)),
    net,
  };
}
