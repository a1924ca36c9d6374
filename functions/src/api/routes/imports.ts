import { importRow, imports, matchedRow } from "@coffer/contract/import";
import { review } from "@coffer/contract/review";
import type { Core } from "@coffer/core/core";
import type { PortionRow, ReadRow } from "@coffer/core/import/portion-rows";
import type { Id } from "@coffer/domain/id";
import * as v from "valibot";
import { pairNoun } from "../route.ts";

export const importRoutes = (core: Core) =>
  pairNoun("imports", imports, {
    room: ({ ledger }) => core.imports.room(ledger),
    match: ({ ledger, body }) => core.imports.match(ledger, body.rows.map(parseMatched)),
    add: ({ ledger, body: { paidBy, ...body } }) =>
      core.imports.add(ledger, { ...body, paidBy, rows: body.rows.map((row) => parseRow(row, paidBy)) }),
  });

function parseMatched(sent: unknown): ReadRow | null {
  const { success, output } = v.safeParse(matchedRow, sent);
  return success ? output : null;
}

function parseRow(sent: unknown, paidBy: Id | undefined): PortionRow {
  const { success, output, issues } = v.safeParse(importRow, sent);
  return success ? { row: { ...(paidBy && { paidBy }), ...output } } : { refused: issues[0].message };
}

export const reviewRoutes = ({ review: own }: Core) =>
  pairNoun("review", review, {
    list: ({ ledger, query }) => own.list(ledger, query.cursor),
    add: ({ ledger, body }) => own.add(ledger, body),
    accept: ({ ledger, body }) => own.accept(ledger, body.rows),
    transfer: ({ ledger, body }) => own.transfer(ledger, body.pairs),
    dismiss: ({ ledger, body }) => own.dismiss(ledger, body.ids),
  });
