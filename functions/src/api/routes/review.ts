import { review } from "@coffer/contract/review";
import type { Core } from "@coffer/core/core";
import { pairNoun } from "../route.ts";
import { withoutBlanks } from "./imports.ts";

export const reviewRoutes = ({ review: own }: Core) =>
  pairNoun("review", review, {
    list: ({ ledger, query }) => own.list(ledger, query.cursor),
    add: ({ ledger, body: { rows, ...portion } }) =>
      own.add(ledger, { ...portion, rows: rows.map(withoutBlanks) }),
    accept: ({ ledger, body }) => own.accept(ledger, body.rows),
    transfer: ({ ledger, body }) => own.transfer(ledger, body.pairs),
    dismiss: ({ ledger, body }) => own.dismiss(ledger, body.ids),
  });
