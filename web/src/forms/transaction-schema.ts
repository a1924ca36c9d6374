import { fields } from "@coffer/contract/fields";
import { transactionAmount, transactionBody } from "@coffer/contract/transaction";
import * as v from "valibot";
import { typedAmount } from "./base/typed-amount.ts";

const { description, date, type, notes } = transactionBody.entries;

/** The dialog's values; its output is the call's body. */
export const transactionForm = fields({
  description,
  type,
  notes,
  date: v.pipe(date, v.transform(String)),
  amount: typedAmount(transactionAmount),
  categoryId: v.pipe(
    v.string("Category is required"),
    v.minLength(1, "Category is required"),
    v.transform(Number),
  ),
});
