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
import { locale } from "./locale.ts";

/** The open budget's currency, and amounts in it. `whole` shows cents only below one unit, `rounded` never. */
export function useMoney() {
  const currency = useCurrency();
  const net = (amount: Cents) => formatSigned(amount, amount < 0 ? "expense" : "income", currency, locale);
  return {
    currency,
    money: (amount: Cents) => formatMoney(amount, currency, locale),
    rate: (amount: Cents) => formatRate(amount, currency, locale),
    whole: (amount: Cents) => formatAbout(amount, currency, locale),
    rounded: (amount: Cents) => formatWhole(amount, currency, locale),
    signed: (transaction: Pick<Transaction, "amount" | "type" | "refund">) => net(signedAmount(transaction)),
    net,
  };
}
