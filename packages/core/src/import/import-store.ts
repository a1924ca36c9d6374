import type { Id } from "@coffer/domain/id";
import type { Fingerprint } from "@coffer/domain/import/import-row";
import type { Day } from "@coffer/domain/time/day";
import type { Transaction } from "@coffer/domain/transaction/transaction";
import type { Recording } from "../activity/recording.ts";

/** A transaction that is there, with what it keeps of the row that it is tied to. */
export type KnownRow = Transaction & { imported?: Fingerprint | undefined };

export type ImportAnswer = {
  added: number;
  already: number;
  tied: number;
  leftOut: number;
  refused: { row: number; message: string }[];
};

/** The progress of a portion: the first `done` of its rows. `taken` are the transactions that answered for its rows. */
export type PortionProgress = ImportAnswer & {
  request: string;
  done: number;
  taken: Id[];
  entryId?: string | undefined;
};

export type ImportedTransaction = { transaction: Transaction; imported: Fingerprint };

/** Some rows of a portion, written all or none. The contributions to goals that they make have its id. */
export type ImportStep = {
  id: Id;
  batch: string;
  source: string;
  key: string;
  /** The step fails where another import came since this was read. */
  version: number;
  before: PortionProgress | undefined;
  after: PortionProgress;
  added: ImportedTransaction[];
  /** `paidBy` where the row shows who paid. */
  known: { id: Id; imported: Fingerprint; date: Day; paidBy?: Id | undefined }[];
  leftOut: { id: Id; imported: Fingerprint }[];
  by: Id;
  now: number;
  /** Of the whole batch: the first step writes it, the others count on. */
  recording: Recording;
};

export type OpenImport = {
  version: number;
  portion: PortionProgress | undefined;
  /** How many portions have come. */
  portions: number;
  taken: Set<Id>;
  added: number;
  entryId: string | undefined;
  /** The sender of its first portion. */
  startedBy: Id | undefined;
  /** Milliseconds; undefined before the first portion, and once the portions have expired. */
  startedAt: number | undefined;
  /** True where another row, whatever it is, can be written together with these. */
  hasRoom(rows: Pick<ImportStep, "added" | "known" | "leftOut">): boolean;
};

export type ImportStore = {
  /** Candidates for rows of these days, but for what the batch itself brought. */
  known(ownerId: Id, days: readonly Day[], batch: string): Promise<KnownRow[]>;
  leftOut(ownerId: Id, days: readonly Day[]): Promise<Fingerprint[]>;
  /** `taken`, `added` and `entryId` are of all portions of the batch; `version` counts all imports into the budget. */
  open(ownerId: Id, batch: string, key: string): Promise<OpenImport>;
  /** False where anything that was read has changed: an import came, a category went, the batch was undone. */
  write(ownerId: Id, step: ImportStep): Promise<boolean>;
  isUndone(ownerId: Id, batch: string): Promise<boolean>;
};
