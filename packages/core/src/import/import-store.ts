import type { Id } from "@coffer/domain/id";
import type { Fingerprint } from "@coffer/domain/import/import-row";
import type { Ties } from "@coffer/domain/import/ties";
import type { ReviewRow } from "@coffer/domain/review/review";
import type { Day } from "@coffer/domain/time/day";
import type { Transaction } from "@coffer/domain/transaction/transaction";
import type { Recording } from "../activity/recording.ts";

/** An existing transaction, with the fingerprint of the imported rows that it is tied to. Its ties have room for another. */
export type KnownRow = Transaction & { imported?: Fingerprint | undefined; ties?: Ties | undefined };

/** `aside` waits in review or was set aside there; `leftOut` was left out by an earlier release. */
export type Known = { transactions: KnownRow[]; aside: ReviewRow[]; leftOut: Fingerprint[] };

export type ImportAnswer = {
  added: number;
  already: number;
  tied: number;
  leftOut: number;
  toReview: number;
  /** Between own accounts. */
  moved: number;
  refused: { row: number; message: string }[];
};

/** Progress of a portion: its first `done` rows are written. `taken` are the existing transactions that rows matched. */
export type PortionProgress = ImportAnswer & {
  request: string;
  done: number;
  taken: Id[];
  entryId?: string | undefined;
};

/** `imported` is absent in the lines of a payment after the first, whose row is the whole. */
type ImportedTransaction = { transaction: Transaction; imported?: Fingerprint };

/** Rows of a portion that are written in one transaction. Their contributions to goals have the step's id. */
export type ImportStep = {
  id: Id;
  batch: string;
  source: string;
  key: string;
  /** The step fails if another import was written since this was read. */
  version: number;
  before: PortionProgress | undefined;
  after: PortionProgress;
  added: ImportedTransaction[];
  /** Transactions that a row of the file is tied to, as they were before; `paidBy` if the row shows who paid. */
  known: { was: KnownRow; row: Fingerprint; paidBy?: Id | undefined }[];
  /** Rows that go to review, or are set aside. */
  aside: ReviewRow[];
  by: Id;
  now: number;
  /** The entry of the whole batch: the first step writes it, the others update its counts. */
  recording: Recording;
};

export type OpenImport = {
  version: number;
  portion: PortionProgress | undefined;
  /** The number of portions so far. */
  portions: number;
  taken: Set<Id>;
  added: number;
  toReview: number;
  entryId: string | undefined;
  /** The sender of the first portion. */
  startedBy: Id | undefined;
  /** Milliseconds; undefined before the first portion, and once the portions have expired. */
  startedAt: number | undefined;
  /** The number of rows that wait in review. */
  waiting: number;
  /** True if one more row of any kind, or a split of so many lines, fits into the same step. */
  hasRoom(rows: Pick<ImportStep, "added" | "known" | "aside">, lines: number): boolean;
};

export type ImportStore = {
  /** Transactions that rows of these days may match, except those that the batch itself added. */
  known(ownerId: Id, days: readonly Day[], batch: string): Promise<Known>;
  /** `taken`, `added`, `toReview` and `entryId` cover all portions of the batch; `version` counts all imports into the ledger. */
  open(ownerId: Id, batch: string, key: string): Promise<OpenImport>;
  /** The number of rows that wait in review. */
  waiting(ownerId: Id): Promise<number>;
  /** False if something that was read has changed: another import, a deleted category, or the batch was undone. */
  write(ownerId: Id, step: ImportStep): Promise<boolean>;
  isUndone(ownerId: Id, batch: string): Promise<boolean>;
};
