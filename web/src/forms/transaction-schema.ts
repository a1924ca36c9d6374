import { transactionBody } from "@coffer/contract/transaction";
import { fields } from "@coffer/domain/definition/values";
import type { Currency } from "@coffer/domain/money/money";
import { transactionAmount } from "@coffer/domain/transaction/transaction";
import * as v from "valibot";
import { typedAmount } from "./base/typed-amount.ts";
import { chosenCategory } from "./category-schema.ts";

const { description, date, type, notes, refund } = transactionBody.entries;

/** The dialog's values; its output is the call's body. */
export const transactionForm = (currency: Currency) =>
  fields({
    description,
    type,
    notes,
    refund,
    date: v.pipe(date, v.transform(String)),
    amount: typedAmount(transactionAmount, currency),
    categoryId: chosenCategory,
  });
