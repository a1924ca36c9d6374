import * as field from "../definition/field.ts";
import { defineKind, type ThingOf } from "../definition/kind.ts";
import { transaction } from "./definition.ts";

const {
  id,
  date,
  description,
  amount,
  type,
  refund,
  categoryId,
  goalId,
  shares,
  subscriptionId,
  notPaymentOf,
  paymentId,
  createdAt,
  createdBy,
  ...others
} = transaction.fields;

/**
 * What people add to a transaction's facts and category, such as notes. Rows of files, rows in review and decisions on
 * them have these fields too, so that a new field of the transaction becomes theirs as well.
 */
export const details = defineKind("details", { ...others, notes: field.later(others.notes) });
export type Details = ThingOf<typeof details>;

/** The details of a transaction or row, without empty ones. */
export function detailsOf(of: Details): Details {
  const isGiven = ([name, value]: [string, unknown]) =>
    name in details.fields && value !== undefined && value !== null;
  return Object.fromEntries(Object.entries(of).filter(isGiven));
}
