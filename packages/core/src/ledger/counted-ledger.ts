import { compactEntry } from "@coffer/domain/activity/compact";
import { bytesOf } from "../page-bytes.ts";
import type { Quota } from "../quota.ts";
import type { LedgerStore } from "./ledger.ts";

/**
 * Wraps a ledger store with the quota: refuses (tooLarge) commits that exceed it, and counts what was written. The
 * daily job is neither refused nor counted, so that due payments are always recorded.
 */
export function countedLedger(ledger: LedgerStore, quota: Quota): LedgerStore {
  return {
    read: (...named) => ledger.read(...named),
    gone: (...of) => ledger.gone(...of),
    growth: (...of) => ledger.growth(...of),
    running: (...of) => ledger.running(...of),
    committed: (...key) => ledger.committed(...key),

    async commit(commit) {
      const { ownerId, changes, entry, undoing, byGuest = false } = commit;
      if (entry.by === null) return ledger.commit(commit);
      const isDeletion = changes.every(({ after }) => after === null);
      const isShort = quota.checkEntries({ ownerId, byGuest }, isDeletion);
      // Restored rows were counted when they were created.
      const created = changes.filter(({ before, after }) => !before && after).length;
      // A row that becomes a transaction, or the other way round, was counted when it came.
      const replaced = changes.some(({ kind }) => kind === "review")
        ? changes.filter(({ before, after }) => before && !after).length
        : 0;
      const rows = undoing ? 0 : Math.max(0, created - replaced);
      if (rows === 1) await quota.takeRow(ownerId);
      else await quota.takeRows(ownerId, rows);
      const outcome = await ledger.commit({ ...commit, isShort });
      const isWritten = typeof outcome !== "string" && outcome.id === entry.id;
      if (!isWritten) quota.giveBack(ownerId, rows);
      else await quota.countEntries({ ownerId, byGuest }, bytesOf(compactEntry(entry)));
      return outcome;
    },
  };
}
