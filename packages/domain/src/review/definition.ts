import * as v from "valibot";
import * as field from "../definition/field.ts";
import type { Kind } from "../definition/kind.ts";
import { fingerprint } from "../import/import-row.ts";
import { transaction } from "../transaction/definition.ts";

/** Rows in one response of the API. */
export const REVIEW_PAGE = 100;
/** The most rows accepted in one request. */
export const MAX_ACCEPTED = 50;

/** `transfer` moved money between the household's own accounts. Neither a transfer nor a row left out comes in again. */
export const REVIEW_STATES = ["waiting", "transfer", "left-out"] as const;

const { id, date, description, amount, type, refund, notes, paidBy, goalId, createdBy } = transaction.fields;

const fields = {
  id,
  date,
  description,
  amount,
  type,
  refund,
  notes: field.later(notes),
  source: field.requiredText("Source", "Say where the rows come from", 60),
  /** The account's name or number in the file. */
  account: field.later(field.freeText("Account", 100)),
  /** The name of its file. */
  file: field.later(field.freeText("File", 100)),
  /** The bank's id, unique within one account at best. */
  reference: field.later(field.freeText("Reference", 200)),
  paidBy,
  state: field.managed(field.choice("State", REVIEW_STATES, "This state is not known")),
  /** The category that its sender proposes. */
  proposedId: field.managed(field.later(field.otherId())),
  /** For a transfer: the goal that it contributes to. */
  goalId: field.managed(goalId),
  /** For a transfer: the row of the other account. */
  pairId: field.managed(field.later(field.otherId())),
  createdBy,
  /** If it is not that of the row: a transaction that became a transfer may have been edited. */
  imported: field.internal(field.later(field.plain(fingerprint))),
  batch: field.notExported(field.internal(field.later(field.plain(v.string())))),
};

/** A row of a file, a bank or a program that is part of no figure, with the id of the transaction that it may become. */
export const reviewRow: Kind<"review", typeof fields> = { name: "review", fields, rules: transaction.rules };
