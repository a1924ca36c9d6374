import * as v from "valibot";
import { field } from "../definition/field.ts";
import { bodyOf, defineKind, type Kind, withFields } from "../definition/kind.ts";
import { pluralize } from "../text/plural.ts";
import { transaction } from "../transaction/definition.ts";

export const MAX_LINES = 20;

const { type, categoryId, amount, refund, goalId, ...shared } = transaction.fields;
/** The fields that all lines of a payment share. */
export const paymentHead = defineKind("head", shared);
const lineFields = { type, categoryId, amount, notes: shared.notes, refund, goalId };
export const paymentLine: Kind<"line", typeof lineFields> = {
  name: "line",
  fields: lineFields,
  rules: transaction.rules,
};

function linesField(least: number) {
  const lines = v.pipe(
    v.array(bodyOf(paymentLine), "Send the lines of the payment"),
    v.minLength(least, `A payment has at least ${pluralize(least, "line")}`),
    v.maxLength(MAX_LINES, `A payment has at most ${MAX_LINES} lines`),
    v.check(
      (all) => all.every((line) => line.type === all[0]?.type),
      "The lines of a payment are all income or all expenses",
    ),
  );
  return field("Lines", "lines", { body: lines, reply: lines, stored: lines });
}

/** A purchase split over several categories. Each line is stored as a transaction. */
export const payment = defineKind("payment", { ...shared, lines: linesField(2) });

/** An edit may leave a single line, which turns the payment into a transaction. */
export const changedPayment = withFields(payment, { lines: linesField(1) });
