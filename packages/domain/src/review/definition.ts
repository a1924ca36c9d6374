import * as v from "valibot";
import * as field from "../definition/field.ts";
import type { Kind } from "../definition/kind.ts";
import { fingerprint } from "../import/import-row.ts";
import { transaction } from "../transaction/definition.ts";
import { details } from "../transaction/details.ts";

/** The number of rows in one response of the API. */
export const REVIEW_PAGE = 100;
/** The maximum number of rows accepted in one request. */
export const MAX_ACCEPTED = 50;

/** `transfer`: money moved between own accounts. Imports skip transfers and rows that were left out. */
export const REVIEW_STATES = ["waiting", "transfer", "left-out"] as const;

const { id, date, description, amount, type, refund, goalId, createdBy } = transaction.fields;

const fields = {
  id,
  date,
  description,
  amount,
  type,
  refund,
  ...details.fields,
  source: field.requiredText("Source", "Say where the rows come from", 60),
  /** The account's name or number in the file. */
  account: field.later(field.freeText("Account", 100)),
  /** The name of the file. */
  file: field.later(field.freeText("File", 100)),
  /** The bank's id, at best unique within an account. */
  reference: field.later(field.freeText("Reference", 200)),
  state: field.managed(field.choice("State", REVIEW_STATES, "This state is not known")),
  /** The category proposed by the sender. */
  proposedId: field.managed(field.later(field.otherId())),
  /** For a transfer: the goal that it contributes to. */
  goalId: field.managed(goalId),
  /** For a transfer: the row of the other account. */
  pairId: field.managed(field.later(field.otherId())),
  createdBy,
  /** Present if it differs from the row's: a transaction may be edited before it becomes a transfer. */
  imported: field.internal(field.later(field.plain(fingerprint))),
  batch: field.notExported(field.internal(field.later(field.plain(v.string())))),
};

/** A row of a file, a bank or a program that no figure includes. If accepted, the transaction gets its id. */
export const reviewRow: Kind<"review", typeof fields> = { name: "review", fields, rules: transaction.rules };
