import { transactionBody } from "@coffer/contract/transaction";
import { fields } from "@coffer/domain/definition/values";
import type { Currency } from "@coffer/domain/money/money";
import { transactionAmount } from "@coffer/domain/transaction/definition";
import { typedAmount } from "./base/typed-values.ts";
import { chosenCategory } from "./category-schema.ts";

export const transactionForm = (currency: Currency) =>
  fields({
    ...transactionBody.entries,
    amount: typedAmount(transactionAmount, currency),
    categoryId: chosenCategory,
  });
